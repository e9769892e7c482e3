// Dice in their tray: the roll, its modifiers and its result, and their animation.

import { formatSigned } from "../../../page/numbers.js";
import { h, icon, joinWithSpaces } from "../../../page/elements.js";
import { drawCardImage, pipsMarkup, svgFromMarkup } from "../../../page/drawing.js";
import { registerRenderers } from "../../../table/renderers.js";
import { prefersReducedMotion } from "../../../table/animator.js";

/** @import { Odds } from "./scene.d.ts" */
/** @import { TableView } from "../../../table/view.d.ts" */

const LANDS = 460; // ms until a die that tumbles in shows its face
const NEXT = 70; // ms that each die comes behind the one before
const LAST_DIE = 380; // ms that the last of several dice comes later: it decides, and comes when the others lie
const TUMBLES = 720; // ms that a die is on its way
const SUM = 380; // ms that the sum takes to be there

registerRenderers({ oddsHeader: { tray: { show: tray, comes: fall } } });

/** @param {TableView} view @param {Odds} odds */
function tray(view, { tray: { sides, between, gives, emblem }, rolls, falls }) {
  const waiting = !rolls;
  const due = waiting && !view.peekedScene && view.scene.controls.find(({ do: what }) => what === "resolve_chance");
  const parts = sides.map((side, i) => {
    const dice = (rolls ? falls.faces[i] : [[5, 3], [2, 4]][i % 2]).map((n) => die(n, side.seat === view.scene.viewer));
    return h(
      "span",
      { class: "km-side" },
      h("span", { class: "km-dice-label" }, view.drawPawn(side.seat), " ", h("bdi", { text: side.who })),
      " ",
      h(
        "span",
        { class: "km-dice-board" },
        dice,
        side.mod !== undefined &&
          [
            " ",
            h("span", { class: "km-dice-modifier" }, side.icon && icon(view.icons[side.icon]), formatSigned(side.mod)),
          ],
      ),
      " ",
      h(
        "span",
        { class: "km-sum" },
        rolls && (side.mod === undefined ? h("b", { text: rolls[i] }) : [
          `${rolls[i]} ${side.mod < 0 ? "\u2212" : "+"} ${Math.abs(side.mod)} = `,
          h("b", { text: rolls[i] + side.mod }),
        ]),
      ),
    );
  });
  const middle = h(
    "span",
    { class: "km-emblem" },
    emblem && drawCardImage({ kind: emblem }, view.theme, view.icons),
    between && h("i", { text: between }),
  );
  const last = gives &&
    h(
      "span",
      { class: "km-side km-dice-side-favourable" },
      h("span", { class: "km-dice-label", text: gives.label }),
      " ",
      h("strong", { text: rolls ? gives.value : "?" }),
    );
  const kids = [parts[0], (between || gives || emblem) && middle, ...parts.slice(1), last].filter(Boolean);
  const props = {
    class: `km-odds-header km-dice ${waiting ? "km-rocking" : ""} ${kids.length === 1 ? "km-is-single" : ""}`,
  };
  if (!due) return h("div", props, joinWithSpaces(kids)); // apart for those who hear them
  return h("button", {
    type: "button",
    key: "tray",
    ...props,
    "aria-label": due.label,
    "data-full-name": due.label, // the name begins with what is seen
    on: { click: () => view.sendRequest({ do: "resolve_chance" }) },
  }, joinWithSpaces(kids));
}

// A die in 3D. `value` is the face that points to the viewer.
const SIDES = {
  1: "rotateY(0deg)",
  6: "rotateY(180deg)",
  3: "rotateY(90deg)",
  4: "rotateY(-90deg)",
  2: "rotateX(90deg)",
  5: "rotateX(-90deg)",
};
const FRONT = { 1: [0, 0], 6: [0, 180], 3: [0, -90], 4: [0, 90], 2: [-90, 0], 5: [90, 0] };
const facing = (value) => `rotateX(${FRONT[value][0]}deg) rotateY(${FRONT[value][1]}deg)`;

function die(value, mine) {
  const faces = Object.entries(SIDES).map(([n, turn]) =>
    h(
      "span",
      { class: "km-face", style: `transform:${turn} translateZ(calc(var(--d) / 2))` },
      svgFromMarkup("-50 -50 100 100", pipsMarkup(n, 26, 10.5)),
    )
  );
  return h(
    "span",
    { class: `km-die ${mine ? "km-die-mine" : ""}`, "data-n": value, "data-thrown": "" },
    h(
      "span",
      { class: "km-die-tilt" },
      h("span", { class: "km-die-cube", style: `transform:${facing(value)}` }, faces),
    ),
  );
}

// Dice tumble in, and modifiers slide to the sum. Returns undefined if no dice were rolled.
/** @param {TableView} view @param {HTMLElement} stage @param {Odds} came */
function fall({ animator: motion }, stage, came) {
  const dice = [...stage.querySelectorAll(".km-dice:not(.km-rocking) .km-die")];
  if (!dice.length) return undefined;
  const last = dice.length > 1 && decides(came) ? LAST_DIE : 0;
  const comes = (i) => NEXT * i + (i === dice.length - 1 ? last : 0);
  dice.forEach((one, i) => tumble(motion, one, comes(i)));
  dimLost(motion, stage, came, comes);
  const lie = TUMBLES + NEXT * dice.length + last;
  for (const one of stage.querySelectorAll(".km-dice-modifier")) {
    motion.animate(one, [{ transform: "translateX(3.5rem)", opacity: 0 }, { transform: "none", opacity: 1 }], {
      duration: 300,
      delay: lie,
      easing: "cubic-bezier(.3,1.5,.5,1)",
    });
  }
  for (const one of stage.querySelectorAll(".km-sum, .km-dice-side-favourable strong")) {
    motion.animate(one, [{ opacity: 0, transform: "translateY(-8px)" }, { opacity: 1, transform: "none" }], {
      duration: 260,
      delay: lie + 180,
    });
  }
  return lie + SUM;
}

// Whether the last of several dice decides: after the others, success and failure are both still possible.
/** @param {Odds} came */
function decides({ steps, falls }) {
  const left = falls.open.at(-1) ?? [], need = steps?.need;
  return need === undefined ? left.length > 1 : left.some((at) => at < need) && left.some((at) => at >= need);
}

// A die rolls in and comes to rest on the face that it already shows.
function tumble(motion, el, delay) {
  if (!prefersReducedMotion()) motion.sounds("die", delay + 380);
  const side = Math.random() < 0.5 ? -1 : 1;
  const [x, y] = FRONT[el.dataset.n];
  const easing = "cubic-bezier(.18,.7,.25,1)";
  motion.animate(el.querySelector(".km-die-cube"), [{
    transform: `rotateX(${x - 540 - Math.random() * 180}deg) rotateY(${y + side * (450 + Math.random() * 180)}deg)`,
  }, { transform: facing(el.dataset.n) }], { duration: TUMBLES, delay, easing });
  motion.animate(el, [
    { transform: `translate(${-40 * side}px,-70px) rotate(${60 * side}deg)`, opacity: 0 },
    { transform: "translate(0,4px)", opacity: 1, offset: 0.5 },
    { transform: "translate(0,-9px)", offset: 0.66 },
    { transform: "none" },
  ], { duration: TUMBLES, delay, easing });
}

// When a die lands, the places that the ball can no longer reach become dim.
/** @param {any} motion @param {HTMLElement} stage @param {Odds} came @param {(i: number) => number} comes */
function dimLost(motion, stage, { steps, falls }, comes) {
  const places = [...stage.querySelectorAll("[data-place]")];
  const lost = new Set();
  falls?.open.forEach((open, i) => {
    places.forEach((place, k) => {
      if (lost.has(place) || open.includes(k + (steps?.from ?? 0))) return;
      lost.add(place);
      motion.animate(place, [{ opacity: 1 }, { opacity: 0.22 }], {
        duration: 240,
        delay: LANDS + comes(i),
        easing: "linear",
        fill: "both",
      });
    });
  });
}
