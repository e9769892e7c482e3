// A card or a cell as a button: how it stands, what its name says, and what a touch of it does.

import { fillPlaceholders, h } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { customContentRenderer } from "./cards.js";
import { addPreviewListeners } from "./action_preview.js";
import { isInMultiSelect, toggleSelectedItem } from "./multi_select.js";

/** @import { MapCell } from "./scene.d.ts" */
/** @import { View } from "./view.d.ts" */

// A touch of a card shows, or does, its one action, or what the chosen card does at the place it is aimed at. A card
// held over a board falls on a lit cell; a finger points first, as it cannot hover.
/** @param {View} view @param {MapCell} card @param {PointerEvent} event */
function touched(view, card, event) {
  if (isInMultiSelect(view, card)) return toggleSelectedItem(view, card);
  const aimed = view.aimed(card.id);
  const held = card.slot && view.cards.get(view.selected)?.fits;
  const pointed = view.pointed === card.id;
  view.pointed = card.id;
  if (held && !aimed) return view.triedAt(card.id, view.barred(card.id));
  if (held && event.pointerType === "touch" && !pointed) return;
  if (aimed) view.act(aimed.n);
  else if (card.does?.length === 1 && !card.fits && !view.preview) view.touch(card.does[0]);
  else view.select(card.id, !event.detail, view.barred(card.id));
}

// A card or a cell.
/** @param {View} view @param {MapCell} card @param {string} kind @param {object} extra */
export function drawCardButton(view, card, kind, extra, kids) {
  const aimed = view.aimed(card.id);
  const barred = view.barred(card.id);
  const fits = !aimed && view.fits(card.id);
  const selected = view.selected === card.id;
  const state = view.preview ? "" : card.state;
  const classes = [
    kind,
    `km-tone-${card.tone ?? "s5"}`,
    state && `km-${state}`,
    !state && "km-idle",
    aimed && "km-target",
    fits && "km-accepts-card",
    (aimed || fits) && view.cards.get(view.selected)?.good?.includes(card.id) && "km-is-good-choice",
    selected && "km-selected",
    view.changed.has(card.id) && "km-changed",
  ];
  const { name, count, big, unit, skills, list = [], text } = card;
  const shown = [
    name,
    count > 1 && `\u00d7${count}`,
    big !== undefined && `${big} ${unit ?? ""}`.trim(),
    ...(skills ? list : []),
    text,
  ];
  const said = [
    ...shown,
    ...(skills ?? []).map((skill) => `${skill.label} ${skill.value}`),
    ...(skills ? [] : list),
    card.back && TEXTS.closed,
    card.places && fillPlaceholders(TEXTS.full_of, { n: card.places.full, of: card.places.of }),
    state === "play" && TEXTS.can_use,
    state === "dim" && TEXTS.cannot_use,
    customContentRenderer(card)?.said?.(card),
    aimed?.label,
    barred?.text,
  ];
  const button = h("button", {
    type: "button",
    key: card.id,
    class: classes.filter(Boolean).join(" "),
    "aria-expanded": String(selected),
    "aria-label": said.filter(Boolean).join(", "),
    "data-full-name": card.slot ? null : said.filter(Boolean).join(", "),
    style: view.colours(card),
    ...extra,
    on: { click: (event) => touched(view, card, event) },
  }, kids);
  const [only] = card.does ?? [];
  return card.does?.length === 1 && !card.fits ? addPreviewListeners(view, button, only) : button;
}
