// A palace and its gate: rooms, sockets of a goal, values, roads, guests.

import { h, icon, joinWithSpaces } from "../../../page/elements.js";
import { drawCardImage, shapeMarkup, svgFromMarkup } from "../../../page/drawing.js";
import { registerRenderers } from "../../../table/renderers.js";

/** @import { Card } from "./scene.d.ts" */
/** @import { CardRenderer } from "../../../table/view.d.ts" */

registerRenderers({
  pieceContent: {
    // a room as an arch, occupied or free
    /** @type {CardRenderer<Card>} */
    rooms: (view, card) => [
      card.person && drawCardImage(card, view.theme, view.icons),
      card.skills?.length > 0 &&
      h(
        "span",
        { class: "km-talents", "aria-hidden": "true" },
        card.skills.map(({ icon: name }) => h("i", {}, icon(view.icons[name]))),
      ),
      card.name && h("em", { text: card.name }),
    ],
    // an empty place with the required kind, or the portrait of the person in it
    /** @type {CardRenderer<Card>} */
    sockets: (view, card) => [
      h(
        "span",
        { class: "km-socket" },
        card.person
          ? drawCardImage(card, view.theme, view.icons)
          : card.big
          ? h("b", { text: card.big })
          : icon(view.icons[card.icon]),
      ),
      h("em", { "aria-hidden": "true", text: card.caption }),
    ],
    // a value, and the items that it counts
    /** @type {CardRenderer<Card>} */
    plates: (view, card) => [
      icon(view.icons[card.icon]),
      h("b", { text: card.big }),
      h("em", { text: card.name }),
      card.tokens?.length > 0 &&
      h(
        "span",
        { class: "km-counters", "aria-hidden": "true" },
        card.tokens.map(({ icon: name, kind }) =>
          h("i", { style: view.cardColourStyle({ kind }) }, icon(view.icons[name]))
        ),
      ),
      card.caption && h("small", { "aria-hidden": "true", text: card.caption }),
    ],
    // a row of spaces. The pawn is at the amount still to come, and there is a coin on each space before the pawn
    /** @type {CardRenderer<Card>} */
    roads: (view, { caption, big, unit, road }) => {
      const first = Math.max(0, ...road.at);
      const spaces = Array.from({ length: road.spaces }, (_, i) => {
        const here = road.at.filter((place) => place === i + 1).length;
        const pawn = here &&
          (road.art
            ? svgFromMarkup(
              "-8 0 64 58",
              road.art.map((of) => shapeMarkup(of, {})).join(""),
              "km-guest-picture",
              "xMidYMid meet",
            )
            : h("b", { class: "km-guest-disc" }));
        return h(
          "i",
          { class: here ? "km-is-on" : i < first && !road.plain ? "km-road-due" : "" },
          pawn,
          here > 1 && h("b", { text: `\u00d7${here}` }),
        );
      });
      return [
        h(
          "span",
          { class: "km-road-name", "aria-hidden": "true" },
          joinWithSpaces([
            caption,
            big !== undefined && h("b", { text: big }),
            big !== undefined && h("small", { text: unit }),
          ]),
        ),
        h("span", { class: "km-spaces", "aria-hidden": "true", style: `--n:${road.spaces}` }, spaces),
      ];
    },
    // a person who compares, and the compared property
    /** @type {CardRenderer<Card>} */
    guests: (view, card) => [
      drawCardImage(card, view.theme, view.icons),
      card.skills?.length > 0 &&
      h(
        "span",
        { class: "km-talents", "aria-hidden": "true" },
        card.skills.map(({ icon: name }) => h("i", {}, icon(view.icons[name]))),
      ),
      h(
        "span",
        { class: "km-zone-message" },
        joinWithSpaces([
          h("b", { text: card.name }),
          card.lines.map((line) => h("span", { "aria-hidden": "true" }, icon(view.icons[line.icon]), line.text)),
          h("small", { "aria-hidden": "true", text: card.caption }),
        ]),
      ),
    ],
  },
});
