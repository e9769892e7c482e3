// The wall of wishes: panels of wanted items, lanes of the chart, the sign of the active mood.

import { h, icon, isolateDirection, joinWithSpaces } from "../../../page/elements.js";
import { drawCardImage, roundHundredths } from "../../../page/drawing.js";
import { registerRenderers } from "../../../table/renderers.js";

/** @import { Card, ActionOffer, SeatGain } from "./scene.d.ts" */
/** @import { CardRenderer, TableView } from "../../../table/view.d.ts" */

// Who gets what.
/** @param {TableView} view @param {SeatGain[]} pays */
const paysOf = (view, pays) =>
  h(
    "span",
    { class: "km-seat-amounts km-seat-payments" },
    joinWithSpaces(pays.map(({ seat, text }) => h("span", {}, view.drawPawn(seat), text))),
  );

registerRenderers({
  actionEffect: {
    brings: {
      /** @param {TableView} view @param {ActionOffer} action */
      show: (view, { brings: { pays } }) => pays && paysOf(view, pays),
      /** @param {TableView} view @param {ActionOffer} action */
      said: (view, { brings: { pays } }) =>
        pays?.map(({ seat, text }) => `${isolateDirection(view.scene.names[seat])} ${text}`).join(", "),
    },
  },
  pieceContent: {
    // what is wanted, with its places: full, filled by something else, pale what the chosen card would fill, empty; or
    // what
    // lies there already, with the pawns on it
    /** @type {CardRenderer<Card>} */
    panels: (view, card) => {
      if (!card.places) {
        return [
          drawCardImage(card, view.theme, view.icons),
          h("b", {}, card.big, icon(view.icons.heart)),
          h(
            "span",
            { class: "km-pawns" },
            // the spaces make two pawns of one seat separate words in the accessible name
            joinWithSpaces(card.pawns?.map((seat) => view.drawPawn(seat)) ?? []),
          ),
          h("em", { class: "km-visually-hidden", text: card.name }),
        ];
      }
      const { icon: name, of, full, other } = card.places;
      /** @type {ActionOffer} */
      const aimed = view.actionOnTarget(card.id);
      const { adds = 0, closes, pays } = aimed?.brings ?? {};
      const look = (
        i,
      ) => (i < full
        ? "km-is-full"
        : i < full + other
        ? "km-is-full km-lane-opponent"
        : i < full + other + adds
        ? "km-is-full km-is-new"
        : "");
      return [
        drawCardImage(card, view.theme, view.icons),
        h("b", { class: "km-wish-name", text: card.name }),
        h("small", { text: card.caption }),
        h(
          "span",
          { class: "km-wish-slots", "aria-hidden": "true" },
          Array.from(
            { length: Math.max(of, full + other + adds) },
            (_, i) => h("i", { class: look(i) }, icon(view.icons[name])),
          ),
        ),
        closes && paysOf(view, pays),
      ];
    },
    // a lane with a pawn at its end: the sure value, and the possible values as a histogram over 0, 1, 2, ...
    /** @type {CardRenderer<Card>} */
    lanes: (view, card) => {
      const top = Math.max(...card.heap);
      return [
        drawCardImage(card, view.theme, view.icons),
        h("span", { class: "km-chart-lane", text: card.name }),
        h(
          "span",
          { class: "km-lane-values", "aria-hidden": "true" },
          card.heap.map((share, i) =>
            h("i", {
              class: i === card.sure ? "km-lane-certain" : "",
              style: `height:${roundHundredths((100 * share) / top)}%`,
            })
          ),
        ),
        h("b", { class: "km-average-value", text: card.caption }),
        h(
          "span",
          { class: "km-lane-standing" },
          card.pawns && [view.drawPawn(card.pawns[0]), " ", h("sup", { text: card.rank })],
        ),
      ];
    },
    // the current mood: a face, its effects, one per line, and how many moods there have been
    /** @type {CardRenderer<Card>} */
    signs: (view, card) => [
      drawCardImage(card, view.theme, view.icons),
      h(
        "span",
        { class: "km-zone-message" },
        joinWithSpaces([
          h(
            "b",
            {},
            card.name,
            h(
              "span",
              { class: "km-mood-pips", "aria-hidden": "true" },
              Array.from(
                { length: card.of },
                (_, i) => h("i", { class: i + 1 < card.at ? "km-is-on" : i + 1 === card.at ? "km-is-position" : "" }),
              ),
            ),
          ),
          card.lines.map((line) =>
            h("span", { class: line.off ? "km-is-off" : "" }, icon(view.icons[line.icon]), line.text)
          ),
        ]),
      ),
    ],
  },
  cardContent: {
    sign: {
      /** @param {TableView} view @param {Card} card */
      beside: (view, { sign }) => icon(view.icons[sign]),
    },
  },
  pieceClass: { panels: (card) => (card.places ? "km-has-wish" : "") },
});
