// Selection of several items, one after the other, with a mark on each selected item.

import { TEXTS } from "../page/texts.js";

/** @import { Card, MultiSelect } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

const spelled = (some, ordered) => (ordered ? some : [...some].sort()).join("|");

// Whether the order of the selected items matters. If so, several actions take the same items in different orders.
/** @param {MultiSelect} sets */
const inOrder = ({ of }) => new Set(of.map(({ ids }) => spelled(ids, false))).size < of.length;

// Whether this item is one of those that are selected one by one.
/** @param {TableView} view @param {Card} card */
export const isMultiSelectable = (view, { id }) =>
  !view.peekedScene && view.scene.sets?.of.some(({ ids }) => ids.includes(id));

// Handles a touch of an item. A touch selects the item, further touches select it again if possible, then deselect it.
/** @param {TableView} view @param {Card} card */
export function toggleSelectedItem(view, card) {
  const { sets } = view.scene;
  const ordered = inOrder(sets);
  const before = view.selectedItemIds.filter((id) => id === card.id).length;
  const most = Math.max(...sets.of.map(({ ids }) => ids.filter((id) => id === card.id).length));
  view.selectedItemIds = before < most
    ? [...view.selectedItemIds, card.id]
    : view.selectedItemIds.filter((id) => id !== card.id);
  const rest = sets.of.map(({ ids }) => ids).find((ids) =>
    ordered && ids.length === view.selectedItemIds.length + 1 &&
    spelled(ids.slice(0, -1), true) === spelled(view.selectedItemIds, true)
  );
  if (rest && before < most) view.selectedItemIds = [...rest]; // the last one has one place left
  view.confirmableActionNumber = null;
  view.draw();
  view.announce(
    [
      ...view.selectedItemIds.map((id) => view.cards.get(id)?.name),
      !matchingSelectionOption(view) && selectionError(view),
    ]
      .filter(Boolean).join(", "),
  );
}

// The action that takes exactly the selected items.
/** @param {TableView} view */
export function matchingSelectionOption(view) {
  const { sets } = view.scene;
  const ordered = inOrder(sets), key = spelled(view.selectedItemIds, ordered);
  return sets.of.find(({ ids }) => spelled(ids, ordered) === key);
}

// The reason why the selected items cannot be taken: no action takes them together, or there are still too few.
/** @param {TableView} view */
export const selectionError = (view) => {
  const { sets } = view.scene;
  const left = [...view.selectedItemIds], ordered = inOrder(sets);
  const goes = sets.of.some(({ ids }) =>
    ordered
      ? spelled(ids.slice(0, left.length), true) === spelled(left, true)
      : left.every((id) => ids.filter((other) => other === id).length >= left.filter((other) => other === id).length)
  );
  return goes ? "" : TEXTS.not_together;
};

// Marks on each selected item: its position in the order, or how many times it is selected.
/** @param {TableView} view */
export function updateSelectionMarks(view) {
  for (const el of view.root.querySelectorAll("[data-selection-mark]")) {
    delete el.dataset.selectionMark;
    el.removeAttribute("aria-pressed");
  }
  const { sets } = view.scene;
  if (!sets || view.peekedScene) return;
  const ordered = inOrder(sets);
  for (const id of new Set(sets.of.flatMap(({ ids }) => ids))) {
    const el = view.elementByKey(id);
    if (!el) continue;
    el.removeAttribute("aria-expanded"); // it is taken or not, and unfolds nothing
    const n = view.selectedItemIds.filter((one) => one === id).length;
    el.setAttribute("aria-pressed", String(n > 0));
    if (n) el.dataset.selectionMark = ordered ? `${view.selectedItemIds.indexOf(id) + 1}.` : n > 1 ? `${n}×` : "✓";
  }
}
