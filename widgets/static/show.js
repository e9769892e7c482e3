// A step that shows a rule, as widgets/rules/moment.py describes it: the table before it, the step, the table after it,
// and what would be refused. Cards and plans are those of the table; here they only lie there.

// What cards.js, pieces.js and board.js ask of a view, for things that nobody can choose.
const lying = (look) => ({
  look, icons: look.icons, cards: new Map(), actions: new Map(), selected: null, preview: true, scene: {}, marked: new Set(),
  aimed: () => null,
  pawn: (seat) => h("span", { class: "km-pawn", "aria-hidden": "true", style: `--km-seat:var(--km-seat-${seat % 6})`, text: "ABCDEF"[seat] }),
  colours(card) {
    const [deep, bright] = coloursOf(card, look);
    return `--k:${deep};--b:${bright}`;
  },
  oneStop: (row) => row,
  place(card, kind, extra, ...kids) {
    const { name, count, big, unit, list = [] } = card;
    const said = [name, count > 1 && `\u00d7${count}`, big !== undefined && `${big} ${unit ?? ""}`.trim(), ...list].filter(Boolean).join(", ");
    const marked = this.marked.has(card.id) ? "km-marked" : "";
    return h("span", { role: "img", class: `${kind} km-tone-${card.tone ?? "s5"} ${marked}`, "aria-label": said || name || card.mark || "\u2013", style: this.colours(card), ...extra }, kids);
  },
});

// Without the listeners of a plan that can be played on.
function drawLying(look, part) {
  const view = lying(look);
  view.marked = new Set(part.marked);
  
  const { group } = part;
  const body = drawGroup(view, { ...group, label: undefined, note: undefined });
  return h("figure", { class: `km-part2 ${group.board ? "km-planpart" : ""}` },
    h("figcaption", { text: [part.title, group.label].filter((text, i, all) => text && all.indexOf(text) === i).join(": ") }),
    body && body.cloneNode(true), group.more > 0 && h("small", { text: fill(W.and_more, { n: group.more }) }));
}

function drawShow(look, moment, ruleLink) {
  const column = (label, cls, ...kids) => h("section", { class: `km-showcol ${cls}` }, h("h4", { text: label }), kids);
  const table = (parts) => h("div", { class: "km-t-middle km-lies" }, parts.map((part) => drawLying(look, part)));
  const told = (lines) => h("ul", { class: "km-told2" }, lines.map((line) =>
    h("li", { class: line.cites ? "km-cites" : "" }, h("span", { text: line.text }), " ", ruleLink(line.rule))));
  const { step, before = [], after = [], refused = [] } = moment;
  return h("div", { class: "km-show" },
    moment.ask && column(W.before, "km-before", table(before), h("p", { text: moment.ask })),
    column(step.refused ? W.tried : step.say ? W.the_step : W.begins, step.refused ? "km-no2" : "km-step",
      step.say && h("p", { class: "km-deed", text: step.say }), step.chance && h("p", { text: fill(W.chance_of, step) }), told(step.told)),
    !step.refused && (after.length > 0 || !moment.ask) && column(W.after, "km-after", table(after)),
    refused.length > 0 && column(W.refused, "km-no2", refused.map((one) => [h("p", { class: "km-deed", text: one.say }), told([{ ...one, cites: true }])])));
}
