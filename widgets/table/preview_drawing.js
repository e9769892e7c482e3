// Preview of an action (widgets/table/action_preview.py): a line of changes next to the question, and the new numbers
// on the items themselves.

import { h, joinWithSpaces } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { drawChange } from "./cards.js";
import { customRendererFor } from "./renderers.js";

/** @import { ActionPreview } from "./messages.d.ts" */
/** @import { ValueChange, ActionOffer } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

/** @param {ValueChange} change */
const changeSaid = ({ label, from, to, text }) =>
  [label, from !== undefined && to !== undefined ? `${from} \u2192 ${to}` : to, text].filter((part) =>
    part !== undefined && part !== null && part !== ""
  ).join(" ");

// Text for a percentage, with the label of its event.
/** @param {ActionOffer} action */
const chanceSaid = (action) => action?.chance && `${action.chance.percent}: ${action.chance.label}`;

/** @param {ActionPreview} ahead @param {ActionOffer} action */
export const previewSentence = ({ changes, notes, final }, action) => {
  const parts = [
    action?.label,
    chanceSaid(action),
    changes.map(changeSaid).join("; "),
    ...notes,
    final,
    TEXTS.once_more,
  ];
  return parts.filter(Boolean).join(". ").replace(/\.\./g, ".");
};

// The line in the action bar. It replaces the elements below the question, so that nothing moves.
/** @param {TableView} view @param {ActionPreview} preview @param {ActionOffer} action */
export function updatePreviewLine(view, preview, action) {
  const question = view.questionEl.querySelector(":scope > .km-question");
  if (!question) return;
  question.querySelector(".km-preview-line")?.remove();
  question.classList.toggle("km-has-preview", Boolean(preview));
  if (!preview) return;
  question.append(h(
    "p",
    { class: "km-preview-line" },
    joinWithSpaces([
      action?.chance && h("b", { text: chanceSaid(action) }),
      ...preview.changes.map((change) =>
        h(
          "span",
          { class: "km-is-single" },
          joinWithSpaces([h("span", { text: change.label }), " ", drawChange(view, change)]),
        )
      ),
      !preview.changes.length && !preview.notes.length && !preview.final &&
      !customRendererFor("actionEffect", action) &&
      h("span", { text: TEXTS.nothing_seen }),
      ...preview.notes.map((text) => h("b", { text })),
      preview.final && h("em", { text: preview.final }),
    ]),
  ));
}

// Displays the new numbers on items and at places.
/** @param {TableView} view @param {ActionPreview} preview */
export function updatePreviewedValues(view, preview) {
  for (const el of view.root.querySelectorAll("[data-new-value]")) delete el.dataset.newValue;
  for (const [id, to] of Object.entries(preview?.would ?? {})) {
    const el = view.cards.get(id)?.fact ? null : view.cards.has(id) && view.elementByKey(id);
    if (el) el.dataset.newValue = `\u2192 ${to}`;
  }
}
