// The pictures of the home page from data, and the saved data of this browser: a game to continue, lessons begun and
// finished. Without this script, the page has all its links and charts.

import {
  defineRadialGradientFill,
  defineVerticalGradientFill,
  pipsMarkup,
  portraitMarkup,
  shapeMarkup,
  starMarkup,
  svgFromMarkup,
} from "../page/drawing.js";
import { fillPlaceholders } from "../page/elements.js";
import { localDate, longDateIn } from "../page/local_date.js";
import { pageLanguage } from "../page/texts.js";

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function sceneMarkup(of) {
  const { at = [0, 0], size = 1, turn = 0 } = of;
  const place = `transform="translate(${at[0]} ${at[1]}) rotate(${turn}) scale(${size})"`;
  if (of.parts) {
    return `<g class="${of.move ? `km-${of.move}` : ""}"><g ${place}>${of.parts.map(sceneMarkup).join("")}</g></g>`;
  }
  if (of.card) {
    return `<g transform="translate(${at[0]} ${at[1]}) rotate(${turn} ${42 * size} ${61 * size}) scale(${size})">${
      cardMarkup(of.card)
    }</g>`;
  }
  return shapeMarkup({ at: [0, 0], ...of }, {});
}

// A card of 84 by 122 units: its picture in a window, and its name below the window.
function cardMarkup({ label, person, deep, bright, art = [] }) {
  const face = person
    ? portraitMarkup(person)
    : `<rect width="100" height="82" fill="${defineRadialGradientFill(deep, bright)}"/>${
      art.map((shape) => shapeMarkup(shape, {})).join("")
    }`;
  return '<rect width="84" height="122" rx="8" fill="#0004" transform="translate(2 4)"/><rect width="84" ' +
    'height="122" rx="8" fill="#fffdf6" stroke="#cbbd9f"/>' +
    `<svg x="5" y="5" width="74" height="82" viewBox="0 0 100 82" preserveAspectRatio="xMidYMid slice">${face}</svg>` +
    `<text x="42" y="108" text-anchor="middle" font-weight="700" font-size="15" fill="#1e2140">${
      escaped(label)
    }</text>`;
}

function ground({ ground: colours, sky }) {
  if (sky) return `<rect width="380" height="176" fill="${defineVerticalGradientFill(...sky)}"/>`;
  const weave = Array.from({ length: 24 }, (_, i) => starMarkup(8, 18, 12.5, (i % 8) * 54, Math.floor(i / 8) * 62 + 20))
    .join(
      "",
    );
  return `<rect width="380" height="176" fill="${
    defineRadialGradientFill(colours[1], colours[0])
  }"/><g fill="none" stroke="#fff" opacity=".09">${weave}</g>`;
}

function paintPictures(root) {
  for (const place of root.querySelectorAll("[data-picture]")) {
    const data = JSON.parse(place.dataset.picture);
    place.replaceChildren(
      svgFromMarkup("0 0 380 176", ground(data) + data.shapes.map(sceneMarkup).join(""), "km-picture"),
    );
  }
}

// ---- saved data of this browser (table/table.js and lesson/lesson.js write it under the page's own path) ----------

function keptFor(link) {
  const path = new URL(link.href).pathname;
  try {
    const key = Object.keys(localStorage).find((name) => name.startsWith("kismet:") && name.endsWith(`:${path}`));
    return key ? JSON.parse(localStorage.getItem(key)) : null;
  } catch {
    return null; // storage is off, or holds something else
  }
}

function goOn(root) {
  for (const link of root.querySelectorAll(".km-game a")) {
    const kept = keptFor(link);
    if (Number.isSafeInteger(kept?.step) && kept.step > 0) {
      link.closest(".km-game").querySelector(".km-go-on-link").textContent = `Continue at step ${kept.step}`;
    }
  }
  for (const link of root.querySelectorAll(".km-bookmark a")) {
    const kept = keptFor(link);
    const state = kept?.free === true ? "done" : kept?.goal > 0 ? "begun" : "";
    if (!state) continue; // a first game that was played to its end leaves its mark
    link.closest("li").dataset.state = state;
    link.setAttribute("aria-label", `${link.getAttribute("aria-label")}: ${state}`);
  }
  const lessons = [...root.querySelectorAll(".km-path a")];
  const states = lessons.map((link) => {
    const kept = keptFor(link);
    return kept?.finished === true ? "done" : kept?.locked ? "begun" : "";
  });
  const next = states.includes("begun") ? states.indexOf("begun") : states.findIndex((state) => state !== "done");
  lessons.forEach((link, i) => {
    const item = link.closest("li");
    item.dataset.state = i === next ? "next" : states[i];
    const told = i === next
      ? (states[i] ? "continue here" : states.includes("done") ? "next" : "start here")
      : { done: "done", begun: "begun" }[states[i]] ?? "";
    item.querySelector(".km-path-progress").textContent = told;
  });
  if (next < 0 || !states.some(Boolean)) return;
  const again = root.querySelector(".km-again"), link = lessons[next];
  again.href = link.href;
  again.textContent = `Continue: ${link.querySelector("span").textContent}`;
  again.hidden = false;
  const fold = link.closest("details");
  if (fold) fold.open = true;
}

// ---- the deal of the day: each day another game --------------------------------------------------------------------

function showDayDeal(root) {
  const place = root.querySelector(".km-day-deal"), games = [...root.querySelectorAll(".km-game a")];
  // JupyterLab opens a notebook without the part of the address after "#"
  if (!place || !games.length || root.closest(".jp-NotebookPanel")) return;
  const day = localDate(), link = place.querySelector("a");
  const game = games[(Date.parse(day) / 86400000) % games.length];
  link.href = `${game.getAttribute("href")}#day`;
  link.textContent = fillPlaceholders(place.dataset.link, {
    date: longDateIn(pageLanguage(), day),
    game: game.textContent,
  });
  place.hidden = false;
}

// ---- two dice to roll: each roll adds a stone on the sum -----------------------------------------------------------

const MOST_STONES = 9;

const flat = (n) =>
  svgFromMarkup(
    "-50 -50 100 100",
    `<rect x="-46" y="-46" width="92" height="92" rx="18" fill="#fffdf6" stroke="#1e2140" stroke-width="4"/>${
      pipsMarkup(n, 26, 10.5)
    }`,
    "km-flat-die",
  );

function toss(root) {
  const button = root.querySelector(".km-dice-demo");
  if (!button) return;
  button.hidden = false;
  const dice = button.querySelector(".km-dice-demo-dice"),
    places = [...button.querySelectorAll(".km-dice-demo-sums > i")];
  const said = root.querySelector(".km-dice-demo-said");
  const counts = places.map(() => 0);
  const show = (faces) => dice.replaceChildren(...faces.map(flat));
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  show([3, 4]);
  const roll = (say) => {
    const faces = [0, 0].map(() => 1 + Math.floor(6 * Math.random()));
    const sum = faces[0] + faces[1], at = sum - 2;
    show(faces);
    if (Math.max(...counts) === MOST_STONES) counts.fill(0);
    counts[at]++;
    places.forEach((place, i) => place.style.setProperty("--n", counts[i]));
    if (say) said.textContent = `${faces[0]} + ${faces[1]} = ${sum}`;
    if (still.matches) return;
    for (const [i, one] of [...dice.children].entries()) {
      one.animate(
        [{ transform: `translate(${i ? 40 : -40}px,-46px) rotate(${i ? -260 : 260}deg)`, opacity: 0 }, {
          transform: "none",
          opacity: 1,
        }],
        { duration: 620, easing: "cubic-bezier(.2,.75,.2,1)" },
      );
    }
    places[at].animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: 760 });
  };
  button.addEventListener("click", () => roll(true));
  if (!still.matches) roll(false); // once, by themselves: one sees what a click does
}

for (const root of document.querySelectorAll(".km-home")) {
  toss(root);
  paintPictures(root);
  goOn(root);
  showDayDeal(root);
  const { baseUrl, private: closed } = document.body.dataset; // of a server of ours; where others cannot come in
  const rooms = root.querySelector(".km-open-classes");
  if (!rooms) continue;
  rooms.hidden = baseUrl === undefined || closed !== undefined;
  // a person with the key of the server can open a class (classroom/class_membership.js has the key)
  const offer = () => {
    const key = window.kismetClass?.mayOpenAll ? "yes" : "no";
    for (const way of rooms.querySelectorAll("[data-owner-key]")) way.hidden = way.dataset.ownerKey !== key;
  };
  offer();
  document.addEventListener("kismet:class", offer);
}
