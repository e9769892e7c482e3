// The preview of an action, drawn on the table while the pointer is on the action.

import { updatePreviewedValues, updatePreviewLine } from "./preview_drawing.js";
import { drawOddsPanel } from "./odds_panel.js";
import { customRendererFor } from "./renderers.js";

/** @import { TableView } from "./view.d.ts" */

// While the pointer is on an action, the table shows the changes that it would cause.
/** @param {TableView} view @param {HTMLElement} el @param {number} n */
export function addPreviewListeners(view, el, n) {
  const show = () => view.showPreview(n), hide = () => view.showPreview(null);
  el.addEventListener(
    "pointermove",
    ({ movementX, movementY, pointerType }) => pointerType !== "touch" && (movementX || movementY) && show(),
  );
  el.addEventListener("pointerleave", hide);
  el.addEventListener("focus", () => view.isPlacing || show()); // not where a redraw has put it
  el.addEventListener("blur", hide);
  return el;
}

// A preview contains new values of facts, tracks and prices by id. All other values stay the same.
/** @param {TableView} view @param {number | null} n */
export function updateActionPreview(view, n) {
  const ahead = view.previewByAction.get(n),
    action = view.actionByNumber(n),
    brings = customRendererFor("actionEffect", action)?.would?.(action);
  updatePreviewLine(view, ahead, action);
  updatePreviewedValues(view, ahead);
  for (const el of view.root.querySelectorAll("[data-value-id]")) {
    const { valueId: would } = el.dataset, own = brings?.[would], told = ahead?.would?.[would];
    const to = own ?? (told !== undefined && el.dataset.value === undefined ? `\u2192 ${told}` : told);
    el.classList.toggle("km-would-change", to !== undefined);
    if (el.dataset.value !== undefined) {
      el.style.setProperty("--to", to ?? el.dataset.value);
      el.classList.toggle("km-would-decrease", Number(to) < Number(el.dataset.value));
    }
    const place = el.querySelector(".km-new-value");
    if (place) place.textContent = to ?? "";
  }
}

// Updates the preview and the odds on a table that is not redrawn.
/** @param {TableView} view @param {number | null} n */
export function updateActionPreviewAndOdds(view, n) {
  updateActionPreview(view, n);
  const part = view.root.querySelector(".km-odds[data-follows]");
  if (!part) return;
  const odds = view.drawnScene.odds.find((one) => customRendererFor("previewedOdds", one));
  part.replaceWith(drawOddsPanel(view, odds));
}
