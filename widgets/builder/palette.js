// The palette: devices, control blocks and tickets, and the effect of a tap on each.

import { TEXTS } from "../page/texts.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { unmodifiedKey } from "../page/keyboard.js";
import {
  CONTROL_BLOCK_LABELS,
  DEVICE_FACTORIES,
  DEVICE_LABELS,
  MAX_DEVICES,
  paletteStatisticName,
  partAt,
  partListAndIndex,
  STATISTIC_LABELS,
  withDevice,
  withStatistic,
  withToggledControlBlock,
} from "./model_edits.js";
import { makeDraggable } from "./drag_handles.js";
import { drawControlBlock, drawDevice } from "./device_drawings.js";

function addPart(page, name, index) {
  const things = page.table.chain;
  const full = (text) => page.refuse(text);
  if (DEVICE_LABELS[name]) {
    if (things.length >= MAX_DEVICES) return full(fillPlaceholders(TEXTS.chain_full, { n: `${MAX_DEVICES}` }));
    const next = withDevice(page.table, name, index);
    page.selectedPath = `chain[${index ?? things.length}]`;
    return page.change(next);
  }
  if (CONTROL_BLOCK_LABELS[name]) {
    if (name !== "until" && things.length >= MAX_DEVICES) {
      return full(fillPlaceholders(TEXTS.chain_full, { n: `${MAX_DEVICES}` }));
    }
    const chosen = page.selectedPath && page.selectedPath !== "ask" && !partAt(page.table, page.selectedPath).if
      ? page.selectedPath
      : `chain[${things.findLastIndex((part) => !part.if)}]`;
    const next = withToggledControlBlock(page.table, name, chosen);
    const [, i] = partListAndIndex(next, chosen);
    page.selectedPath = name === "until" ? chosen : chosen.replace(/\[\d+\]$/, `[${i + 1}]`);
    return page.change(next);
  }
  page.selectedPath = "ask";
  return page.change(withStatistic(page.table, name));
}

// Each group of the palette has one tab stop. Arrow keys move between its parts.
function byArrows(page, group, list) {
  const parts = [...list.querySelectorAll("button")];
  const stop = parts.find((part) => part.dataset.key === page.tabStops[group]) ?? parts[0];
  const stopAt = (at) => {
    page.tabStops[group] = at.dataset.key;
    parts.forEach((part) => part.tabIndex = part === at ? 0 : -1);
  };
  stopAt(stop);
  list.addEventListener("focusin", (event) => stopAt(event.target));
  list.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[unmodifiedKey(event)];
    if (!by) return;
    event.preventDefault();
    parts.at((parts.indexOf(event.target) + by) % parts.length).focus();
  });
  return list;
}

export function renderPalette(page) {
  const given = page.model.get("start").parts;
  const allowed = (names) => Object.entries(names).filter(([name]) => !given.length || given.includes(name));
  const part = (name, label, drawing, pressed) => {
    const el = h(
      "button",
      {
        type: "button",
        class: `km-builder-part ${drawing ? "" : "km-builder-value-slip"}`,
        key: `part-${name}`,
        "aria-pressed": pressed === undefined ? null : `${pressed}`,
        on: { click: () => addPart(page, name) },
      },
      drawing,
      h("span", { text: label }),
    );
    if (DEVICE_LABELS[name]) makeDraggable(page, el, (index) => addPart(page, name, index));
    return h("li", {}, el);
  };
  const ticket = paletteStatisticName(page.table.ask);
  const groups = [
    [
      "things",
      "Things",
      allowed(DEVICE_LABELS).map(([name, label]) =>
        part(name, label, drawDevice(DEVICE_FACTORIES[name](), DEVICE_FACTORIES[name]().faces, null))
      ),
    ],
    ["ways", "Ways", allowed(CONTROL_BLOCK_LABELS).map(([name, label]) => part(name, label, drawControlBlock(name)))],
    [
      "questions",
      "Questions",
      allowed(STATISTIC_LABELS).map(([name, label]) => part(name, label, null, ticket === name)),
    ],
  ].filter(([, , parts]) => parts.length);
  return h(
    "section",
    { class: "km-builder-palette", "aria-label": "Shelf", "data-tab": page.tab },
    h(
      "div",
      { class: "km-builder-tabs" },
      groups.map(([key, label]) =>
        h("button", {
          type: "button",
          key: `tab-${key}`,
          "aria-pressed": `${page.tab === key}`,
          text: label,
          on: {
            click: () => {
              page.tab = key;
              page.draw();
            },
          },
        })
      ),
    ),
    groups.map(([key, label, parts]) =>
      h(
        "div",
        { class: "km-builder-group", "data-group": key },
        h("h2", { text: label }),
        byArrows(page, key, h("ul", {}, parts)),
      )
    ),
  );
}
