// The end of a game: the reckoning by source, the points over the game with its turning points, luck against expectation.

// `last`: what chance decided last.
function drawEnd(view, scene, last) {
  const { rows, ledger, curve, luck, more, review } = scene.reckoning;
  const sum = (row, sign) => row.parts.reduce((all, { points }) => all + Math.max(0, sign * points), 0);
  const less = Math.max(0, ...rows.map((row) => sum(row, -1)));
  const all = Math.max(1, less + Math.max(...rows.map((row) => sum(row, 1))));
  const part = (one) => h("i", { class: `km-tone-${one.tone} ${one.points < 0 ? "km-less" : ""}`, style: `width:${(100 * Math.abs(one.points)) / all}%`, title: `${one.label}: ${one.said}`, text: one.said });
  const order = [...rows].sort((a, b) => b.wins - a.wins || b.score - a.score);
  const bars = order.map((row) => h("li", { class: row.wins ? "km-wins" : "" },
    words([view.pawn(row.seat), h("b", { text: row.name }), h("span", { class: "km-score", text: row.said }), row.wins && h("span", { class: "km-chip", text: W.wins })]),
    h("span", { class: "km-sources", role: "img", "aria-label": row.parts.map(({ label, said }) => `${label} ${said}`).join(", ") || W.points },
      less > 0 && h("u", { style: `width:${(100 * (less - sum(row, -1))) / all}%` }), row.parts.filter(({ points }) => points < 0).map(part), row.parts.filter(({ points }) => points > 0).map(part))));
  const kinds = new Map(rows.flatMap((row) => row.parts).map(({ label, tone }) => [label, tone]));
  const legend = kinds.size > 1 && h("p", { class: "km-legend" }, [...kinds].map(([label, tone]) => h("span", { class: `km-tone-${tone}` }, h("i"), label)));
  const better = review && [h("h3", { text: W.review }), drawReview(view, review)];
  const room = !more.length; // below the reckoning, so that it is in sight at once
  return h("section", { class: "km-end" },
    h("div", {}, h("h3", { text: W.reckoning }), h("ol", { class: "km-scores" }, bars), legend || null,
      ledger?.piles && drawLedger(view, ledger), more.map((part) => drawPart(view, part, 0)), room && better, last),
    h("div", {}, curve && [h("h3", { text: curve.points.length > 1 ? W.curve : W.curve_alone }), scoreCurve(view, curve)],
      luck?.length && [h("h3", { text: W.luck }), luckTable(view, luck)],
      !room && better));
}

// One's own decisions, looked at in the background: the page asks for each portion, and goes on with anything else meanwhile.
function drawReview(view, { ask, about, found }) {
  const now = view.found ?? found, worst = now?.worst ?? [];
  const go = ({ step, go: label, title, lines }) => h("li", {}, h("b", { text: title }), lines.map((text) => h("p", { text })),
    view.button(label, `review:${step}`, () => view.send({ do: "go", step }), { class: "km-btn" }));
  return h("section", { class: "km-review", "aria-label": W.review },
    now ? [h("p", { text: now.said }), !now.over && h("progress", { max: now.of, value: now.done, "aria-label": W.review }),
      worst.length > 0 && h("ol", {}, worst.map(go)),
      now.habits.length > 0 && [h("h4", { text: W.review_habits }), h("ul", {}, now.habits.map((text) => h("li", { text })))]]
      : [note(about), view.button(ask, "review", () => view.model.send({ do: "review", begin: true, seq: 0 }), { class: "km-btn" })]);
}

function reviewed(view, { found }) {
  const seen = view.scene.reckoning && found.seat === view.scene.viewer;
  if (seen) view.found = found;
  const old = view.root.querySelector(".km-review");
  const key = old?.contains(document.activeElement) && document.activeElement.dataset.k;
  const fresh = JSON.stringify(found) !== view.foundBefore;
  view.foundBefore = JSON.stringify(found);
  if (seen && old && fresh) old.replaceWith(drawReview(view, view.scene.reckoning.review));
  if (key) (view.at(key) ?? view.root.querySelector(".km-review button"))?.focus({ preventScroll: true });
  if (found.over) view.live.textContent = found.said;
  else askOn(view);
}

function askOn(view) {
  setTimeout(() => {
    if (view.stop.signal.aborted) return;
    if (document.hidden) askOn(view);
    else view.model.send({ do: "review", seq: 0 });
  }, 40);
}

// What each owes as a pile of cards, then who pays whom.
function drawLedger(view, { title, piles, pays, text }) {
  const coins = (n) => Array.from({ length: Math.min(n, 8) }, () => picture({ art: [{ thing: "coin" }] }, view.look, view.icons));
  return [h("h3", { text: title }), drawPiles(view, piles),
    h("ul", { class: "km-pays" }, pays.map(({ from, to, n, text: sum, said }) => h("li", { "aria-label": `${view.scene.names[from]}, ${view.scene.names[to]}: ${sum} = ${said}` },
      view.pawn(from), h("span", { "aria-hidden": "true" }, `${sum} = `, h("b", { text: n })), h("i", { class: "km-arrowline", "aria-hidden": "true" }), h("span", { class: "km-coins", "aria-hidden": "true" }, coins(n)), view.pawn(to)))),
    note(text)];
}

// Points of each seat over the steps; a mark where the lead changes leads there.
function scoreCurve(view, { steps, points, turns }) {
  const last = Math.max(1, steps.at(-1)), all = points.flat(), top = Math.max(1, ...all), low = Math.min(0, ...all);
  const x = (step) => (100 * step) / last, y = (value) => 50 - (46 * (value - low)) / (top - low) - 2;
  const lines = points.map((row, seat) => {
    const path = row.map((value, i) => (i ? `H${round(x(steps[i]))}V${round(y(value))}` : `M${round(x(steps[i]))} ${round(y(value))}`)).join("");
    return `<path d="${path}" class="km-course km-course-${seat % 6}" vector-effect="non-scaling-stroke"/>`;
  });
  const ends = points.map((row, seat) => h("span", { class: "km-course-end", style: `top:${2 * y(row.at(-1))}%` }, view.pawn(seat)));
  const marks = turns.map(({ step, seat, text }) => h("button", { type: "button", key: `turn:${step}`, class: "km-turning", title: text, "aria-label": `${fill(W.step, { step })}: ${text}`,
    style: `left:${x(step)}%;top:${2 * y(points[seat][steps.findLastIndex((at) => at <= step)])}%`, on: { click: () => view.send({ do: "go", step }) } }));
  return h("figure", { class: "km-curve" }, svg("0 0 100 50", lines.join(""), "km-lines-pic", "none"), ends, marks);
}

function luckTable(view, luck) {
  return h("table", { class: "km-luck" },
    h("thead", {}, h("tr", {}, ["", ...luck[0].cells.map(({ label }) => label)].map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, luck.map((row) => h("tr", {}, h("th", { scope: "row" }, view.pawn(row.seat), " ", row.name),
      row.cells.map(({ got, expected, more }) => h("td", {}, h("b", { text: more }), h("small", { text: ` ${fill(W.luck_told, { got, expected })}` })))))));
}
