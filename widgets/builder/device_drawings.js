// Drawings of the devices: die, coin, spinner, bag, cards and ticket, each in a box of 100 by 100.
// A face has the colour that it names, or else the colour of its position.

import { TEXTS } from "../page/texts.js";
import { fillPlaceholders, setPropsAndReturnElement, SVG } from "../page/elements.js";
import { pipsMarkup, roundHundredths, starMarkup, svgFromMarkup } from "../page/drawing.js";
import { numberTextWithMinusSign } from "../page/numbers.js";

const FACE_COLOURS = ["#f2b632", "#5a9fd4", "#df93bd", "#3fbf97", "#ec7a3c", "#a29bec", "#c9c2ac", "#7fd0e8"];
const NAMED = {
  red: "#d8433b",
  blue: "#3d7fc4",
  green: "#2f9e6b",
  yellow: "#f2cf3a",
  gold: "#f2b632",
  black: "#3a3a46",
  white: "#f7f3e8",
  stone: "#9a9a94",
  pink: "#df93bd",
  orange: "#ec7a3c",
  purple: "#8a63c9",
  car: "#f2b632",
  goat: "#c9c2ac",
};
const DARK_ON = "#1e2140";

export const faceColour = (faces, value) =>
  NAMED[value] ?? FACE_COLOURS[Math.max(0, faces.findIndex(([face]) => face === value)) % FACE_COLOURS.length];
export const valueText = (value) => (typeof value === "number" ? numberTextWithMinusSign(value) : value);
const clip = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
const onColour = (
  colour,
) => (["#3a3a46", "#3d7fc4", "#d8433b", "#2f9e6b", "#8a63c9"].includes(colour) ? "#fff" : DARK_ON);

// Texts of faces come from pupils. They are set as text after the markup, which contains only numbers and colours.
// `room` is the maximum width of a text in a small drawing, in units of the drawing.
function lettered(el, texts) {
  for (const [x, y, text, size, room, fill] of texts) {
    const t = document.createElementNS(SVG, "text");
    setPropsAndReturnElement(t, {
      x,
      y,
      "font-size": size,
      "data-size": size,
      "data-room": room,
      fill: fill ?? DARK_ON,
      "font-weight": 700,
      "text-anchor": "middle",
      "dominant-baseline": "central",
    });
    t.textContent = text;
    el.append(t);
  }
  return el;
}

const READ = 14; // px; smaller words in a drawing are left out: its name tells them
const LETTER = 0.56; // how wide one is, of its size

// Gives the labels of drawings a readable size, or hides labels without enough space.
export function fitLabels(root) {
  const all = [...root.querySelectorAll(".km-builder-svg text[data-room]")].map((text) => {
    const { clientWidth, clientHeight } = text.ownerSVGElement;
    return [text, Math.min(clientWidth, clientHeight) / 100];
  });
  for (const [text, scale] of all) {
    const room = +text.dataset.room;
    const most = Math.min(room, room / (LETTER * text.textContent.length));
    const size = Math.max(+text.dataset.size, Math.min(READ / scale, most));
    setPropsAndReturnElement(text, {
      "font-size": roundHundredths(size),
      visibility: size * scale < READ - 0.1 ? "hidden" : "visible",
    });
  }
}

const wordSize = (text, room) =>
  roundHundredths(Math.max(7, Math.min(room, (room * 2.6) / Math.max(2, `${text}`.length))));

function dieThing(faces, value, colour = "#fffef6") {
  const plain = typeof value === "number" && value >= 1 && value <= 6 && faces.length <= 6;
  const box =
    `<rect x="14" y="14" width="72" height="72" rx="14" fill="${colour}" stroke="#c2ae80" stroke-width="2"/>` +
    `<rect x="18" y="17" width="64" height="60" rx="12" fill="#fff" opacity=".35"/>`;
  const el = svgFromMarkup(
    "0 0 100 100",
    plain ? `${box}<g transform="translate(50 50)" fill="${DARK_ON}">${pipsMarkup(value, 19, 7.2)}</g>` : box,
    "km-builder-svg",
    "xMidYMid meet",
  );
  if (!plain && value !== undefined) {
    lettered(el, [[50, 51, clip(valueText(value), 9), wordSize(valueText(value), 34), 66]]);
  }
  return el;
}

function coinThing(faces, value) {
  const side = value === undefined ? "" : valueText(value);
  const el = svgFromMarkup(
    "0 0 100 100",
    `<ellipse cx="50" cy="56" rx="40" ry="39" fill="#7d5300"/>` +
      `<circle cx="50" cy="51" r="40" fill="#e9a91f"/>` +
      `<circle cx="50" cy="51" r="33" fill="${
        value !== undefined && value === faces[1]?.[0] ? "#dfe3ea" : "#ffd66b"
      }"/>${side ? "" : starMarkup(8, 22, 14, 50, 51, 'fill="none" stroke="#a87410" stroke-width="2.4"')}`,
    "km-builder-svg",
    "xMidYMid meet",
  );
  return side ? lettered(el, [[50, 52, clip(side, 8), wordSize(side, 34), 62]]) : el;
}

export const pointOnRim = (
  turn,
  r,
) => [roundHundredths(50 + r * Math.sin(turn * 2 * Math.PI)), roundHundredths(50 - r * Math.cos(turn * 2 * Math.PI))];

const inIt = (faces) => faces.reduce((sum, [, weight]) => sum + weight, 0);

// Start and end of each spinner sector, as fractions of a turn.
export function spinnerSectors(faces) {
  const all = inIt(faces);
  let at = 0;
  return faces.map(([value, weight]) => ({ value, from: at / all, to: (at += weight) / all, weight }));
}

function spinnerThing(faces, value) {
  const parts = spinnerSectors(faces);
  const shapes = parts.map(({ value: face, from, to }) => {
    const colour = faceColour(faces, face);
    if (to - from > 0.9999) return `<circle cx="50" cy="50" r="41" fill="${colour}"/>`;
    const [x1, y1] = pointOnRim(from, 41);
    const [x2, y2] = pointOnRim(to, 41);
    return `<path d="M50 50L${x1} ${y1}A41 41 0 ${
      to - from > 0.5 ? 1 : 0
    } 1 ${x2} ${y2}Z" fill="${colour}" stroke="#fffdf6" stroke-width="1.500"/>`;
  }).join("");
  const here = parts.find((part) => part.value === value);
  const turn = here ? ((here.from + here.to) / 2) * 360 : 32;
  const el = svgFromMarkup(
    "0 0 100 100",
    `<circle cx="50" cy="50" r="47" fill="#eec06a"/><circle cx="50" cy="50" r="44" fill="#7b4e27"/>${shapes}`,
    "km-builder-svg",
    "xMidYMid meet",
  );
  const needle = document.createElementNS(SVG, "g");
  needle.setAttribute("class", "km-builder-needle");
  needle.style.transform = `rotate(${turn}deg)`;
  needle.append(
    ...["M47 62L48.500 14L50 8L51.500 14L53 62Z"].map((d) =>
      setPropsAndReturnElement(document.createElementNS(SVG, "path"), {
        d,
        fill: DARK_ON,
        stroke: "#fffdf6",
        "stroke-width": 1.2,
      })
    ),
    setPropsAndReturnElement(document.createElementNS(SVG, "circle"), {
      cx: 50,
      cy: 50,
      r: 6.5,
      fill: "#e9a91f",
      stroke: "#7d5300",
      "stroke-width": 1.5,
    }),
  );
  el.append(needle);
  // labels are drawn over the needle, so that the label at the needle can be read
  lettered(
    el,
    parts.filter(({ from, to }) => to - from > 0.035).map(({ value: face, from, to }) => {
      const r = parts.length > 8 ? 34 : 27;
      const room = Math.min(38, 2 * r * Math.sin(Math.PI * Math.min(0.5, to - from)));
      const size = Math.min(to - from > 0.12 ? 13 : 8, wordSize(valueText(face), 13));
      return [...pointOnRim((from + to) / 2, r), clip(valueText(face), 8), size, room];
    }),
  );
  for (const text of el.querySelectorAll("text")) {
    setPropsAndReturnElement(text, { stroke: "#fffdf6", "stroke-width": 2.4, "paint-order": "stroke" });
  }
  return el;
}

const BALLS = [[50, 83], [37, 80], [63, 80], [30, 70], [44, 70], [57, 70], [70, 70], [37, 60], [50, 60], [63, 60], [
  43,
  51,
], [57, 51]];

// The balls of a bag that are drawn: at most twelve. If the bag has more, each kind is drawn in proportion.
export function displayedBalls(faces) {
  const all = inIt(faces);
  if (all <= BALLS.length) return faces.flatMap(([value, weight]) => Array.from({ length: weight }, () => value));
  const out = faces.slice(0, BALLS.length).flatMap(([value, weight]) =>
    Array.from({ length: Math.max(1, Math.floor((BALLS.length * weight) / all)) }, () => value)
  );
  return out.slice(0, BALLS.length);
}

// `left`: what is now in the bag. Removed balls are drawn as dashed places, and added balls are drawn as well.
function bagThing(given, left) {
  const faces = left && inIt(left) > inIt(given) ? left : given;
  const all = inIt(faces);
  const gone = new Map();
  if (left && all <= BALLS.length) {
    for (const [value, weight] of faces) {
      gone.set(
        value,
        Math.max(0, weight - (left.find(([face]) => face === value)?.[1] ?? 0)),
      );
    }
  }
  const lying = displayedBalls(faces);
  const shapes = lying.map((value, i) => {
    const [x, y] = BALLS[i];
    if (gone.get(value) > 0) {
      gone.set(value, gone.get(value) - 1);
      return `<circle cx="${x}" cy="${y}" r="6.800" fill="none" ` +
        `stroke="#ffd66b" stroke-width="1" stroke-dasharray="2 2"/>`;
    }
    return `<circle cx="${x}" cy="${y}" r="7.600" fill="${
      faceColour(faces, value)
    }" stroke="#1e1020" stroke-width="1.200"/><circle cx="${x - 2}" cy="${
      y - 2.5
    }" r="2.200" fill="#fff" opacity=".5"/>`;
  }).join("");
  const el = svgFromMarkup(
    "0 0 100 100",
    '<path d="M30 6c6 3 9 2 13 0 4 3 10 3 14 0 4 2 8 3 13 0l-5 17H35Z" fill="#8c2f63"/>' +
      '<path d="M35 22h30c20 14 29 32 29 48 0 20-16 27-44 27S6 90 6 70C6 54 15 36 35 22Z" fill="#97346b"/>' +
      '<path d="M33 20h34v6H33Z" fill="#e9a91f"/>' +
      '<path d="M19 62c0-20 14-30 31-30s31 10 31 30-10 31-31 31-31-11-31-31Z" fill="#3a1230" ' +
      'stroke="#ffd66b" stroke-width="1.200" stroke-dasharray="1.500 2.200"/>' +
      shapes,
    "km-builder-svg",
    "xMidYMid meet",
  );
  lettered(
    el,
    lying.map((value, i) => {
      const colour = faceColour(faces, value);
      return typeof value === "number" && !(left && all <= BALLS.length)
        ? [...BALLS[i], valueText(value), wordSize(value, 9), 13, onColour(colour)]
        : null;
    }).filter(Boolean),
  );
  if (all > BALLS.length) {
    lettered(el, [[
      50,
      43,
      `${left ? inIt(left) : all} in it`,
      9,
      60,
      "#ffe7b0",
    ]]);
  }
  return el;
}

function deckThing(faces, value) {
  const top = value === undefined
    ? `<rect x="26" y="16" width="48" height="68" rx="6" fill="#5c2150" stroke="#fffdf6" stroke-width="2.500"/>${
      starMarkup(8, 16, 10, 50, 50, 'fill="none" stroke="#df93bd" stroke-width="2"')
    }`
    : `<rect x="26" y="16" width="48" height="68" rx="6" fill="#fffdf6" stroke="#b9ab8d" stroke-width="1.500"/>` +
      `<rect x="31" y="21" width="38" height="9" rx="3" fill="${faceColour(faces, value)}"/>`;
  const el = svgFromMarkup(
    "0 0 100 100",
    `<rect x="20" y="20" width="48" height="68" rx="6" fill="#3c1536"/>` +
      `<rect x="23" y="18" width="48" height="68" rx="6" fill="#4a1b42"/>${top}`,
    "km-builder-svg",
    "xMidYMid meet",
  );
  return value === undefined
    ? el
    : lettered(el, [[50, 55, clip(valueText(value), 9), wordSize(valueText(value), 24), 44]]);
}

const WAYS = {
  if: '<path d="M10 50H42M42 50C60 50 56 24 76 24M42 50C60 50 56 76 76 76" fill="none" ' +
    'stroke="#e9a91f" stroke-width="9" stroke-linecap="round"/>' +
    '<circle cx="82" cy="24" r="11" fill="#d8433b" stroke="#1e2140" stroke-width="2"/>' +
    '<circle cx="82" cy="76" r="11" fill="#3d7fc4" stroke="#1e2140" stroke-width="2"/>',
  until: '<path d="M74 26A36 36 0 1 0 86 54" fill="none" stroke="#e9a91f" stroke-width="9" stroke-dasharray="10 4"/>' +
    '<path d="M62 12L88 14L80 38Z" fill="#e9a91f" stroke="#7d5300" stroke-width="2"/>',
  again: '<path d="M30 30C50 4 82 14 84 50" fill="none" stroke="#e9a91f" stroke-width="8"/>' +
    '<path d="M70 46L98 46L84 68Z" fill="#e9a91f" stroke="#7d5300" stroke-width="2"/>' +
    '<circle cx="28" cy="66" r="20" fill="#97346b"/>' +
    '<path d="M18 44h20l-3 6H21Z" fill="#8c2f63"/>',
};
export const drawControlBlock = (name) => svgFromMarkup("0 0 100 100", WAYS[name], "km-builder-svg", "xMidYMid meet");

// Draws a device after a run. `step` contains its values.
export function drawDevice(part, faces, step) {
  const value = step?.values.at(-1);
  const kind = part.dev ?? "bag";
  if (kind === "coin") return coinThing(faces, value);
  if (kind === "spin") return spinnerThing(faces, value);
  if (kind === "bag") return bagThing(faces, step?.left ?? null);
  if (kind === "deck") return deckThing(faces, value);
  return dieThing(faces, value ?? faces.at(-1)[0]);
}

// Draws a value that a device gave, for its flight to the ticket and for its place there.
export function drawValueToken(part, faces, value) {
  const kind = part.dev ?? "bag";
  if (kind === "d") return dieThing(faces, value);
  if (kind === "coin") return coinThing(faces, value);
  if (kind === "deck") return deckThing(faces, value);
  const colour = faceColour(faces, value);
  return lettered(
    svgFromMarkup(
      "0 0 100 100",
      `<circle cx="50" cy="50" r="42" fill="${colour}" stroke="#1e1020" stroke-width="5"/>`,
      "km-builder-svg",
      "xMidYMid meet",
    ),
    typeof value === "string" && value.length > 2 // the colour tells it
      ? []
      : [[50, 52, clip(valueText(value), 6), wordSize(valueText(value), 46), 80, onColour(colour)]],
  );
}

// Describes the faces of a device if its drawing does not show all of them, otherwise "".
/** @returns {string} */
export function undrawnFacesText(part, faces) {
  if (part.dev !== "d" || faces.every(([face, weight], i) => face === i + 1 && weight === 1)) {
    return faces.length > 6 ? `${faces.length} faces` : "";
  }
  if (faces.length > 4) return fillPlaceholders(TEXTS.drawing_own_faces, { n: `${faces.length}` });
  return faces.map(([face, weight]) => (weight > 1 ? `${valueText(face)} ×${weight}` : valueText(face))).join(", ");
}
