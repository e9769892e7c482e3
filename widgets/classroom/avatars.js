// Avatars of pupils: a colour and an animal on a counter. Also the dice of a room code.

import { h, SVG } from "../page/elements.js";
import { normalizeLinkAndRemoveSpaces } from "../page/links.js";
import { browserStorage, isKeptInTabOnly, tabStorage } from "../page/storage.js";

const COLOURS = [
  ["Blue", "#5ab3ec"],
  ["Red", "#ef6a4a"],
  ["Green", "#3cc295"],
  ["Gold", "#f2b632"],
  ["Plum", "#c188b4"],
  ["Rose", "#f9a8bd"],
  ["Silver", "#b6bfd3"],
  ["Sand", "#e2c48e"],
];
const INK = "#1e2140";
const both = (draw) => draw(-1) + draw(1);
const dot = (x, y, r, fill, more = "") => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
const oval = (x, y, rx, ry, fill) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
const point = (fill, out = 26, up = 18, inner = "") =>
  both((s) =>
    `<path d="M${50 + s * 8} 38 ${50 + s * out} ${up} ${50 + s * 27} 52Z" fill="${fill}"/>${
      inner ? `<path d="M${50 + s * 13} 38 ${50 + s * (out - 3)} ${up + 9} ${50 + s * 23} 46Z" fill="${inner}"/>` : ""
    }`
  );
const eyes = (x = 11, y = 52, r = 4.2) =>
  both((s) => dot(50 + s * x, y, r, INK) + dot(50 + s * x + 1.3, y - 1.4, r / 3, "#fff"));
const nose = (y = 63, fill = INK, rx = 4.5) => oval(50, y, rx, 3.3, fill);
const smile = (y = 68, w = 8) =>
  `<path d="M${50 - w} ${y}q${w} ${w * 0.8} ${
    2 * w
  } 0" fill="none" stroke="${INK}" stroke-width="2.4" stroke-linecap="round"/>`;
const head = (fill, rx = 27, ry = 25) => oval(50, 56, rx, ry, fill);
const whiskers = both((s) =>
  `<path d="M${50 + s * 14} 64l${s * 17}-3M${50 + s * 14} 67l${s * 17} 3" stroke="${INK}" stroke-width="1.5"/>`
);

// The order is that of ANIMALS in widgets/classroom/session_state.py.
const ANIMALS = [
  [
    "Camel",
    () =>
      both((s) => oval(50 + s * 25, 40, 8, 6, "#b9803f")) + head("#d9a05b", 22, 27) + oval(50, 70, 19, 13, "#efd0a0") +
      `<path d="M38 32q12-14 24 0-12 6-24 0Z" fill="#7b4e27"/>` + eyes(10, 50) + both((s) =>
        dot(50 + s * 5, 67, 1.8, INK)
      ) + smile(73, 7),
  ],
  [
    "Cat",
    () =>
      point("#5f6880", 25, 17, "#f3a9b8") + head("#6f7991") + eyes(11, 53) + nose(63, "#f3a9b8", 4) + whiskers +
      smile(67, 5),
  ],
  [
    "Penguin",
    () =>
      head("#23283f", 28, 29) + oval(40, 58, 13, 16, "#fff") + oval(60, 58, 13, 16, "#fff") + eyes(9, 54) +
      `<path d="M42 63h16l-8 10Z" fill="#f2921d"/>`,
  ],
  [
    "Hare",
    () =>
      both((s) => oval(50 + s * 11, 27, 7, 20, "#d8c3a0") + oval(50 + s * 11, 27, 3.4, 14, "#f3b7ae")) +
      head("#d8c3a0", 24, 23) + oval(50, 67, 11, 8, "#fff") + eyes(10, 53) + nose(62, "#c96a6a", 3.6) + smile(67, 4),
  ],
  [
    "Panda",
    () =>
      both((s) => dot(50 + s * 21, 34, 10, INK)) + head("#fff", 28, 26) + both((s) =>
        oval(50 + s * 12, 53, 8, 9, INK) + dot(50 + s * 11, 52, 3, "#fff")
      ) + nose(64) + smile(68, 6),
  ],
  [
    "Fox",
    () =>
      point("#e2722b", 26, 14, INK) + head("#e2722b", 27, 24) +
      `<path d="M24 60q26-6 52 0-6 22-26 22T24 60Z" fill="#fff3e2"/>` + eyes(11, 52) + nose(66, INK, 5) + smile(71, 6),
  ],
  [
    "Frog",
    () =>
      both((s) =>
        dot(50 + s * 15, 36, 12, "#58b04c") + dot(50 + s * 15, 35, 7, "#fff") + dot(50 + s * 15, 36, 4, INK)
      ) + head("#58b04c", 30, 22) + both((s) => dot(50 + s * 4, 55, 1.6, INK)) + smile(62, 15),
  ],
  [
    "Mouse",
    () =>
      both((s) => dot(50 + s * 22, 36, 14, "#aab2c8") + dot(50 + s * 22, 36, 8.5, "#f6b3c4")) +
      head("#bcc3d6", 23, 22) + eyes(9, 54) + nose(64, "#e0708c", 3.6) + whiskers + smile(68, 4),
  ],
  [
    "Lion",
    () =>
      `<g fill="#b4681c">${
        Array.from(
          { length: 12 },
          (_, i) => dot(50 + 29 * Math.cos((i * Math.PI) / 6), 54 + 29 * Math.sin((i * Math.PI) / 6), 9, "#b4681c"),
        ).join("")
      }</g>` + head("#f4c559", 25, 24) + oval(50, 66, 12, 9, "#fff3d6") + eyes(10, 52) + nose(62) + smile(68, 6),
  ],
  [
    "Owl",
    () =>
      point("#8a5a2b", 24, 18) + head("#9c6b37", 28, 28) + both((s) =>
        dot(50 + s * 12, 52, 12, "#f7e6c4") + dot(50 + s * 12, 52, 5.5, INK) + dot(50 + s * 12 + 1.6, 50, 1.8, "#fff")
      ) + '<path d="M45 60h10l-5 9Z" fill="#f2a51d"/>',
  ],
  [
    "Koala",
    () =>
      both((s) => dot(50 + s * 25, 40, 14, "#8d97a8") + dot(50 + s * 25, 41, 8, "#f0cdd6")) + head("#a3adbe", 26, 25) +
      eyes(13, 52) + oval(50, 61, 6.5, 9.5, INK) + smile(73, 5),
  ],
  [
    "Bear",
    () =>
      both((s) => dot(50 + s * 20, 34, 10, "#8b5630") + dot(50 + s * 20, 34, 5, "#d9a877")) + head("#a06a3c", 28, 26) +
      oval(50, 66, 13, 10, "#e9cda5") + eyes(11, 51) + nose(62, INK, 5) + smile(68, 6),
  ],
];

// Marks around an animal. In very large classes, they distinguish pupils with the same colour and animal.
const around = (many, draw) =>
  Array.from({ length: many }, (_, i) => {
    const turn = (2 * Math.PI * (i + 0.5)) / many;
    return draw(50 + 39.5 * Math.sin(turn), 50 - 39.5 * Math.cos(turn));
  }).join("");
const star = (x, y) =>
  `<path d="M${x} ${y - 8}l2 6 6 2-6 2-2 6-2-6-6-2 6-2Z" fill="#fff" stroke="${INK}" stroke-width="1.2"/>`;
const MARKS = [
  ["", () => ""],
  ["Starry ", () => around(6, star)],
  ["Dotted ", () => around(12, (x, y) => dot(x, y, 4.6, INK))],
  ["Ringed ", () => `<circle cx="50" cy="50" r="38" fill="none" stroke="#fff" stroke-width="7"/>`],
];

const facesDrawn = new Map();
export const UNMARKED_AVATAR_COUNT = COLOURS.length * ANIMALS.length;
const markOf = (n) => MARKS[Math.floor(n / UNMARKED_AVATAR_COUNT) % MARKS.length];
export const avatarName = (n) =>
  `${markOf(n)[0]}${COLOURS[n % COLOURS.length][0]} ${ANIMALS[Math.floor(n / COLOURS.length) % ANIMALS.length][0]}`;

// The markup contains only numbers and colours, never a name.
export function renderAvatar(n, cls = "") {
  if (!facesDrawn.has(n)) {
    const fill = COLOURS[n % COLOURS.length][1];
    const animal = ANIMALS[Math.floor(n / COLOURS.length) % ANIMALS.length][1]();
    const markup =
      `<svg xmlns="${SVG}" viewBox="0 0 100 100" aria-hidden="true"><circle cx="50" cy="50" r="47" fill="${fill}` +
      `"/><clipPath id="km-f${n}"><circle cx="50" cy="50" r="46"/></clipPath><g clip-path="url(#km-f${n}` +
      `)">${
        markOf(n)[1]()
      }${animal}</g><circle cx="50" cy="50" r="46.500" fill="none" stroke="${INK}" stroke-width="5"/></svg>`;
    facesDrawn.set(n, new DOMParser().parseFromString(markup, "image/svg+xml").documentElement);
  }
  const el = document.importNode(facesDrawn.get(n), true);
  el.setAttribute("class", `km-pupil-face ${cls}`.trim());
  return el;
}

// A die of the room code, with a large number and small pips.
export const renderRoomCodeDie = (n, props = {}, tag = "span") =>
  h(tag, { class: "km-code-die", "data-pips": n ? "⚀⚁⚂⚃⚄⚅"[n - 1] : null, ...props }, h("b", { text: n || "" }));
export const renderRoomCode = (code) =>
  h(
    "span",
    { class: "km-classboard-code", role: "img", "aria-label": `Code ${[...code].join(" ")}` },
    [...code].map((n) => renderRoomCodeDie(n, { "aria-hidden": "true" })),
  );

// ---- requests to the server ----

export const BASE_URL = document.body.dataset.baseUrl?.replace(/voila\/$/, "") ?? "/";

const PAGE = Math.random().toString(36).slice(2, 14);

export async function requestClassEndpoint(name, { key = "", tell = null, file = null, signal } = {}) {
  const asks = name.includes("?at=") ? `${name}&page=${PAGE}` : name; // of a page only the last question waits
  const answer = await fetch(`${BASE_URL}class/${asks}`, {
    method: tell || file !== null ? "POST" : "GET",
    cache: "no-store",
    signal,
    body: tell ? JSON.stringify(tell) : file ?? undefined,
    headers: {
      "X-Kismet-Class": "1",
      ...(key ? { "X-Kismet-Key": key } : {}),
      ...(tell ? { "Content-Type": "application/json" } : {}),
    },
  });
  const text = await answer.text();
  const json = (answer.headers.get("Content-Type") ?? "").includes("json");
  const found = json ? JSON.parse(text) : text;
  if (!answer.ok) {
    throw Object.assign(new Error(found.error ?? "The server isn’t answering."), {
      status: answer.status,
      said: found,
    });
  }
  return found;
}

// The address at which the server's owner starts contains the key after #. This browser then stores the key.
const OWNER = `kismet:key:${BASE_URL}`;
export function ownerKeyFromLinkOrStorage() {
  const brought = /^#key=([-\w]{20,60})$/.exec(normalizeLinkAndRemoveSpaces(location.hash))?.[1];
  if (brought) {
    browserStorage().setItem(OWNER, brought);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return browserStorage().getItem(OWNER) ?? "";
}

// Notice on the pages of a class if site data are blocked.
export const renderTabStorageNotice = () =>
  isKeptInTabOnly()
    ? h("p", {
      class: "km-kept",
      text: "This browser blocks site data. What you do here is kept in this tab, until you close it.",
    })
    : null;

export const delay = (ms) => new Promise((wake) => setTimeout(wake, ms));
export const MEMBERSHIP_KEY = "kismet:class"; // of this tab: gone with its tab, so that a shared computer starts clean
export const UNSENT = "kismet:unsent"; // what the server has not taken yet
const OUT = "kismet:out";
export const englishWordForSixToNine = (n) => ["six", "seven", "eight", "nine"][n - 6] ?? String(n);

function keptInTab(key) {
  try {
    return JSON.parse(tabStorage().getItem(key));
  } catch {
    return null;
  }
}

export const readMembership = () => keptInTab(MEMBERSHIP_KEY);

// Joins a class. Returns the pupil, or {waiting, ticket} if the teacher has to admit the pupil (ask again with the
// ticket), or {taken} if `isFirst` and another pupil has this name.
export async function joinClass(code, name, asFace, { ticket = "", isFirst = false } = {}) {
  const out = keptInTab(OUT);
  const was = out?.code === code ? out.token : "";
  const tell = { code, name, face: asFace, was, ticket, is_first: isFirst };
  const me = await requestClassEndpoint("join-room", { tell });
  if (me.waiting || me.taken) return me;
  if (was) tabStorage().removeItem(OUT);
  else tabStorage().clear(); // of another class, or of who sat here before
  tabStorage().setItem(MEMBERSHIP_KEY, JSON.stringify({ ...me, told: 0 }));
  return me;
}

// A return code as digits that are easy to read out.
export const spacedReturnCode = ({ return_code: code }) => `${code.slice(0, 3)} ${code.slice(3)}`;

// Continues in this tab as the pupil with this return code, together with the work that the pupil saved elsewhere.
export async function rejoinClassAndRestoreWork(code, returnCode) {
  const { work, ...me } = await requestClassEndpoint("return-to-room", { tell: { code, return_code: returnCode } });
  tabStorage().clear();
  for (const { place, saved } of work) tabStorage().setItem(place, JSON.stringify(saved));
  tabStorage().setItem(MEMBERSHIP_KEY, JSON.stringify(me));
  return me;
}

// Ends the membership in this tab. A removed pupil keeps the token, with which the pupil can ask for admission again.
export function clearStoredMembership(error) {
  const me = readMembership();
  if (error?.said?.removed && me) tabStorage().setItem(OUT, JSON.stringify({ code: me.code, token: me.token }));
  for (const key of [MEMBERSHIP_KEY, UNSENT]) tabStorage().removeItem(key);
}

// Address of a lesson, of a dashboard ("dashboards/raid"), or of the Builder.
export const BUILDER_PAGE = "builder";
export const pageAddress = (id) =>
  `${BASE_URL}voila/render/${id.includes("/") || id === BUILDER_PAGE ? id : `lessons/${encodeURIComponent(id)}`}.ipynb`;
