// Results of tables that played the same deals: points, sources of the differences, first divergences, fingerprints.

import { h } from "../../page/elements.js";
import { formatPercent, numberTextWithMinusSign } from "../../page/numbers.js";

const MAX_BINS = 6; // as many have room on a phone

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const short = (value) => numberTextWithMinusSign(Math.round(value * 10) / 10);

function dealButtons(results, shown, say, choose) {
  return h(
    "div",
    { class: "km-tables-deals" },
    results.deals.map(({ deal }) =>
      h("button", {
        type: "button",
        key: `deal-${deal}`,
        "aria-pressed": String(deal === shown.deal),
        text: say("playing_deal", { n: deal + 1 }),
        on: { click: () => choose({ deal, place: 0 }) },
      })
    ),
  );
}

/** The tab "Results". @param {any} context @returns {any[]} */
export function renderResults({ board, results, shown, say, choose }) {
  if (!results) return [h("p", { text: say("no_results") })];
  const result = results.deals.find(({ deal }) => deal === shown.deal);
  return [
    h("h2", { text: say("results_title", { n: result.deal + 1 }) }),
    results.deals.length > 1 && dealButtons(results, shown, say, choose),
    h("div", { class: "km-tables-columns" }, renderPoints(result, say), renderParts(results, shown, say, choose)),
    renderScoreTable(result, say),
    board.mode === "own_dice" && h("p", { class: "km-tables-note", text: say("bots_of_own_dice") }),
  ];
}

// One row a seat; each counter is a table, each square a bot, in bins on one axis of points.
function renderPoints(result, say) {
  const all = [
    ...result.tables.flatMap(({ scores }) => scores),
    ...result.bots,
  ];
  const low = Math.floor(Math.min(...all));
  const width = Math.floor((Math.max(...all) - low) / MAX_BINS) + 1; // of a bin, in points
  const bin = (points) => Math.floor((points - low) / width);
  const bins = Array.from({ length: bin(Math.max(...all)) + 1 }, (_, i) => i);
  const range = (i) => {
    const from = low + i * width;
    return width > 1 ? say("points_from_to", { low: short(from), high: short(from + width - 1) }) : short(from);
  };
  const counter = (points, type, text) =>
    h("b", { class: type, title: say("points_count", { n: short(points) }), text });
  const rows = result.tables[0].scores.map((_, seat) => {
    const piles = bins.map(() => []);
    piles[bin(result.bots[seat])].push(counter(result.bots[seat], "km-tables-bot", say("bot_heuristic")[0]));
    for (const { table, scores, people } of result.tables) {
      piles[bin(scores[seat])].push(counter(scores[seat], seat < people ? "" : "km-tables-free", table));
    }
    const columns = piles.map((counters, i) =>
      h("span", {}, h("span", { class: "km-tables-stack" }, counters), h("small", { text: range(i) }))
    );
    return h(
      "div",
      { class: "km-tables-row" },
      h("span", { text: say("seat_number", { n: seat + 1 }) }),
      h("div", { class: "km-tables-axis" }, columns),
    );
  });
  return h(
    "figure",
    { class: "km-tables-points", "aria-hidden": "true" }, // the table below has the same numbers
    rows,
    h("figcaption", { text: say("counters") }),
  );
}

function renderScoreTable(result, say) {
  const seats = result.tables[0].scores.map((_, seat) =>
    h("th", { scope: "col", text: say("seat_number", { n: seat + 1 }) })
  );
  const rows = result.tables.map(({ table, scores, names, people }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", text: say("table_number", { n: table }) }),
      scores.map((points, seat) =>
        h(
          "td",
          {},
          h("b", { text: short(points) }),
          " ",
          h("small", { dir: "auto", text: seat < people ? names[seat] : say("of_bots") }),
        )
      ),
    )
  );
  const bots = h(
    "tr",
    {},
    h("th", { scope: "row", text: say("bot_heuristic") }),
    result.bots.map((points) => h("td", { text: short(points) })),
  );
  return h(
    "table",
    { class: "km-tables-scores" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col", text: say("table_column") }), seats)),
    h("tbody", {}, rows, bots),
  );
}

function renderParts(results, shown, say, choose) {
  const parts = results.parts[shown.seat];
  const seats = h(
    "select",
    {
      key: "seat",
      "aria-label": say("seats_label"),
      on: { change: (event) => choose({ seat: Number(event.target.value) }) },
    },
    results.parts.map((_, n) =>
      h("option", { value: n, text: say("seat_number", { n: n + 1 }), selected: n === shown.seat })
    ),
  );
  const title = h("h3", { text: say("parts_title") });
  if (!parts) return h("div", { class: "km-tables-parts" }, title, h("p", { text: say("parts_need") }));
  const rows = ["deal", "table", "rest"].map((part, n) =>
    h(
      "li",
      { class: `km-tables-part-${part}` },
      h("b", { text: `${say(`part_${part}`)}: ${formatPercent(parts.shares[n])}` }),
      h("small", { text: say(`part_${part}_why`) }),
      parts[part] && h("small", { text: say("part_interval", { low: parts[part][0], high: parts[part][1] }) }),
    )
  );
  return h(
    "div",
    { class: "km-tables-parts" },
    title,
    seats,
    h(
      "div",
      { class: "km-tables-bar", "aria-hidden": "true" },
      parts.shares.map((share) => h("i", { style: `flex-grow: ${share}` })),
    ),
    h("ul", {}, rows),
    parts.needed && h("p", { text: say("ranking_needs", { n: parts.needed }) }),
  );
}

/** The tab "Where they differ". @param {any} context @returns {any[]} */
export function divergenceElements({ results, shown, say, choose, showTable }) {
  if (!results) return [h("p", { text: say("no_results") })];
  const result = results.deals.find(({ deal }) => deal === shown.deal);
  const buttons = results.deals.length > 1 && dealButtons(results, shown, say, choose);
  const { divergences } = result;
  if (!divergences.length) return [buttons, h("p", { text: say("differ_none") })];
  const one = divergences[shown.place];
  const move = (by, id) =>
    h("button", {
      type: "button",
      key: id,
      disabled: !divergences[shown.place + by],
      text: say(id),
      on: { click: () => choose({ place: shown.place + by }) },
    });
  const title = one.isChance ? say("differ_chance", { step: one.step }) : say("differ_decision", {
    step: one.step,
    seat: one.seat + 1,
  });
  return [
    buttons,
    h(
      "div",
      { class: "km-tables-steps" },
      move(-1, "previous_place"),
      h("span", { text: say("place_of", { n: shown.place + 1, total: divergences.length }) }),
      move(1, "next_place"),
    ),
    h("h2", { text: title }),
    h("p", { text: one.ask }),
    h("div", { class: "km-tables-branches" }, one.branches.map((branch) => renderBranch(branch, say))),
    h("p", { class: "km-tables-note", text: say("differ_note") }),
    h("button", {
      type: "button",
      key: "show_position",
      text: say("show_position"),
      on: { click: () => showTable(result.deal, one.table, one.step) },
    }),
  ];
}

function renderBranch({ label, tables, probability, points }, say) {
  const chance = probability &&
    (probability.label ? say("probability_success", probability) : say("probability_exact", probability));
  return h(
    "article",
    {},
    h("h3", { text: label || say("choice_over") }),
    chance && h("p", { class: "km-tables-chance", text: chance }),
    h("p", { text: say("after_choice", { points: short(mean(points)) }) }),
    h(
      "ul",
      {},
      tables.map((table, n) => h("li", { text: say("tables_and_points", { table, points: short(points[n]) }) })),
    ),
  );
}

/** The tab "Fair deal". @param {any} context @returns {any[]} */
export function renderFingerprints({ board, say }) {
  return [
    h("p", { text: say("fair_why") }),
    h(
      "dl",
      {},
      board.deals.flatMap(({ fingerprint, key }, n) => [
        h("dt", { text: say("playing_deal", { n: n + 1 }) }),
        h("dd", {}, say("fair_fingerprint"), " ", h("code", { text: fingerprint })),
        key ? h("dd", {}, say("fair_key"), " ", h("code", { text: key })) : h("dd", { text: say("fair_key_hidden") }),
        key && renderCheck(fingerprint, key, say),
      ]),
    ),
  ];
}

function renderCheck(fingerprint, key, say) {
  const answer = h("dd", { class: "km-tables-check", text: say("fair_check_self") });
  computeFingerprint(key).then((found) => {
    if (found) answer.textContent = say(found === fingerprint ? "fair_check_ok" : "fair_check_failed");
  });
  return answer;
}

// Computes the same hash as gamelib/common_luck.py. Browsers compute hashes only at secure addresses.
async function computeFingerprint(key) {
  if (!globalThis.crypto?.subtle) return "";
  const bytes = new Uint8Array([
    ...new TextEncoder().encode("kismet-deal-1"),
    ...key.match(/../g).map((pair) => parseInt(pair, 16)),
  ]);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
