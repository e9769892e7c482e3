// The chain on its canvas: devices, branches and the ticket, connected by a rope.

import { TEXTS } from "../page/texts.js";
import { h } from "../page/elements.js";
import { svgFromMarkup } from "../page/drawing.js";
import { movePart, renderPartEditor, togglePartSelection } from "./part_selection.js";
import {
  DEVICE_LABELS,
  deviceFaces,
  MAX_DEVICES,
  paletteStatisticName,
  parsePartPath,
  partAt,
  STATISTIC_LABELS,
} from "./model_edits.js";
import { captionOrBlankIfModelChanged } from "./status_text.js";
import { addSectorHandles, bindBallRemoval, makeDraggable } from "./drag_handles.js";
import {
  drawControlBlock,
  drawDevice,
  drawValueToken,
  faceColour,
  undrawnFacesText,
  valueText,
} from "./device_drawings.js";

export function renderCanvas(page) {
  const chain = page.table.chain;
  const items = [];
  const below = page.phase === "build" && page.selectedPath && page.narrow() && page.selectedPath !== "ask"
    ? parsePartPath(page.selectedPath)[1]
    : -1;
  chain.forEach((part, i) => {
    if (i) items.push(rope());
    items.push(h("li", {}, part.if ? forkPlace(page, part, `chain[${i}]`) : thingPlace(page, part, `chain[${i}]`)));
    if (i === below) items.push(h("li", {}, renderPartEditor(page)));
  });
  if (page.phase === "build" && chain.length < MAX_DEVICES && !page.model.get("start").parts.length) {
    items.push(
      rope(),
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "km-builder-free",
            key: "free",
            on: {
              click: () => {
                page.tab = "things";
                page.draw();
                page.body.querySelector(".km-builder-part")?.focus();
              },
            },
          },
          h("b", { "aria-hidden": "true", text: "+" }),
          h("span", { text: "Add a part" }),
        ),
      ),
    );
  }
  items.push(rope(), h("li", {}, ticketPlace(page)));
  return h(
    "section",
    { class: "km-builder-canvas", "aria-label": TEXTS.canvas_label },
    captionOrBlankIfModelChanged(page).asks && page.phase === "build" && !page.task &&
      h("p", { class: "km-builder-question", text: captionOrBlankIfModelChanged(page).asks }),
    h("ol", { class: "km-builder-chain", "data-n": chain.length }, items),
    page.phase === "build" && page.selectedPath && below < 0 && renderPartEditor(page),
  );
}

function rope() {
  return h(
    "li",
    { class: "km-builder-connector", "aria-hidden": "true" },
    svgFromMarkup(
      "0 0 70 20",
      '<path d="M2 10C14 2 22 18 36 9S54 8 58 10" fill="none" stroke="#7d5300" stroke-width="5"/>' +
        '<path d="M2 10C14 2 22 18 36 9S54 8 58 10" fill="none" stroke="#e9a91f" stroke-width="3" ' +
        'stroke-dasharray="4 2.500"/>' +
        '<path d="M56 4L68 10L56 16Z" fill="#e9a91f" stroke="#7d5300"/>',
      "km-builder-connector-shape",
      "xMidYMid meet",
    ),
  );
}

function thingPlace(page, part, path, small = false) {
  const faces = deviceFaces(page.table, part);
  const step = page.phase === "build" ? null : page.last?.steps.find(({ place }) => place === path);
  const chosen = page.selectedPath === path && page.phase === "build";
  const more = [
    part.until && `until ${part.until.join(" or ")}`,
    part.draw === "back" && TEXTS.part_goes_back,
    part.draw?.startsWith("add") && TEXTS.part_goes_back_with_more,
    (part.dev === "bag" || part.dev === "deck") && !part.draw && TEXTS.part_stays_out,
    part.plus && `adds ${valueText(part.plus)}`,
  ].filter(Boolean);
  const kind = DEVICE_LABELS[part.dev] ?? `Again ${part.again}`;
  const label = `${kind}: ${
    faces.slice(0, 12).map(([face, weight]) => (weight > 1 ? `${weight} times ${valueText(face)}` : valueText(face)))
      .join(", ")
  }${faces.length > 12 ? ` and ${faces.length - 12} more` : ""}; ${part.n ?? "any number of"} ${
    part.n === 1 ? "time" : "times"
  }${more.length ? `, ${more.join(", ")}` : ""}${
    step ? `; it gave ${step.values.slice(0, 20).map(valueText).join(", ")}` : ""
  }`;
  const name = part.dev === "coin"
    ? "Toss"
    : part.dev === "d"
    ? "Roll"
    : part.dev === "spin"
    ? "Spin"
    : part.dev === "deck"
    ? "Draw"
    : "Take";
  const drawing = drawDevice(part, faces, step);
  const many = (part.dev === "d" || part.dev === "coin") && part.n > 1 && part.n < 5 && !part.until && !small;
  const el = h(
    "div",
    {
      class: `km-builder-device ${small ? "km-builder-small" : ""}`,
      "data-path": path,
      "data-chosen": chosen ? "" : null,
    },
    h(
      page.phase === "build" ? "button" : "div",
      {
        class: `km-builder-device-drawing ${many ? "km-builder-has-several" : ""}`,
        "data-n": many ? part.n : null,
        key: `thing-${path}`,
        ...(page.phase === "build"
          ? { type: "button", "aria-expanded": `${chosen}`, on: { click: () => togglePartSelection(page, path) } }
          : { role: "img", "aria-label": label }),
      },
      page.phase === "build" && h("span", { class: "km-builder-visually-hidden", text: label }),
      many
        ? Array.from(
          { length: part.n },
          (_, i) => drawDevice(part, faces, step && { ...step, values: [step.values[i]] }),
        )
        : drawing,
      part.n > 1 && !many && !part.until &&
        h("b", { class: "km-builder-repeat-count", "aria-hidden": "true", text: `×${part.n}` }),
      part.until && h("b", { class: "km-builder-repeat-count", "aria-hidden": "true", text: "↻" }),
    ),
    !small &&
      h(
        "span",
        { class: "km-builder-label", "aria-hidden": "true" },
        h("b", {
          text: `${name}${part.n > 1 && !part.until ? ` ${part.n}` : ""}${
            part.name && page.table.ask.what === "-" ? ` (${part.name})` : ""
          }`,
        }),
        h("small", {
          text: more.join(", ") ||
            (part.dev === "spin" ? `${faces.length} sectors` : undrawnFacesText(part, faces)),
        }),
      ),
  );
  if (chosen && part.dev === "spin") {
    addSectorHandles(page, el.querySelector(".km-builder-device-drawing"), faces, path);
  }
  if (chosen && part.dev === "bag") bindBallRemoval(page, el.querySelector(".km-builder-device-drawing"), faces, path);
  if (page.phase === "build" && !small) {
    makeDraggable(page, el.querySelector(".km-builder-device-drawing"), (index) => {
      const i = parsePartPath(path)[1];
      movePart(page, path, index > i ? index - 1 - i : index - i);
    });
  }
  return el;
}

function forkPlace(page, part, path) {
  const chosen = page.selectedPath === path && page.phase === "build";
  const steps = page.last?.steps ?? [];
  return h(
    "div",
    { class: "km-builder-branch-block", "data-chosen": chosen ? "" : null },
    h(page.phase === "build" ? "button" : "span", {
      type: page.phase === "build" ? "button" : null,
      key: `thing-${path}`,
      class: "km-builder-branch-header",
      "aria-label": `Fork: ${part.if.map(([condition]) => `if ${condition}`).join(", ")}`,
      on: page.phase === "build" ? { click: () => togglePartSelection(page, path) } : null,
    }, drawControlBlock("if")),
    h(
      "ul",
      {},
      part.if.map(([condition, inner], b) =>
        h(
          "li",
          {
            class:
              page.phase !== "build" && page.last && !steps.some(({ place }) => place.startsWith(`${path}.if[${b}]`))
                ? "km-builder-is-off"
                : "",
          },
          h("span", {
            class: "km-builder-condition",
            text: condition === "else" ? "else" : `if ${condition.replace(">=", "≥ ").replace("<=", "≤ ")}`,
          }),
          inner.map((
            one,
            i,
          ) => (one.if ? h("span", { text: "…" }) : thingPlace(page, one, `${path}.if[${b}][1][${i}]`, true))),
        )
      ),
    ),
  );
}

function ticketPlace(page) {
  const ticket = paletteStatisticName(page.table.ask);
  const chosen = page.selectedPath === "ask" && page.phase === "build";
  // labels are readable only if there are few values. Otherwise the colour identifies a value
  const few = page.last && page.last.steps.reduce((sum, { values }) => sum + values.length, 0) <= 4;
  const tokens = page.phase !== "build" && page.last
    ? page.last.steps.flatMap(({ place, values, plus }) => {
      const part = partAt(page.table, place);
      const faces = deviceFaces(page.table, part);
      return [
        ...values.slice(-14).map((value) =>
          few && typeof value === "string" && value.length > 2
            ? h("i", {
              class: "km-builder-token km-builder-word",
              style: `--c:${faceColour(faces, value)}`,
              "data-from": place,
              text: value,
            })
            : h("i", { class: "km-builder-token", "data-from": place }, drawValueToken(part, faces, value))
        ),
        plus ? h("i", { class: "km-builder-add-button", text: `${plus > 0 ? "+" : "−"}${Math.abs(plus)}` }) : null,
      ];
    })
    : [];
  return h(
    "div",
    { class: "km-builder-statistic", "data-chosen": chosen ? "" : null },
    h(
      page.phase === "build" ? "button" : "div",
      {
        class: "km-builder-statistic-face",
        key: "thing-ask",
        ...(page.phase === "build"
          ? { type: "button", "aria-expanded": `${chosen}`, on: { click: () => togglePartSelection(page, "ask") } }
          : {}),
      },
      h("b", { text: page.modelError ? STATISTIC_LABELS[ticket] ?? ticket : page.modelTexts.ask }),
      tokens.length
        ? h(
          "span",
          { class: "km-builder-tokens" },
          tokens,
          h("output", { text: page.last.value === null ? "…" : `= ${valueText(page.last.value)}` }),
        )
        : h("small", { text: page.phase === "build" ? "choose a question" : "" }),
    ),
  );
}
