// Draws a rule example, as widgets/table/rule_example.py describes it: the table before the step, the step, the table
// after it, and refused actions. Cards and maps are those of the table, but here they are static.

import { fillPlaceholders, h, isolateDirection } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { drawGroup } from "./groups.js";
import { cardColourPair } from "../page/drawing.js";

/** @import { MapCell } from "./scene.d.ts" */
/**
 * @import {
 *   VariationComparison, ComparedVariation, ExampleFact,
 *   RuleExampleDisplay, GroupExcerpt, CitedLine,
 * } from "./messages.d.ts"
 */
/** @import { GameTheme } from "../page/drawing_types.d.ts" */

// The parts of a table view that drawing cards, groups and maps requires, for items that nobody can select.
/** @param {GameTheme} look @returns {any} */
const staticView = (look) => ({
  theme: look,
  icons: look.icons,
  cards: new Map(),
  actions: new Map(),
  selectedId: null,
  peekedScene: true,
  scene: {},
  marked: new Set(),
  actionOnTarget: () => null,
  drawPawn: (seat) =>
    h("span", {
      class: "km-pawn",
      "aria-hidden": "true",
      style: `--km-seat:var(--km-seat-${seat % 6})`,
      text: "ABCDEF"[seat],
    }),
  cardColourStyle(card) {
    const [deep, bright] = cardColourPair(card, look);
    return `--card-dark:${deep};--card-bright:${bright}`;
  },
  makeRovingTabStop: (row) => row,
  /** @param {MapCell} card @param {string} kind @param {object} extra */
  drawCardButton(card, kind, extra, ...kids) {
    const { name, count, big, unit, list = [] } = card;
    const said = [name, count > 1 && `\u00d7${count}`, big !== undefined && `${big} ${unit ?? ""}`.trim(), ...list]
      .filter(Boolean).join(", ");
    const marked = this.marked.has(card.id) ? "km-marked" : "";
    return h("span", {
      role: "img",
      class: `${kind} km-tone-${card.tone ?? "s5"} ${marked}`,
      "aria-label": said || name || card.caption || "\u2013",
      style: this.cardColourStyle(card),
      ...extra,
    }, kids);
  },
});

// Draws a group without the event listeners of a playable map.
/** @param {GameTheme} theme @param {GroupExcerpt} part */
export function drawStaticGroup(theme, part) {
  const view = staticView(theme);
  view.marked = new Set(part.marked);

  const { group } = part;
  const piles = group.look === "chips" && group.items.some((card) => card.pile); // there is room for them as they lie
  const body = drawGroup(view, { ...group, look: piles ? "" : group.look, label: undefined, note: undefined });
  return h(
    "figure",
    { class: `km-example-group ${group.board ? "km-example-map" : ""}` },
    h("figcaption", {
      text: [part.title, group.label].filter((text, i, all) => text && all.indexOf(text) === i).join(": "),
    }),
    body && body.cloneNode(true),
    group.more > 0 && h("small", { text: fillPlaceholders(TEXTS.and_more, { n: group.more }) }),
  );
}

// The facts of seats, drawn as in the headers of the seats.
/** @param {ExampleFact[]} facts */
export const drawSeatFacts = (facts) =>
  h(
    "ul",
    { class: "km-example-facts" },
    facts.map(({ who, label, value, of }) =>
      h(
        "li",
        {},
        h("span", { text: `${isolateDirection(who)}: ${label} ` }),
        h("b", { text: of ? `${value} / ${of}` : `${value}` }),
      )
    ),
  );

/** @param {GameTheme} theme @param {RuleExampleDisplay} moment @param {(id: string) => HTMLElement} ruleLink */
export function drawRuleExample(theme, moment, ruleLink) {
  const column = (label, cls, ...kids) =>
    h("section", { class: `km-example-column ${cls}` }, h("h4", { text: label }), kids);
  const table = (parts) =>
    h("div", { class: "km-table-middle km-static" }, parts.map((part) => drawStaticGroup(theme, part)));
  /** @param {CitedLine[]} lines */
  const told = (lines) =>
    h(
      "ul",
      { class: "km-example-events" },
      lines.map((line) =>
        h("li", { class: line.cites ? "km-is-cited" : "" }, h("span", { text: line.text }), " ", ruleLink(line.rule))
      ),
    );
  const { step, before = [], facts = [], after = [], refused = [], changes = [], kept = [], then, unrefused, other } =
    moment;
  const changed = changes.length > 0 &&
    h(
      "ul",
      { class: "km-example-changes" },
      changes.map((one) =>
        h(
          "li",
          {},
          h("span", { text: `${isolateDirection(one.who)}: ${one.label} ` }),
          h("b", { text: fillPlaceholders(TEXTS.from_to, { from: one.from, to: one.to }) }),
        )
      ),
    );
  return h(
    "div",
    { class: "km-rule-example" },
    moment.ask &&
      column(
        TEXTS.before,
        "km-before",
        table(before),
        facts.length > 0 && drawSeatFacts(facts),
        h("p", { text: moment.ask }),
      ),
    column(
      step.refused ? TEXTS.tried : step.say ? TEXTS.the_step : TEXTS.begins,
      step.refused ? "km-example-refusal" : "km-step",
      [...(step.first ?? []), step.say].map((say) => say && h("p", { class: "km-example-action", text: say })),
      step.chance && h("p", { text: fillPlaceholders(TEXTS.chance_of, step) }),
      told(step.told),
    ),
    !step.refused &&
      (after.length > 0 || changes.length > 0 || then || unrefused || (!moment.ask && facts.length > 0)) &&
      column(
        TEXTS.after,
        moment.ask ? "km-after" : "km-after km-example-start",
        table(after),
        !moment.ask && facts.length > 0 && drawSeatFacts(facts),
        kept.length > 0 && drawSeatFacts(kept),
        changed,
        then && h("p", { text: then }),
        unrefused && h("p", { text: unrefused }),
      ),
    other &&
      column(TEXTS.begins, "km-example-start", h("p", { text: other.ask }), table(other.parts), told(other.told)),
    refused.length > 0 &&
      column(
        TEXTS.refused,
        "km-example-refusal",
        refused.map((
          one,
        ) => [
          one.parts?.length > 0 && table(one.parts),
          one.ask && h("p", { text: one.ask }),
          h("p", { class: "km-example-action", text: one.say }),
          told([{ ...one, cites: true }]),
        ]),
      ),
  );
}

// Two variations, each with the groups that differ on its table, and the facts of seats that differ.
/** @param {GameTheme} theme @param {VariationComparison} fork */
export function drawVariationComparison(theme, fork) {
  /** @param {ComparedVariation} way @param {number} i */
  const side = ({ label, say, parts, here }, i) =>
    h(
      "section",
      { class: `km-comparison-side ${here ? "km-is-active" : ""}` },
      h("h4", { text: label }),
      say && h("p", { class: "km-example-action", text: say }),
      h("div", { class: "km-table-middle km-static" }, parts.map((part) => drawStaticGroup(theme, part))),
      h(
        "ul",
        { class: "km-comparison-facts" },
        fork.facts.map(({ who, label: what, values }) =>
          h("li", {}, `${isolateDirection(who)}: ${what} `, h("b", { text: values[i] }))
        ),
      ),
    );
  return h(
    "div",
    { class: "km-comparison", role: "group", "aria-label": fork.stem },
    h("p", { class: "km-comparison-stem" }, h("span", {}, fork.stem, fork.when && h("small", { text: fork.when }))),
    h("i", { class: "km-comparison-branch", "aria-hidden": "true" }),
    h("div", { class: "km-comparison-sides" }, fork.sides.map(side)),
  );
}
