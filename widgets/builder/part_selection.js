// The selected part of the canvas, and its editor.

import { TEXTS } from "../page/texts.js";
import { h } from "../page/elements.js";
import { partAt, withoutPart, withPartMoved } from "./model_edits.js";
import { renderBranchEditor, renderDeviceEditor, renderStatisticEditor } from "./part_editors.js";

export function togglePartSelection(page, path) {
  page.selectedPath = page.selectedPath === path ? null : path;
  page.draw();
  page.body.querySelector(".km-builder-editor")?.scrollIntoView({ block: "nearest" });
}

// Moves a part along the chain. A selected part stays selected.
export function movePart(page, path, steps) {
  const next = withPartMoved(page.table, path, steps);
  if (next === page.table) return;
  page.selectedPath = page.selectedPath === path ? path.replace(/\d+(?=\]$)/, (i) => +i + steps) : null;
  page.change(next);
}

export function renderPartEditor(page) {
  const change = (table) => page.change(table);
  const isAsk = page.selectedPath === "ask";
  const part = !isAsk && partAt(page.table, page.selectedPath);
  const rows = isAsk
    ? renderStatisticEditor(page.table, change)
    : part.if
    ? renderBranchEditor(page.table, page.selectedPath, change)
    : renderDeviceEditor(page.table, page.selectedPath, change);
  const last = !isAsk && page.table.chain.length < 2 && /^chain\[\d+\]$/.test(page.selectedPath);
  return h(
    "div",
    { class: "km-builder-editor", role: "group", "aria-label": TEXTS.editor_label },
    rows,
    !isAsk &&
      h(
        "span",
        { class: "km-builder-row km-builder-ends" },
        h("button", {
          type: "button",
          key: "earlier",
          "aria-label": TEXTS.part_earlier,
          text: "◀",
          on: { click: () => movePart(page, page.selectedPath, -1) },
        }),
        h("button", {
          type: "button",
          key: "later",
          "aria-label": TEXTS.part_later,
          text: "▶",
          on: { click: () => movePart(page, page.selectedPath, 1) },
        }),
        h("button", {
          type: "button",
          key: "off",
          text: TEXTS.part_remove,
          disabled: last,
          on: {
            click: () => {
              const gone = page.selectedPath;
              page.selectedPath = null;
              change(withoutPart(page.table, gone));
            },
          },
        }),
      ),
  );
}
