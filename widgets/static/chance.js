// The stage: what dice or draws may decide, with the exact distribution; what came, as a ball on it; the choice of an outcome.
// Filled is what the one who looks wants, hatched what not, the dashed line is what is needed.

const signed = (n) => (n > 0 ? "+" : n < 0 ? "\u2212" : "") + Math.abs(n);

function drawStage(view, scene) {
  const came = view.preview ? null : scene.came;
  const every = scene.odds ?? [];
  const all = every.filter(({ on, rest }) => !on || rest);
  const risks = all.filter((odds) => odds.act !== undefined);
  const parts = [];
  // While a thing is chosen that has odds of its own, they have the stage.
  const own = every.filter((odds) => odds.on?.includes(view.selected));
  if (own.length && !view.preview) {
    view.odds.classList.remove("km-many");
    view.odds.replaceChildren(...own.map((odds) => oneChance(view, odds)));
    return;
  }
  const moment = momentDue(view);
  if (moment) {
    view.odds.classList.remove("km-many");
    view.odds.replaceChildren(drawMoment(view, moment));
    return;
  }
  // What came keeps its picture until one looks at what chance may decide next.
  const picked = riskPicked(view, risks);
  const stays = came?.steps && !came.aside && !scene.reckoning && !picked && all.length === risks.length;
  if (came && !came.aside) parts.push(oneChance(view, came, !stays && (scene.reckoning || all.length > 0)));
  if (risks.length) parts.push(...riskRows(view, risks, picked ?? (stays ? null : risks[0])));
  parts.push(...all.filter((odds) => odds.act === undefined).map((odds) => oneChance(view, odds)));
  if (came?.aside && !scene.reckoning) parts.push(oneChance(view, came, all.length > 0));
  view.odds.classList.toggle("km-many", parts.length > 1);
  if (scene.reckoning && !view.preview) parts.push(drawEnd(view, scene, parts.splice(0)));
  if (!parts.length) parts.push(view.latest());
  else if (all.length && !risks.length && !view.preview) parts.push(note(scene.known, "known"));
  view.odds.replaceChildren(...parts.filter(Boolean));
}

// One distribution. `small`: what came, where something else is due already.
function oneChance(view, all, small) {
  const odds = all.acts ? { ...all, ...(all.acts[view.foreseen] ?? all.acts[all.first]) } : all;
  const turned = odds.card && h("div", { class: "km-turned" }, view.face(odds.card, "km-turn"));
  const shown = !(small && odds.steps) && pictureOf(view, odds);
  return h("div", { class: `km-odds ${small ? "km-came" : ""} ${odds.aside ? "km-aside" : ""} ${turned ? "km-of-card" : ""} ${lookOf(shown)}`, "data-acts": all.acts && "" },
    small && turned,
    h("h3", { text: odds.title }),
    odds.tray && tray(view, odds),
    !small && turned,
    shown,
    odds.chance && saying(odds.chance),
    odds.rows && h("div", { class: "km-part" }, h("h4", { text: odds.rows.label }), h("ul", {}, odds.rows.rows.map((row) => momentRow(view, row)))),
    odds.text && h("p", { text: odds.text }),
    odds.list && view.fold(`list:${odds.title}`, odds.more, h("ol", { class: "km-listed" }, odds.list.map((text) => h("li", { text })))),
    odds.choose && !view.preview && view.fold("choose", W.choose_outcome, chooser(view, odds.choose)));
}

const lookOf = (shown) => (shown?.matches?.(".km-hist") ? "km-of-hist" : shown?.matches?.(".km-pairs") ? "km-of-pairs" : "");

function pictureOf(view, odds) {
  if (odds.budget) return budgetOf(view, odds.budget);
  if (odds.columns) return columnsOf(view, odds.columns);
  if (odds.axis) return axisOf(view, odds.axis);
  if (odds.board) return drawBoard(view, { board: odds.board, label: odds.title });
  if (odds.stack) return comparison(view, odds);
  if (odds.steps) return histogram(odds.steps, odds.at);
  if (odds.pairs) return pairsOf(odds.pairs);
  if (odds.leaves) return leavesOf(view, odds.leaves);
  if (!odds.bars?.length) return null;
  return h("ul", { class: "km-bars" }, odds.bars.map((bar, i) => h("li", { class: `km-tone-${bar.tone} ${odds.at === i ? "km-here" : ""}` },
    h("span", { class: "km-bar-name" }, bar.icon && icon(view.icons[bar.icon]), bar.label),
    h("span", { class: "km-track", "aria-hidden": "true" }, h("i", { style: `width:${100 * bar.share}%` }), odds.at === i && h("b", { class: "km-ball" })),
    h("span", { class: "km-p", title: bar.p }, h("b", { text: bar.percent }), h("small", { text: bar.ways ?? bar.p })))));
}

// Every two of these things: wanted is a pair in which one of the two is.
function pairsOf({ items, label }) {
  const cell = (a, b) => h("td", { class: a.hit || b.hit ? "km-hit" : "km-not" });
  return h("table", { class: "km-pairs", role: "img", "aria-label": label, style: `--n:${items.length - 1}` },
    h("thead", {}, h("tr", {}, h("td", {}), items.slice(1).map(({ text, hit }) => h("th", { class: hit ? "km-hit" : "", text })))),
    h("tbody", {}, items.slice(0, -1).map((a, i) => h("tr", {}, h("th", { class: a.hit ? "km-hit" : "", text: a.text }), Array.from({ length: i }, () => h("td", { "aria-hidden": "true" })), items.slice(i + 1).map((b) => cell(a, b))))));
}

// What goes with each thing that may go: a small square for each step or point.
const leavesOf = (view, rows) => h("ul", { class: "km-leaves" }, rows.map(({ label, parts, text, look, act }) => h("li", { class: `${look ? `km-is-${look}` : ""} ${act !== undefined && act === view.foreseen ? "km-here" : ""}` },
  h("span", { text: label }), h("span", { class: "km-squares", "aria-hidden": "true" }, parts.flatMap(({ kind, n }) => Array.from({ length: n }, () => h("i", { style: view.colours({ kind }) })))), h("small", { text }))));

const saying = ({ label, weight, total, share, percent }) => h("p", { class: "km-saying" }, dial(share),
  h("span", {}, `${label} ${W.in} `, h("b", { text: weight }), ` ${W.of} ${total} \u2248 `, h("b", { text: percent })));

// The risk that has been asked for, or that the chosen card runs.
function riskPicked(view, risks) {
  const held = view.cards.get(view.selected);
  const asked = risks.find((odds) => odds.act === view.risk);
  return asked && (!held?.does || held.does.includes(asked.act)) ? asked : risks.find((odds) => held?.does?.includes(odds.act)) ?? asked;
}

// Everything that chance decides in this turn, a row each; the picture below belongs to the one that is shown.
function riskRows(view, risks, shown) {
  const rows = risks.map((odds) => h("button", { type: "button", class: "km-risk", key: `risk:${odds.act}`, "aria-pressed": String(odds === shown),
    on: { click: () => view.showRisk(odds.act) } },
    dial(odds.chance.share), h("span", {}, h("b", { text: odds.title }), " ", h("small", { text: odds.text })), " ",
    h("span", { class: "km-share" }, odds.chance.percent, " ", h("small", { text: `${odds.chance.weight}/${odds.chance.total}` }))));
  const picture = shown && pictureOf(view, shown);
  return [h("h3", { text: W.may_decide }), h("div", { class: "km-risks" }, rows), shown && h("div", { class: `km-odds ${lookOf(picture)}` }, picture)];
}

// ---- dice --------------------------------------------------------------------------------------------------------

// Two faces with this sum; which ones is nobody's business but the picture's, and the same at each look.
function pairOf(sum, salt) {
  const pairs = [];
  for (let a = Math.max(1, sum - 6); a <= Math.min(6, sum - 1); a++) pairs.push([a, sum - a]);
  return pairs[(7 * salt + sum) % pairs.length];
}

function tray(view, { tray: { sides, between, gives, emblem }, rolls }) {
  const waiting = !rolls;
  const due = waiting && !view.preview && view.scene.controls.find(({ do: what }) => what === "roll");
  const parts = sides.map((side, i) => {
    const dice = (rolls ? pairOf(rolls[i], view.scene.step + i) : [[5, 3], [2, 4]][i % 2]).map((n) => die(n, side.seat === view.scene.viewer));
    return h("span", { class: "km-side" }, h("span", { class: "km-lab" }, view.pawn(side.seat), side.who),
      h("span", { class: "km-dd" }, dice, side.mod !== undefined && h("span", { class: "km-mod" }, side.icon && icon(view.icons[side.icon]), signed(side.mod))),
      h("span", { class: "km-sum" }, rolls && (side.mod === undefined ? h("b", { text: rolls[i] }) : [`${rolls[i]} ${side.mod < 0 ? "\u2212" : "+"} ${Math.abs(side.mod)} = `, h("b", { text: rolls[i] + side.mod })])));
  });
  const middle = h("span", { class: "km-emblem" }, emblem && picture({ kind: emblem }, view.look, view.icons), between && h("i", { text: between }));
  const last = gives && h("span", { class: "km-side km-gives" }, h("span", { class: "km-lab", text: gives.label }), h("strong", { text: rolls ? gives.value : "?" }));
  const kids = [parts[0], (between || gives || emblem) && middle, ...parts.slice(1), last].filter(Boolean);
  const props = { class: `km-dice ${waiting ? "km-rocking" : ""} ${kids.length === 1 ? "km-one" : ""}` };
  if (!due) return h("div", props, kids);
  return h("button", { type: "button", key: "tray", ...props, "aria-label": due.label, on: { click: () => view.send({ do: "roll" }) } }, kids);
}

// ---- histogram of whole numbers with a threshold -------------------------------------------------------------------

function histogram({ label, from, need, weights, total, below, left, right }, at) {
  const top = Math.max(...weights);
  const every = weights.length > 12 ? 2 : 1;
  const number = (x) => `${x}`.replace("-", "\u2212");
  const needs = need !== undefined && (below ? fill(W.need_less, { n: number(need - 1) }) : fill(W.need_more, { n: number(need) }));
  const wanted = (x) => need === undefined || (below ? x < need : x >= need);
  const columns = weights.map((weight, i) => {
    const x = from + i;
    return h("span", { class: `km-col ${wanted(x) ? "km-hit" : ""} ${x === need ? "km-need" : ""}`, title: `${number(x)}: ${weight}/${total}` },
      h("span", { class: "km-bar", style: `height:${round((100 * weight) / top)}%` }, at === x && h("b", { class: "km-ball" })),
      h("small", { text: x % every === 0 || x === need ? number(x) : "" }));
  });
  const tall = Math.max(weights[0], weights.at(-1)) > 0.6 * top; // what is written above the ends needs room
  const end = (said, side) => said && h("span", { class: `km-end-${side}` }, h("b", { text: said[0] }), " ", said[1]);
  return h("figure", { class: "km-hist", role: "img", "aria-label": [left?.join(" "), right?.join(" "), label, needs].filter(Boolean).join("; ") },
    h("span", { class: `km-ends ${below ? "km-below" : ""}` }, end(left, "left"), end(right, "right")),
    h("span", { class: `km-cols ${tall ? "km-tall" : ""}` }, columns),
    h("figcaption", {}, label, needs && [": ", h("b", { text: needs })]));
}

function chooser(view, parts) {
  const selects = parts.map((part, i) => {
    const select = h("select", { key: `part:${i}` });
    const groups = new Map();
    for (const { value, label, group } of part.options) {
      const option = h("option", { value, text: label });
      if (!group) select.append(option);
      else {
        if (!groups.has(group)) select.append(groups.set(group, h("optgroup", { label: group })).get(group));
        groups.get(group).append(option);
      }
    }
    return select;
  });
  const go = () => view.send({ do: "outcome", values: selects.map((select) => select.value), step: view.scene.step });
  return h("div", { class: "km-choose" },
    parts.map((part, i) => h("label", { class: "km-field" }, h("span", { text: part.label }), selects[i])),
    view.button(W.set_outcome, "set", go));
}

// What has just come up: dice tumble in, modifiers slide to the sum, the ball falls onto its bar; a card turns over.
function showCame(view) {
  const { motion, odds } = view;
  const dice = [...odds.querySelectorAll(".km-dice:not(.km-rocking) .km-die")];
  dice.forEach((one, i) => motion.tumble(one, 70 * i));
  const after = dice.length ? 720 + 70 * dice.length : 0;
  if (dice.length) {
    for (const one of odds.querySelectorAll(".km-mod")) motion.run(one, [{ transform: "translateX(3.5rem)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 300, delay: after, easing: "cubic-bezier(.3,1.5,.5,1)" });
    for (const one of odds.querySelectorAll(".km-sum, .km-gives strong")) motion.run(one, [{ opacity: 0, transform: "translateY(-8px)" }, { opacity: 1, transform: "none" }], { duration: 260, delay: after + 180 });
  }
  for (const card of odds.querySelectorAll(".km-turn")) motion.run(card, [{ transform: "perspective(900px) rotateY(90deg)", opacity: 0.2 }, { transform: "perspective(900px) rotateY(0deg)", opacity: 1 }], { duration: 420, delay: 160 });
  const ball = odds.querySelector(".km-ball");
  if (ball) motion.run(ball, [{ transform: "translateY(-11rem)", opacity: 0, easing: "cubic-bezier(.55,0,.85,.35)" }, { transform: "none", opacity: 1, offset: 0.62, easing: "ease-out" },
    { transform: "translateY(-.9rem)", offset: 0.78, easing: "ease-in" }, { transform: "none" }], { duration: 620, delay: after + (dice.length ? 380 : 240), easing: "linear" });
}
