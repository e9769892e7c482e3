// Tracks: rows of rising beads with the marks that they unlock, each before a row of pieces.

import { h, icon } from "../../../page/elements.js";
import { drawMapShape } from "../../../table/cell_map.js";
import { drawGroupRow } from "../../../table/groups.js";
import { registerRenderers } from "../../../table/renderers.js";

/** @import { MapShape, Group, Track, TrackMark } from "./scene.d.ts" */
/** @import { TableView } from "../../../table/view.d.ts" */

registerRenderers({
  group: { track: drawLine },
  mapShape: { spin: drawSpin },
  transition: {
    pins: { from: (root) => pinsOf(root), show: slidePins },
    spins: { from: (root) => spinsOf(root), show: turnSpins },
  },
});

const TRACK_LETTERS = 28; // letters beside each other that a track has room for

// The side of a mark on which its label fits: away from the pin of the current value, and inside the track.
/** @param {TrackMark} mark @param {Track} track */
function labelSide({ at, label }, { value, most }) {
  const size = most * (label.length + 1) / TRACK_LETTERS, pin = most / 15;
  const isFree = (from, to) => from > -pin && to < most && (value + pin < from || value - pin > to);
  const free = { left: isFree(at - size, at), right: isFree(at, at + size) };
  return (at < value ? ["left", "right"] : ["right", "left"]).find((side) => free[side]);
}

/** @param {TableView} view @param {Group} group */
function drawTrack(view, { id, track }) {
  const { label, value, most, marks = [], kind, text } = track;
  if (value === undefined) return h("span", { class: "km-track-beads km-no-track", title: text, text });
  const told = [`${label} ${value}`, ...marks.map(({ said }) => said)].filter(Boolean).join("; ");
  return h(
    "span",
    {
      class: `km-track-beads ${value > 0.6 * most ? "km-track-high" : ""} ${
        value > 0.85 * most ? "km-track-highest" : ""
      }`,
      role: "img",
      "aria-label": told,
      "data-value-id": id,
      "data-value": value,
      style: `--most:${most};--v:${value};--to:${value};${view.cardColourStyle({ kind })}`,
    },
    marks.map((mark) =>
      h("i", {
        class: `km-track-mark km-is-${mark.look} km-track-label-${labelSide(mark, track)}`,
        style: `--at:${Math.min(mark.at, most)}`,
      }, labelSide(mark, track) && h("small", { text: mark.label }))
    ),
    h("i", { class: "km-track-bead-way" }),
    h("i", { class: "km-track-bead-next" }),
    h("i", { class: "km-track-bead-full" }),
    h("b", { class: "km-track-pin", text: value }),
    h("b", { class: "km-track-pin km-new-value" }),
  );
}

/** @param {TableView} view @param {Group} group */
function drawLine(view, group) {
  const { track, tail } = group;
  return h(
    "div",
    { class: "km-group km-track-row km-values", style: view.cardColourStyle(track) },
    view.drawCardButton(
      group.head,
      "km-piece km-variant-head",
      {},
      h("i", {}, icon(view.icons[track.icon])),
      " ",
      h("span", { text: group.head.name }),
    ),
    drawTrack(view, group),
    drawGroupRow(view, group) || h("span"),
    tail &&
      h(
        "span",
        { class: "km-track-tail", title: tail.label, "data-value-id": tail.id },
        tail.icon && icon(view.icons[tail.icon]),
        h("span", { text: tail.text }),
        h("b", { class: "km-new-value" }),
      ),
  );
}

// After a redraw, each pin moves from its old to its new position.
const pinsOf = (root) =>
  new Map(
    [...root.querySelectorAll(".km-track-beads[data-value]")].map((
      el,
    ) => [el.dataset.valueId, el.querySelector(".km-track-pin").getBoundingClientRect().left]),
  );

/** @param {TableView} view @param {Map<string, number>} before */
function slidePins(view, before) {
  for (const [id, left] of pinsOf(view.root)) {
    const by = (before.get(id) ?? left) - left;
    const pin = view.root.querySelector(`.km-track-beads[data-value-id="${CSS.escape(id)}"] .km-track-pin`);
    if (Math.abs(by) > 1) {
      view.animator.animate(pin, [{ transform: `translateX(${by}px)` }, { transform: "none" }], { duration: 500 });
    }
  }
}

// Shapes on a map that are drawn at an angle and rotate around a point.
/** @param {SVGElement} el @param {MapShape} spec @param {object} icons */
function drawSpin(el, { spin: { at, around, parts } }, icons) {
  Object.assign(el.dataset, { spin: at, around: around.map((place) => `${place}px`).join(" ") });
  el.append(...parts.map((part) => drawMapShape(part, "", icons)));
}

// After a redraw, these shapes rotate from their previous angle.
const spinsOf = (root) => [...root.querySelectorAll("[data-spin]")].map((el) => Number(el.dataset.spin));

/** @param {TableView} view @param {number[]} before */
function turnSpins(view, before) {
  [...view.root.querySelectorAll("[data-spin]")].forEach((el, i) => {
    const by = (before[i] ?? 0) - el.dataset.spin;
    if (by === 0 || before[i] === undefined) return;
    Object.assign(el.style, { transformBox: "view-box", transformOrigin: el.dataset.around });
    view.animator.animate(el, [{ transform: `rotate(${by}deg)` }, { transform: "none" }], { duration: 800 });
  });
}
