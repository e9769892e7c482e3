// What has just happened at the table as small scenes on the stage, one after the other; and two pictures that compare:
// a bar in parts, and what a bid leaves to buy.

const MOMENTS = { slow: 4000, fast: 1800 }; // ms that a scene stays when others play on by themselves

const momentDue = (view) => (view.preview ? undefined : view.scene.moments?.[view.moment]);

function nextMoment(view) {
  view.moment = (view.moment) + 1;
  view.draw();
  view.goOn();
}

function drawMoment(view, moment) {
  const all = view.scene.moments;
  const at = view.moment;
  const last = at === all.length - 1;
  const label = all.length > 1 ? `${W.go_on} (${at + 1}/${all.length})` : W.go_on;
  return h("div", { class: `km-moment ${moment.parts.length ? "km-inparts" : ""}` },
    h("div", { class: "km-momenthead" }, moment.card && h("span", { class: "km-arch" }, picture(moment.card, view.look, view.icons)),
      h("div", {}, h("h3", { text: moment.title }), moment.card?.text && h("p", { text: moment.card.text }), moment.text && h("p", { text: moment.text }), moment.rule && view.ruleButton(moment.rule, "moment"))),
    moment.parts.map((part, i) => drawPart(view, part, i, moment.parts.length > 1)),
    moment.verdict && h("p", { class: "km-verdict", text: moment.verdict }),
    view.button(last ? W.go_on : label, "moment", () => nextMoment(view), { class: "km-btn" }));
}

const drawPart = (view, part, i, numbered) => h("div", { class: `km-part ${part.rows.some(({ look }) => look === "best") ? "km-hasbest" : ""}`, "data-part": i },
  part.label && h("h4", {}, numbered && h("b", { text: i + 1 }), part.icon && icon(view.icons[part.icon]), h("span", { text: part.label }), part.note && h("small", { text: part.note })),
  h("ul", {}, part.rows.map((row) => momentRow(view, row))));

// A row of a seat, or of a kind of thing; then with the pawn of a seat that stands there.
function momentRow(view, row) {
  const bar = row.of ? Array.from({ length: row.of }, (_, i) => h("i", { class: `km-place ${i < row.n ? "km-full" : ""} ${i + 1 === row.mark ? "km-goal" : ""}` }))
    : row.share !== undefined && h("i", { class: "km-length", style: `width:${100 * row.share}%` }, row.first > 0 && h("i", { style: `width:${(100 * row.first) / (row.share || 1)}%` }));
  const thing = row.seat === undefined;
  const sign = !thing ? view.pawn(row.seat) : row.kind ? h("span", { class: "km-sign2" }, picture(row, view.look, view.icons)) : icon(view.icons[row.icon]);
  return h("li", { class: [row.look && `km-is-${row.look}`, thing && "km-thing", row.wide && "km-saying2"].filter(Boolean).join(" ") }, sign, h("span", { text: thing ? row.label : view.scene.names[row.seat] }),
    !row.wide && h("span", { class: "km-bars2", "aria-hidden": "true" }, bar), row.value !== undefined && h("b", { text: row.value }),
    (row.text || row.pawn !== undefined) && h("small", {}, row.pawn !== undefined && view.pawn(row.pawn), row.text));
}

// The lengths grow one part after the other: first all are compared, then those who are level.
function showMoment(view) {
  for (const part of view.odds.querySelectorAll(".km-part"))
    [...part.querySelectorAll(".km-length")].forEach((bar, i) => view.motion.run(bar,
      [{ transform: "scaleX(0)", transformOrigin: "left" }, { transform: "none", transformOrigin: "left" }], { duration: 320, delay: 700 * part.dataset.part + 70 * i, easing: "cubic-bezier(.2,.75,.2,1)" }));
}

// ---- a bar in parts, by seat -----------------------------------------------------------------------------------------

function partsBar(view, bars) {
  const told = bars.map((bar) => `${bar.label} ${bar.ways ?? bar.p}`).join(", ");
  return h("div", { class: "km-partsbar", role: "img", "aria-label": told }, bars.filter((bar) => bar.share > 0).map((bar) => {
    const count = bar.ways?.match(/^\d+(?= of)/)?.[0] ?? bar.percent; // an exact count, where there is one
    return h("span", { class: bar.seat === undefined ? "km-nobody" : "", style: `flex-grow:${bar.share};${bar.seat === undefined ? "" : `--km-seat:var(--km-seat-${bar.seat % 6})`}`, title: `${bar.label}: ${bar.ways ?? bar.p}` },
      h("b", { text: `${bar.seat === undefined ? "?" : [...bar.label][0]} ${count}` }));
  }));
}

function comparison(view, odds) {
  const card = view.cards.get(view.selected);
  return [partsBar(view, odds.bars),
    card?.then && h("p", { class: "km-note" }, h("span", { text: fill(W.with_this, { name: card.name }) }), " ", card.thenSays && h("b", { text: card.thenSays })),
    card?.then && partsBar(view, card.then)];
}

// ---- amounts one after the other, and what a chosen card would add to them ----------------------------------------------

function columnsOf(view, { axis, cols, legend, line }) {
  const adds = view.cards.get(view.selected)?.adds ?? [];
  const all = Array.from({ length: Math.max(cols.length, adds.length) }, (_, i) => cols[i] ?? { label: String(Number(cols[0].label) + i), total: 0, parts: [] });
  const top = Math.max(1, line?.value ?? 0, ...all.map(({ total }, i) => total + (adds[i] ?? 0)));
  const high = (value) => `${round((100 * value) / top)}%`;
  return h("figure", { class: "km-columns" },
    h("p", { class: "km-legend" }, legend.map(({ label, tone }) => h("span", { class: `km-tone-${tone}` }, h("i"), label))),
    h("div", { class: "km-colrow", role: "img", "aria-label": all.map(({ label, total }, i) => `${axis} ${label}: ${total}${adds[i] ? ` + ${adds[i]}` : ""}`).join(", ") },
      all.map(({ parts, total }, i) => h("span", {}, h("b", { text: adds[i] ? `+${adds[i]}` : total }),
        adds[i] && h("i", { class: "km-ghostpart", style: `height:${high(adds[i])}` }), [...parts].reverse().map(({ value, tone }) => h("i", { class: `km-tone-${tone}`, style: `height:${high(value)}` })))),
      line?.value > 0 && h("i", { class: "km-level", style: `bottom:${high(line.value)}` }, h("small", { text: `${line.label} ${line.value}` }))),
    h("div", { class: "km-collabels", "aria-hidden": "true" }, all.map(({ label }) => h("span", { text: label }))),
    h("figcaption", { text: axis }));
}

// ---- what a bid leaves to buy: a staircase for each bidder ------------------------------------------------------------

const bought = ({ have, less, costs }, bid) => {
  const left = have - Math.max(0, bid - less);
  return left < 0 ? null : costs.filter((cost) => cost <= left).length;
};

function budgetOf(view, { rows, stands, of }) {
  const most = Math.max(...rows.map(({ have, less }) => have + less), 10);
  const x = (bid) => round((1000 * bid) / most);
  const lines = rows.map((row) => {
    const end = row.have + row.less;
    let path = "M0 100";
    for (let bid = 0; bid <= end; bid += 10) path += `L${x(bid)} ${round(100 - (92 * bought(row, bid)) / (of || 1))}H${x(Math.min(end, bid + 10))}`;
    const own = row.seat === view.scene.viewer;
    return h("div", { class: "km-stairs", style: `--km-seat:var(--km-seat-${row.seat % 6})` }, view.pawn(row.seat), h("span", { text: own ? W.you_short : row.who }),
      h("span", { class: "km-steps" }, svg("0 0 1000 100", `<path d="${path}L${x(end)} 100Z"/>`, "km-stairpic", "none"), h("b", { class: "km-buys", "data-row": JSON.stringify(row), "data-of": of })));
  });
  const figure = h("figure", { class: "km-budget", "data-most": most }, lines,
    stands > 0 && h("i", { class: "km-stands", style: `--at:${stands / most}` }, h("small", { text: stands })),
    h("i", { class: "km-bidline", style: "--at:0" }, h("small", { text: "" })));
  tellBudget(figure, Math.max(10, stands + 10));
  return figure;
}

function tellBudget(root, bid) {
  const figure = root.matches?.(".km-budget") ? root : root.querySelector(".km-budget");
  if (!figure) return;
  const line = figure.querySelector(".km-bidline");
  line.style.setProperty("--at", Math.min(1, bid / figure.dataset.most));
  line.firstChild.textContent = fill(W.your_bid, { bid });
  for (const place of figure.querySelectorAll(".km-buys")) {
    const many = bought(JSON.parse(place.dataset.row), bid);
    place.textContent = many === null ? W.cannot_bid : fill(W.can_buy, { n: many, of: place.dataset.of });
  }
}

// ---- two ways on one axis: a sure end and an uncertain one --------------------------------------------------------------

function axisOf(view, { rows, unit }) {
  const all = [0, ...rows.map(({ value }) => value)];
  const low = Math.min(...all), high = Math.max(...all, low + 1);
  const at = (value) => `${round((100 * (value - low)) / (high - low))}%`;
  const best = Math.max(...rows.map(({ value }) => value));
  return h("figure", { class: "km-axis2", role: "img", "aria-label": rows.map(({ label, shown, text }) => `${label}: ${shown} ${unit}, ${text}`).join("; ") },
    rows.map((row) => h("div", { class: `${row.sure ? "km-sure" : ""} ${row.gain ? "km-gain" : ""} ${row.value === best ? "km-best" : ""}` }, h("span", {}, h("b", { text: row.label }), " ", h("small", { text: row.text })),
      h("span", { class: "km-line2" }, h("i", { class: "km-zero", style: `left:${at(0)}` }), h("i", { class: "km-reach", style: `left:${at(Math.min(0, row.value))};width:${round((100 * Math.abs(row.value)) / (high - low))}%` })),
      h("b", { class: "km-big", text: row.shown }))),
    h("figcaption", { text: unit }));
}

// ---- what an action would do, before it is done --------------------------------------------------------------------------

function drawPreview(view, action, { title, steps, piles }) {
  return h("div", { class: "km-ahead" }, h("h3", { text: title }),
    h("ul", { class: "km-aheads" }, steps.map(({ ok, text, rule }) => h("li", { class: ok ? "km-yes" : "km-nope" }, h("span", { "aria-hidden": "true", text: ok ? "\u2713" : "\u2715" }), h("span", { text }), rule && view.ruleButton(rule, `ahead:${rule}`)))),
    h("h4", { text: W.would_owe }), drawPiles(view, piles),
    h("div", { class: "km-actions" }, view.button(action.label, "ahead:do", () => view.act(action.n), { class: "km-btn km-lead" }),
      view.button(W.back_to_question, "ahead:back", () => unpoint(view), { class: "km-btn km-quiet" })));
}

// What each seat owes as cards; those that would be added are hatched.
function drawPiles(view, piles) {
  const cards = (count, cls) => Array.from({ length: Math.min(count ?? 0, 24) }, () => h("i", { class: cls }));
  return h("ul", { class: "km-piles" }, piles.map(({ seat, now, add }) => h("li", {}, view.pawn(seat), h("span", { text: view.scene.names[seat] }), h("span", { class: "km-pilecards", "aria-hidden": "true" }, cards(now, ""), cards(add, "km-more")),
    h("b", { text: add ? `${now} \u2192 ${now + add}` : now }))));
}

function showPreview(view, action) {
  const ahead = view.scene.previews?.[action?.preview];
  if (!ahead) return;
  view.ahead = true;
  view.odds.classList.remove("km-many");
  view.odds.replaceChildren(drawPreview(view, action, ahead));
}

function hidePreview(view) {
  if (!view.ahead) return;
  view.ahead = false;
  drawStage(view, view.shown);
}
