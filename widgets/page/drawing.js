// SVG drawings from data: faces, pictures of cards, backs, dials, dice. This module knows no game: kinds of cards with
// their colours and shapes, backs and people are data of a board (format: widgets/table/board.py).

import { h, SVG } from "./elements.js";

/** @import { CardBack, GameTheme, Portrait, CardImage, Shape } from "./drawing_types.d.ts" */

const parsed = new Map();
const parser = new DOMParser();

// The markup must contain only numbers, colours and paths, never a name or other text of users.
export function svgFromMarkup(box, inner, cls = "km-pic", fit = "xMidYMid slice") {
  const markup = `<svg xmlns="${SVG}" viewBox="${box}" aria-hidden="true" preserveAspectRatio="${fit}">${inner}</svg>`;
  if (!parsed.has(markup)) parsed.set(markup, parser.parseFromString(markup, "image/svg+xml").documentElement);
  const el = document.importNode(parsed.get(markup), true);
  el.setAttribute("class", cls);
  return el;
}

// Each gradient is defined once in the document. In a hidden part of the page, it would not work for other parts.
function paint(id, markup) {
  let store = document.getElementById("km-paints");
  if (!store) {
    store = svgFromMarkup("0 0 1 1", "<defs></defs>", "km-paints");
    store.id = "km-paints";
    document.body.append(store);
  }
  if (!document.getElementById(id)) {
    const made =
      parser.parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml").documentElement.firstElementChild;
    made.id = id;
    store.firstElementChild.append(made);
  }
  return `url(#${id})`;
}

const plain = (colour) => colour.replace(/\W/g, "");
/** Adds the gradient to the page. @returns {string} the fill "url(#id)" */
export const defineVerticalGradientFill = (topColour, bottomColour) =>
  paint(
    `km-f-${plain(topColour)}-${plain(bottomColour)}`,
    `<linearGradient x2="0" y2="1"><stop stop-color="${topColour}"/><stop offset="1" stop-color="${bottomColour}"/>` +
      `</linearGradient>`,
  );
/** Adds the gradient to the page. @returns {string} the fill "url(#id)" */
export const defineRadialGradientFill = (edgeColour, centreColour) =>
  paint(
    `km-g-${plain(edgeColour)}-${plain(centreColour)}`,
    `<radialGradient cy=".45" r=".75"><stop stop-color="${centreColour}"/>` +
      `<stop offset="1" stop-color="${edgeColour}"/></radialGradient>`,
  );

// ---- things: each in a box of about 60 by 60 around the origin ---------------------------------------------------

export const roundHundredths = (x) => Math.round(100 * x) / 100;
export function starMarkup(points, outer, inner, x = 0, y = 0, more = "") {
  const at = Array.from({ length: 2 * points }, (_, i) => {
    const angle = (-90 + (i * 180) / points) * (Math.PI / 180);
    const radius = i % 2 ? inner : outer;
    return `${roundHundredths(x + radius * Math.cos(angle))},${roundHundredths(y + radius * Math.sin(angle))}`;
  });
  return `<polygon points="${at.join(" ")}" ${more}/>`;
}

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
export const pipsMarkup = (n, step, radius) =>
  PIPS[n].map(([x, y]) => `<circle cx="${x * step}" cy="${y * step}" r="${radius}"/>`).join("");

const BLADE =
  '<path d="M-2.5 20C-1-6 4-22 17-34 15-14 9 4 4 20Z" fill="#e9edf5"/><path d="M4 20C9 4 15-14 17-34 12-18 5 2 ' +
  '.5 20Z" fill="#a9b4c8"/>' +
  '<path d="M-9 20c6-3 13-3 19 0l-1 4c-6-2-11-2-17 0Z" fill="#f2b632"/><rect x="-2.200" y="23" width="5.400" ' +
  'height="11" rx="2" fill="#5b2d14"/><circle cx=".5" cy="36" r="3.300" fill="#f2b632"/>';
const COIN =
  `<ellipse cy="4" rx="26" ry="26" fill="#7d5300"/><circle r="26" fill="#e9a91f"/><circle r="21.800" fill="#ffd66b"/>${
    starMarkup(8, 14.5, 9.4, 0, 0, 'fill="none" stroke="#a87410" stroke-width="1.600"')
  }` +
  '<path d="M-15.600-9.100A18.200 18.200 0 0 1-1.300-17.700" stroke="#fff8dc" stroke-width="2.200" fill="none" ' +
  'stroke-linecap="round"/>';

const EAR = `<path d="${
  [0, -9, -18].map((y) => `M0 ${y}c-8-2-9-7-7-13 5 3 7 7 7 13c8-2 9-7 7-13-5 3-7 7-7 13Z`).join("")
}M0-27c-4-4-3-9 0-12 3 3 4 8 0 12Z" fill="#ffd96f" stroke="#9a6a14"/>`;

const shieldOf = (colour) =>
  `<path d="M-22-24 0-32 22-24V0c0 18-11 27-22 32C-11 27-22 18-22 0Z" fill="#f2b632"/><path d="M-18-21 ` +
  `0-27.500 18-21V0c0 15-9 22-18 27C-9 22-18 15-18 0Z" fill="${colour}"/>${
    starMarkup(8, 11, 7, 0, -2, 'fill="#f2b632"')
  }`;

// name -> markup of a symbol; `of` is the shape in the data of the board
const THINGS = {
  coin: () => COIN,
  gem: () =>
    '<path d="M-18-14H18L28-2 0 30-28-2Z" fill="#2f8dc4"/><path d="M-18-14-28-2h14ZM-18-14H0l-14 ' +
    '12ZM0-14H18L14-2Z" fill="#6cc0ee"/><path d="M0-14-14-2h28Z" fill="#bfe6fb"/>' +
    '<path d="M-28-2h14L0 30Z" fill="#14618f"/><path d="M14-2h14L0 30Z" fill="#0c4468"/><path d="M-12-11-20-3" ' +
    'stroke="#fff" stroke-width="2.200" stroke-linecap="round"/>',
  die: ({ value = 5, ink = "#1e2140", side = "#fffaf0" }) =>
    `<rect x="-26" y="-23" width="54" height="54" rx="11" fill="#0005"/><rect x="-27" y="-27" width="54" ` +
    `height="54" rx="11" fill="${side}" stroke="#0003"/><g fill="${ink}">${pipsMarkup(value, 14.5, 5.4)}</g>`,
  pendant: () =>
    '<path d="M-30-34C-28 2-10 10 0 10S28 2 30-34" fill="none" stroke="#f4c64a" stroke-width="3.500" ' +
    'stroke-dasharray="1 5" stroke-linecap="round"/><path d="M-30-34C-28 2-10 10 0 10S28 2 30-34" fill="none" ' +
    'stroke="#f4c64a"/>' +
    '<circle cy="13" r="13" fill="#e9a91f"/><circle cy="13" r="9" fill="#b3225f"/><path d="M-5 10a6 6 0 0 1 5-4" ' +
    'stroke="#fff" stroke-width="2" fill="none" stroke-linecap="round"/><g fill="#e9a91f"><circle cx="-19" ' +
    'cy="4" r="5"/><circle cx="19" cy="4" r="5"/></g>' +
    '<circle cx="-19" cy="4" r="2.800" fill="#14618f"/><circle cx="19" cy="4" r="2.800" fill="#14618f"/><path ' +
    'd="M0 26v4" stroke="#e9a91f" stroke-width="2"/><circle cy="33" r="3" fill="#fffaf0"/>',
  book: () =>
    '<path d="M-36-24c14-6 28-4 36 4 8-8 22-10 36-4v46c-14-6-28-4-36 4-8-8-22-10-36-4Z" fill="#fff6e0"/><path ' +
    'd="M0-20v46" stroke="#c9b58a" stroke-width="1.500"/><path d="M-36 22c14-6 28-4 36 4 8-8 22-10 ' +
    '36-4v5c-14-6-28-4-36 4-8-8-22-10-36-4Z" fill="#7a3a1c"/>' +
    '<g fill="none" stroke="#cdbb93" stroke-width="1.800"><path d="M-30-14q12-3 24 3M-30-6q12-3 24 3M-30 2q12-3 ' +
    '24 3M-30 10q12-3 24 3"/></g>',
  shield: ({ colour = "#0a548a" }) => shieldOf(colour),
  sword: () => BLADE,
  swords: () => `<g transform="rotate(-38)">${BLADE}</g><g transform="scale(-1 1) rotate(-38)">${BLADE}</g>`,
  watch: () =>
    '<path d="M32-38v78" stroke="#5b3a1c" stroke-width="3.500"/><path d="M32-44l6 14H26Z" fill="#e9edf5"/><path ' +
    'd="M-30 44c1-20 16-22 25-25H9c12 3 25 5 26 25Z" fill="#7c1f1f"/><ellipse cx="2" rx="13.500" ry="16" ' +
    'fill="#c68a5c"/><path d="M-13-6C-14-24 18-24 17-6 8-11-4-11-13-6Z" fill="#9aa7bd"/>' +
    '<path d="M2-38c4 6 9 10 11 18-7-3-15-3-22 0 2-8 7-12 11-18Z" fill="#c7d0df"/><path d="M-13-6C-4-11 8-11 ' +
    '17-6v4C8-6-4-6-13-2Z" fill="#f2b632"/><path d="M-9 8c4-4 9-3 11-1 2-2 7-3 11 1C8 9 5 12 2 9-1 12-4 9-9 ' +
    '8Z" fill="#23181a"/><path d="M-7 1q3 2 6 0M5 1q3 2 6 0" stroke="#23181a" stroke-width="1.700" ' +
    'fill="none" stroke-linecap="round"/>' +
    `<g transform="translate(-17 24) scale(.62)">${shieldOf("#0a548a")}</g>`,
  chest: () =>
    '<g transform="rotate(-8) translate(0-8)"><path d="M-30 0c0-24 60-24 60 0Z" fill="#8a4b1f"/><path d="M-30 ' +
    '0c0-24 60-24 60 0" fill="none" stroke="#f2b632" stroke-width="4"/></g>' +
    `<g transform="translate(-16 0) scale(.35)">${COIN}</g><g transform="translate(0-4) scale(.38)">${COIN}</g>` +
    `<g transform="translate(16 0) scale(.35)">${COIN}</g>` +
    '<rect x="-32" y="2" width="64" height="30" rx="3" fill="#6d3716"/><path d="M-32 10h64M-16 2v30M16 2v30" ' +
    'stroke="#f2b632" stroke-width="4"/><rect x="-7" y="6" width="14" height="13" rx="2" fill="#f2b632"/>' +
    '<circle cy="11" r="2.500" fill="#3a1d0a"/>',
  bolt: () => '<path d="M5-35-22 7h18l-6 30 32-44H4Z" fill="#f2b632" stroke="#fff" stroke-width="2"/>',
  wheel: () =>
    `${starMarkup(8, 34, 24, 0, 0, 'fill="#f2b632"')}<circle r="22" fill="#262a5c"/>` +
    `<g stroke="#f4d58a" stroke-width="2"><path d="M-22 0H22M0-22V22` +
    `M-15.600-15.600 15.600 15.600M15.600-15.600-15.600 15.600"/></g>` +
    `<circle r="7" fill="#f4d58a"/>`,
  tower: () =>
    '<path d="M-17 30v-40h-4v-13h8v5h6v-5h14v5h6v-5h8v13h-4v40Z" fill="#e9dcc0"/><path d="M5 ' +
    '30v-53h2v5h6v-5h8v13h-4v40Z" fill="#c2b08a"/><path d="M-6 30V16a6 6 0 0 1 12 0v14ZM-3-6h6v9h-6Z" ' +
    'fill="#5b2d14"/><path d="M0-23v-14" stroke="#7d5300" stroke-width="2"/><path d="M1-38l15 5-15 5Z" ' +
    'fill="#f2b632"/>',
  hall: () =>
    '<path d="M-34-9 0-31 34-9v5h-68ZM-30 24h60v7h-60ZM-27-4h9v28h-9ZM-11-4h9v28h-9ZM5-4h9v28H5ZM20-4h9v28h-9Z" ' +
    'fill="#fff6e0"/><path d="M-21-4h3v28h-3ZM-5-4h3v28h-3ZM11-4h3v28h-3ZM26-4h3v28h-3ZM-34 31h68v4h-68Z" ' +
    'fill="#d3bd88"/><circle cy="-15" r="5" fill="#f2b632"/>',
  sheaf: () =>
    [-30, -15, 0, 15, 30].map((turn) =>
      `<g transform="rotate(${turn} 0 30)"><path d="M0 32V-4" stroke="#d9a53c" stroke-width="3"/>${EAR}</g>`
    ).join("") + '<path d="M-12 12c8 4 16 4 24 0v8c-8 4-16 4-24 0Z" fill="#c9482a"/>',
  bust: () =>
    '<path d="M-20 22h40v6h4v6h-48v-6h4Z" fill="#9a8a66"/><path d="M-19 22c0-15 5-21 13-23v-3c-9-8-6-24 6-24s15 ' +
    '16 6 24v3c8 2 13 8 13 23Z" fill="#ece3cf"/><path d="M3 22c8-8 8-14 3-20v-6c9-8 6-24-6-24 8 5 9 15 2 23l1 ' +
    '6c6 5 5 12-5 21Z" fill="#c9bb9a"/><path d="M-12-20c8-5 16-5 24 0-1-15-22-16-24 0Z" fill="#b59a5a"/>',
  medal: ({ colour = "#ffdf7e", rim = "#b8800f" }) =>
    `<path d="M-14-34h11l8 24-9 5ZM14-34H3l-8 24 9 5Z" fill="#b93a24"/><circle cy="10" r="20" fill="${rim}"/>` +
    `<circle cy="10" r="16" fill="${colour}"/>${starMarkup(5, 12, 5.4, 0, 10, `fill="${rim}"`)}`,
  star: ({ points = 5, colour = "#f2b632" }) => starMarkup(points, 30, points > 5 ? 20 : 13, 0, 0, `fill="${colour}"`),
  moon: ({ colour = "#ffe9b8" }) => `<path d="M8-24A26 26 0 1 0 22 14 20 20 0 0 1 8-24Z" fill="${colour}"/>`,
  hills: ({ colour = "#2a0d0a" }) =>
    `<path d="M-50 42V22c6 0 6-7 10-7s4 5 8 5 4-14 9-19c5 5 5 15 9 15s3-7 8-7 4 10 9 10 5-18 10-22c5 4 6 20 10 ` +
    `20s4-8 9-8 6 7 10 7 4-6 8-6v32Z" fill="${colour}" opacity=".62"/>`,
};

/** @param {Shape} of @param {Record<string, string>} icons */
export function shapeMarkup(of, icons) {
  const { at = [50, 41], size = 1, turn = 0, flip } = of;
  const inner = of.thing
    ? THINGS[of.thing](of)
    : of.icon
    ? `<g transform="translate(-30-30) scale(2.5)" fill="${of.fill ?? "#fff6e0"}" fill-rule="evenodd"><path d="${
      icons[of.icon] ?? ""
    }"/></g>`
    : `<path d="${of.path}" fill="${of.fill ?? "none"}" stroke="${of.stroke ?? "none"}" stroke-width="${
      of.width ?? 2
    }" stroke-linecap="round" stroke-linejoin="round" fill-rule="evenodd"/>`;
  return `<g transform="translate(${at[0]} ${at[1]}) rotate(${turn}) scale(${flip ? -size : size} ${size})" opacity="${
    of.opacity ?? 1
  }">${inner}</g>`;
}

// ---- people: a few parametric shapes, chosen by the name and by what the board says --------------------------------

function seeded(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507);
    state = Math.imul(state ^ (state >>> 13), 3266489909);
    return ((state ^= state >>> 16) >>> 0) / 4294967296;
  };
}
const pick = (random, list) => list[Math.floor(random() * list.length)];

const SKIN = ["#f2cfae", "#e6b48a", "#d39868", "#b3754a", "#8c5839"];
const HAIR = ["#23181a", "#43261a", "#6d371b", "#1d1e2c", "#8a5526"];
const DRESS = [
  ["#b93a24", "#f2b632"],
  ["#0e6f67", "#f0d48a"],
  ["#612a70", "#e69fc4"],
  ["#1b4d8a", "#8fd0f2"],
  ["#b47a0a", "#fff0c2"],
  ["#3c6a34", "#e9d46a"],
  ["#9c3263", "#ffd2b0"],
];
const SKY = [["#6a2b5e", "#e79a8a"], ["#20345f", "#7fb3d9"], ["#0f5a55", "#9fd3b4"], ["#7a3a1c", "#f0bd7a"], [
  "#3a2f6b",
  "#c29be0",
]];
const HAIRDO = [
  "M31 44C28 16 72 16 69 44c1 12 4 20 6 28H25c2-8 5-16 6-28Z",
  "M32 42C30 18 70 18 68 42c0 10-1 14-3 20H35c-2-6-3-10-3-20Z",
  "M31 44C28 17 72 17 69 44c2 6 6 8 5 16-1 7 3 10 1 16l-9-4H34l-9 4c-2-6 2-9 1-16-1-8 3-10 5-16Z",
  "M32 42C30 18 70 18 68 42c0 8 0 12 4 18 4 8 0 16 3 26l-10-2c1-10-3-18-4-24H36c-2-6-4-10-4-18Z",
  "M33 42C31 20 69 20 67 42c0 5-1 8-2 12H35c-1-4-2-7-2-12Z",
];
const HATS = [
  (hair, cloth, trim) =>
    `<path d="M33 33C34 18 66 18 67 33c-10-5-24-5-34 0Z" fill="${hair}"/><path d="M33.500 31C42 25 58 25 66.500 ` +
    `31" fill="none" stroke="${trim}" stroke-width="3"/><circle cx="50" cy="25.500" r="3.400" fill="${trim}"/>` +
    `<circle cx="50" cy="25.500" r="1.700" fill="${cloth}"/>`,
  (hair, cloth, trim) =>
    `<path d="M32 31c-4-15 12-22 19-20 10-2 22 7 17 20-11-6-25-6-36 0Z" fill="${trim}"/><path d="M33 27c8-6 ` +
    `22-10 32-11M32.500 30.500C42 24 58 23 68 28" fill="none" stroke="${cloth}" stroke-width="1.600"/><circle ` +
    `cx="50" cy="21" r="3.200" fill="${cloth}"/><path d="M50 17c-3-6 2-9 5-12 1 5 0 9-3 12Z" fill="${cloth}"/>`,
  (hair, cloth, trim) =>
    `<path d="M33 34C32 17 68 17 67 34c-3-9-10-12-17-12s-14 3-17 12Z" fill="${hair}"/><path d="M30 33C30 12 70 ` +
    `12 70 33c3 16 9 30 13 42l-11-4C71 56 70 44 66 32c-6-9-26-9-32 0-4 12-5 24-6 39l-11 4c4-12 10-26 13-42Z" ` +
    `fill="${trim}" opacity=".82"/>`,
  (hair, cloth, trim) =>
    `<path d="M33 34c-1-16 35-16 34 0-8-4-12-7-15-11-4 5-10 8-19 11Z" fill="${hair}"/><g fill="${trim}">${
      [0, 72, 144, 216, 288].map((a) =>
        `<circle cx="${roundHundredths(64 + 4 * Math.cos((a * Math.PI) / 180))}" cy="${
          roundHundredths(26 + 4 * Math.sin((a * Math.PI) / 180))
        }" r="3.200"/>`
      ).join("")
    }</g><circle cx="64" cy="26" r="2.400" fill="${cloth}"/>`,
  (hair, cloth, trim) =>
    `<path d="M33 33C33 19 67 19 67 33c-10-4-24-4-34 0Z" fill="${hair}"/><path d="M37 24 39 9h22l2 ` +
    `15c-8-3-18-3-26 0Z" fill="${cloth}"/><path d="M36.500 25c8-3.500 19-3.500 27 0l.5 4c-9-3.500-19-3.500-28 ` +
    `0Z" fill="${trim}"/><path d="M61 9c6 1 7 7 6 13" fill="none" stroke="${trim}" stroke-width="1.800"/>`,
];
const BEARDS = [
  "", // none
  "M35 47c1 22 12 27 15 27s14-5 15-27c-3 5-7 6-9 6-2-2-10-2-12 0-2 0-6-1-9-6Zm10 8q5 3 10 0-1 4-5 4t-5-4Z", // full
  "M41 53c3-3 7-3 9-1 2-2 6-2 9 1-3 1-6 3-9 1-3 2-6 0-9-1Z", // moustache
];
const PROPS = {
  ribbon: (trim) =>
    `<g fill="none" stroke="${trim}" stroke-width="5" stroke-linecap="round"><path d="M8 86C-2 62 20 60 18 44S2 ` +
    `30 12 18M92 86c8-20-12-24-9-40 2-10 10-12 6-24"/></g>`,
  lute: () =>
    '<g transform="rotate(-38 66 76)"><rect x="63.600" y="38" width="5" height="32" fill="#5a3216"/><path d="M58 ' +
    '34h16v6H58Z" fill="#3d200d"/><ellipse cx="66" cy="82" rx="14" ry="17" fill="#b5752f" stroke="#5a3216" ' +
    'stroke-width="2"/><circle cx="66" cy="76" r="4.500" fill="#3d200d"/><path d="M65 40v52M67.500 40v52" ' +
    'stroke="#f6e6c0" stroke-width=".8"/></g>',
  flower: () =>
    `<g transform="translate(78 70)"><path d="M0 4c-3 8-6 12-10 18" stroke="#2f6a3a" stroke-width="2.500" ` +
    `fill="none"/><path d="M-3 12c-6-3-9 0-10 4 5 1 8 0 10-4Z" fill="#3f8a4c"/>${
      starMarkup(5, 10, 6.5, 0, 0, 'fill="#d8456b"')
    }<circle r="5" fill="#f27a93"/></g>`,
};

// person: {name, prop: ribbon | lute | flower, beard: 0..2}: the same name is the same face everywhere
/** @param {Portrait} person */
export function portraitMarkup({ name, prop, beard = 0 }) {
  const random = seeded(`${name}\u00a7`);
  const skin = pick(random, SKIN),
    hair = pick(random, HAIR),
    [cloth, trim] = pick(random, DRESS),
    [sky, dusk] = pick(random, SKY);
  const style = beard ? 4 : Math.floor(random() * 4);
  const hat = beard ? pick(random, [1, 4]) : Math.floor(random() * 5);
  return `<rect width="100" height="82" fill="${sky}"/><path d="M12 90V40C12 20 38 16 50 1c12 15 38 19 38 ` +
    `39v50Z" fill="${defineVerticalGradientFill(sky, dusk)}" stroke="#f4d58a" stroke-width="1.400"/>` +
    `<g fill="#fff6">${starMarkup(4, 2.6, 0.8, 26, 30)}${starMarkup(4, 2, 0.6, 74, 24)}${
      starMarkup(4, 1.8, 0.5, 79, 40)
    }</g>${prop === "ribbon" ? PROPS.ribbon(trim) : ""}` +
    `<path d="${HAIRDO[style]}" fill="${hair}"/>${
      style === 1 ? `<circle cx="50" cy="17" r="8.500" fill="${hair}"/>` : ""
    }` +
    `<path d="M12 92C13 72 30 69 41 65h18c11 4 28 7 29 27Z" fill="${cloth}"/><path d="M43.500 54h13v10c0 8-13 ` +
    `8-13 0Z" fill="${skin}"/><path d="M43.500 57c3 4 10 4 13 0v7c0 8-13 8-13 0Z" fill="#5a2415" opacity=".3"/>` +
    `<path d="M36 67c3 12 25 12 28 0l-5-2c-3 6-15 6-18 0Z" fill="${trim}"/><g fill="${cloth}"><circle cx="43" ` +
    `cy="71.500" r="1.300"/><circle cx="50" cy="73.500" r="1.500"/><circle cx="57" cy="71.500" r="1.300"/></g>` +
    `<ellipse cx="50" cy="42.500" rx="15.500" ry="18.500" fill="${skin}"/><g fill="#d9524a" opacity=".26">` +
    `<ellipse cx="40.500" cy="50" rx="3.600" ry="2.400"/><ellipse cx="59.500" cy="50" rx="3.600" ry="2.400"/></g>` +
    '<g fill="none" stroke="#2a1613" stroke-linecap="round"><path d="M39 43.500q3.700 3.200 7 0M54 43.500q3.700 ' +
    '3.200 7 0" stroke-width="1.700"/><path d="M38.500 38.200q4-2.800 8-.8M53.500 37.400q4-2 8 .8" ' +
    'stroke-width="1.300"/><path d="M50 44v5.500q-1.600.6-1.600 0" stroke-width=".9" opacity=".55"/></g>' +
    `<path d="M45.800 54q4.200 3.600 8.400 0-4.200-1.600-8.400 0Z" fill="#a3353a"/>${
      beard ? `<path d="${BEARDS[beard]}" fill="${hair}" fill-rule="evenodd"/>` : ""
    }${HATS[hat](hair, cloth, trim)}` +
    `${beard ? "" : '<g fill="#f4c64a"><circle cx="34" cy="51" r="2.100"/><circle cx="66" cy="51" r="2.100"/></g>'}${
      prop && prop !== "ribbon" ? PROPS[prop](trim) : ""
    }`;
}

// ---- pictures of cards, backs, dials -------------------------------------------------------------------------------

// Two colours for each tone, for cards without a kind: one dark enough for white text, and one bright.
const TONES = {
  s1: ["#8a6100", "#f2b632"],
  s2: ["#14618f", "#6cc0ee"],
  s3: ["#00664c", "#3fbf97"],
  s4: ["#6d6400", "#e2d64a"],
  s5: ["#0a548a", "#5a9fd4"],
  s6: ["#a63c00", "#ec7a3c"],
  s7: ["#97346b", "#df93bd"],
  s8: ["#33363f", "#8a8f9c"],
  muted: ["#53556c", "#a9abc0"],
};

/** @param {CardImage} card @param {GameTheme} theme @returns {[string, string]} the deep and the bright colour */
export const cardColourPair = (card, theme) => {
  const kind = theme.kinds?.[card.kind];
  return kind ? [kind.deep, kind.bright] : TONES[card.tone] ?? TONES.s5;
};

// The picture of a card: a face, or the shapes of its kind on a glow with rays in the kind's two colours.
/** @param {CardImage} card @param {GameTheme} theme @param {Record<string, string>} icons */
export function drawCardImage(card, theme, icons) {
  if (card.person) return svgFromMarkup("0 0 100 82", portraitMarkup(card.person));
  const [deep, bright] = cardColourPair(card, theme);
  const shapes = card.art ?? theme.kinds?.[card.kind]?.art ?? (card.icon ? [{ icon: card.icon, size: 0.8 }] : []);
  const rays = Array.from(
    { length: 8 },
    (_, i) => `<path d="M50 40 42-60 58-60Z" transform="rotate(${i * 45 + 22} 50 40)"/>`,
  ).join("");
  return svgFromMarkup(
    "0 0 100 82",
    `<rect width="100" height="82" fill="${
      defineRadialGradientFill(deep, bright)
    }"/><g fill="#fff" opacity=".1">${rays}</g>${shapes.map((shape) => shapeMarkup(shape, icons)).join("")}`,
  );
}

// The back of a card: two colours, one lattice, one emblem.
/** @param {string} name @param {GameTheme} theme @param {Record<string, string>} icons */
export function drawCardBack(name, theme, icons) {
  /** @type {CardBack} */
  const { deep, bright, emblem } = theme.backs?.[name] ?? { deep: "#1e2a5e", bright: "#c9a24a" };
  const lattice = paint(
    `km-hatch-${plain(bright)}`,
    `<pattern width="12" height="12" patternUnits="userSpaceOnUse"><path d="M6 0 12 6 6 12 0 6ZM0 0h12M0 12V0" ` +
      `fill="none" stroke="${bright}" stroke-width=".7" opacity=".75"/></pattern>`,
  );
  const mark = emblem
    ? `<g transform="translate(-10-10) scale(.84)" fill="${bright}" fill-rule="evenodd"><path d="${
      icons[emblem] ?? ""
    }"/></g>`
    : starMarkup(8, 9, 5, 0, 0, `fill="${bright}"`);
  return svgFromMarkup(
    "0 0 60 84",
    `<rect width="60" height="84" rx="5" fill="#fbf3df"/><rect x="2.500" y="2.500" width="55" height="79" ` +
      `rx="3.500" fill="${deep}"/><rect x="5" y="5" width="50" height="74" rx="2" fill="${lattice}"/>` +
      `<g transform="translate(30 42)">${
        starMarkup(8, 19, 13.5, 0, 0, `fill="${deep}" stroke="${bright}" stroke-width="1.600"`)
      }${mark}</g>`,
    "km-backpic",
    "none",
  );
}

// A probability as a pie that begins at twelve o'clock.
export function drawProbabilityPie(share, cls = "km-probability-pie") {
  const angle = 2 * Math.PI * share;
  const slice = share >= 1
    ? '<circle cx="16" cy="16" r="13"/>'
    : share <= 0
    ? ""
    : `<path d="M16 16V3A13 13 0 ${share > 0.5 ? 1 : 0} 1 ${roundHundredths(16 + 13 * Math.sin(angle))} ${
      roundHundredths(16 - 13 * Math.cos(angle))
    }Z"/>`;
  return svgFromMarkup(
    "0 0 32 32",
    `<circle cx="16" cy="16" r="15" fill="#fffdf6" stroke="#1e2140" stroke-width="1.500"/><g ` +
      `class="km-slice">${slice}</g>`,
    cls,
    "xMidYMid meet",
  );
}
