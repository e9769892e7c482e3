// Maps: shapes, with native buttons above, so that cells are reached and read like cards. While a card is selected,
// the cell under the pointer shows the card as placed there, and its effects.

import { h, icon, SVG } from "../page/elements.js";
import { drawPile } from "./cards.js";
import { customRendererFor, RENDERERS } from "./renderers.js";

/** @import { MapShape, Group } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

const LINGER = 150; // ms on another cell before it is told about
const WAY = 500; // ms from a cell to where it is told

/** @param {MapShape} spec @returns {SVGElement} */
export function drawMapShape(spec, extraClass = "", icons = {}) {
  const { tag, text, class: look = "", ...rest } = spec;
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(rest)) if (!RENDERERS.mapShape[name]) el.setAttribute(name, value);
  el.setAttribute("class", `${look} ${extraClass}`);
  if (text) el.textContent = text;
  customRendererFor("mapShape", spec)?.(el, spec, icons);
  return el;
}

/** @param {TableView} view @param {Pick<Group, "board" | "label">} group */
export function drawCellMap(view, { board, label }) {
  const [width, height] = board.view;
  const svg = drawMapShape({ tag: "svg", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  svg.append(...board.shapes.map((spec) => drawMapShape(spec, "", view.icons)));
  const part = (x, of) => `${(100 * x) / of}%`;
  const cells = board.cells.map((cell) =>
    view.drawCardButton(
      cell,
      "km-cell",
      {
        style: `left:${part(cell.x, width)};top:${part(cell.y, height)};width:${part(cell.w, width)};height:${
          part(cell.h, height)
        }`,
      },
      cell.pile ? drawPile(view, cell) : cell.icon && icon(view.icons[cell.icon]),
      cell.caption && h("span", { class: "km-mark", text: cell.caption }),
    )
  );
  const el = h(
    "div",
    { class: "km-board", role: "group", "aria-label": label, "data-row": label },
    h(
      "div",
      { class: "km-map-shapes", style: `aspect-ratio:${width}/${height}` },
      svg,
      cells,
    ),
  );
  let soon, over;
  el.addEventListener("mousemove", ({ target, movementX, movementY }) => {
    const cell = target.closest(".km-cell"); // on the way to what stands below the board nothing changes
    if (cell === over || (!movementX && !movementY)) return; // no movement: the page has moved, not the pointer
    over = cell;
    clearTimeout(soon);
    if (cell) {
      soon = setTimeout(() => pointAt(view, el, cell), view.root.querySelector(".km-cell-tooltip") ? LINGER : 0);
    }
  });
  el.addEventListener("focusin", ({ target }) => {
    if (!target.matches(".km-cell")) return;
    for (const cell of el.querySelectorAll(".km-cell")) cell.tabIndex = cell === target ? 0 : -1;
    pointAt(view, el, target);
  });
  const leave = () => {
    clearTimeout(soon);
    // the pointer may be on another map already
    if (!el.isConnected || !el.querySelector(".km-map-overlay, .km-cell-tooltip")) return;
    if (
      !el.matches(":hover, :focus-within") &&
      !(view.hasPanelPreview && view.mainPanelEl.matches(":hover, :focus-within"))
    ) {
      clearCellTooltip(view);
    }
  };
  el.addEventListener("mouseleave", () => {
    over = null;
    clearTimeout(soon);
    setTimeout(leave, el.querySelector(".km-cell-tooltip") ? WAY : 0);
  });
  el.addEventListener("focusout", () => setTimeout(leave));
  return view.makeRovingTabStop(el);
}

// Shapes that a game draws over its board while the selected card is over this cell, and the reason of a refusal, where
// that is so.
/** @param {TableView} view @param {HTMLElement} el @param {any} button */
function pointAt(view, el, button) {
  clearCellTooltip(view);
  const card = view.cards.get(view.selectedId);
  const cell = view.cards.get(button.dataset.key);
  if (!card?.fits || !cell) return; // a cell that has just gone is in no scene
  view.updateMainPanelPreview(view.actionOnTarget(cell.id));
  const barred = view.blockedCellReason(cell.id);
  const shapes = customRendererFor("mapOverlay", view.drawnScene)?.(view.drawnScene, card, cell) ?? [];
  el.querySelector("svg").append(
    ...shapes.map((spec) => drawMapShape(spec, barred ? "km-map-overlay km-no" : "km-map-overlay")),
  );
  view.reportRefusal(barred);
  if (view.hasPanelPreview) return; // the stage says what it would do
  const text = barred?.text ?? view.actionOnTarget(cell.id)?.label ?? card.name;
  const tip = h(
    "p",
    { class: `km-cell-tooltip ${barred ? "km-no" : ""}`, popover: "manual" },
    h("span", { text }),
    " ",
    barred && view.createRuleButton(barred.rule, "tip"),
  );
  el.append(tip);
  lieOn(view, tip);
}

// The tooltip of a cell is reached from its board and covers the action bar: only the question or, if that is too
// small, the whole bar.
/** @param {TableView} view @param {HTMLElement} tip */
function lieOn(view, tip) {
  tip.showPopover?.(); // no frame around the board cuts it
  const question = view.questionEl.querySelector(":scope > .km-question");
  const [dock, undo, answers] = [view.questionEl, view.undoEl, view.questionEl.querySelector(":scope > .km-actions")]
    .map((el) => el?.getBoundingClientRect());
  const edge = undo.width && undo.top < dock.bottom && undo.left > dock.left ? undo.left : dock.right;
  for (const place of [question, view.questionEl]) {
    place.classList.add("km-described-cell");
    const { left, right } = place.getBoundingClientRect();
    const below = place === question && answers?.left < right - 1 ? answers.top : dock.bottom;
    Object.assign(tip.style, {
      left: `${left}px`,
      top: `${dock.top}px`,
      width: `${Math.min(right, edge) - left}px`,
      height: `${below - dock.top}px`,
      paddingInline: getComputedStyle(place).paddingLeft,
    });
    if (tip.scrollHeight <= tip.clientHeight + 1) break;
  }
}

/** @param {TableView} view */
export function clearCellTooltip(view) {
  for (const old of view.root.querySelectorAll(".km-map-overlay, .km-cell-tooltip")) old.remove();
  for (const place of view.root.querySelectorAll(".km-described-cell")) place.classList.remove("km-described-cell");
  view.updateMainPanelPreview(null);
}
