// A card or a cell as a button: its look, its accessible name, and the effect of a touch.

import { fillPlaceholders, h } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { cardContentRenderers } from "./cards.js";
import { addPreviewListeners } from "./action_preview.js";
import { isMultiSelectable, toggleSelectedItem } from "./multi_select.js";

/** @import { MapCell } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

// A touch of a card previews or plays its only action, or the selected card's action on this target. A card that is
// held over a board falls on a highlighted cell. The first touch of a finger only points, as a finger cannot hover.
/** @param {TableView} view @param {MapCell} card @param {PointerEvent} event */
function touched(view, card, event) {
  if (isMultiSelectable(view, card)) return toggleSelectedItem(view, card);
  const aimed = view.actionOnTarget(card.id);
  const held = card.slot && view.cards.get(view.selectedId)?.fits;
  const pointed = view.touchedId === card.id;
  view.touchedId = card.id;
  if (held && !aimed) return view.reportReasonRead(card.id, view.blockedCellReason(card.id));
  if (held && event.pointerType === "touch" && !pointed) return;
  if (aimed) view.playAction(aimed.n);
  else if (card.does?.length === 1 && !card.fits && !view.peekedScene) view.previewOrPlay(card.does[0]);
  else view.selectCard(card.id, !event.detail, view.blockedCellReason(card.id));
}

// A card or a cell.
/** @param {TableView} view @param {MapCell} card @param {string} kind @param {object} extra */
export function drawCardButton(view, card, kind, extra, kids) {
  const aimed = view.actionOnTarget(card.id);
  const barred = view.blockedCellReason(card.id);
  const fits = !aimed && view.canAcceptSelected(card.id);
  const selected = view.selectedId === card.id;
  const state = view.peekedScene ? "" : card.state;
  const classes = [
    kind,
    `km-tone-${card.tone ?? "s5"}`,
    state && `km-${state}`,
    !state && "km-idle",
    aimed && "km-target",
    fits && "km-accepts-card",
    (aimed || fits) && view.cards.get(view.selectedId)?.good?.includes(card.id) && "km-is-good-choice",
    selected && "km-selected",
    view.changedIds.has(card.id) && "km-changed",
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
    cardContentRenderers(card)?.said?.(card),
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
    style: view.cardColourStyle(card),
    ...extra,
    on: { click: (event) => touched(view, card, event) },
  }, kids);
  const [only] = card.does ?? [];
  return card.does?.length === 1 && !card.fits ? addPreviewListeners(view, button, only) : button;
}
