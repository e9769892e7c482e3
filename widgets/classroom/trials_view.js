// The view Rolls: results of each pupil, of all together, rounds of the class, and the pupils' own data.

import { CLASS_TEXTS } from "./class_texts.js";
import { firstOfLargeClass, isExactRevealed, isTooManyForDisplay, renderRevealExactButton } from "./view_parts.js";
import { renderJoinView } from "./join_view.js";
import { renderAvatar } from "./avatars.js";
import { renderPupilModels, renderSendModelForm } from "./models_view.js";
import { renderConvergence, renderOutcomeCounts, renderRoundWins } from "./board_charts.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { formatPercent, roundHalfUp } from "../page/numbers.js";

export function startClassRound(board, rolls) {
  board.updateViewState({ source: "round", tab: "Rolls" });
  return board.changeSession({ round: rolls });
}

// Available charts of runs: [id, label of the button, data of the chart].
function runSources(board) {
  const { data } = board;
  const own = data.steps
    ? [["lesson", "Lesson", data.rolls], ...(data.pace.rounds.length ? [["round", "Round", data.round]] : [])]
    : [];
  const tallied = (data.data ?? []).map((
    one,
    n,
  ) => [`data:${n}`, fillPlaceholders(CLASS_TEXTS.trials_own_title, { what: one.words }), { ...one, tallied: true }]);
  return [
    ...own,
    ...tallied,
    ...data.pools.map((pool) => [pool.id, pool.line || (data.dashboards[pool.page] ?? "Question"), pool]),
  ];
}

// Buttons that select one of the charts of runs.
function runPicks(board, sources, id) {
  if (sources.length < 2) return null;
  return h(
    "span",
    { class: "km-classboard-picks" },
    sources.map(([name, text, of]) =>
      board.button(
        text,
        `source:${name}`,
        () => board.updateViewState({ source: name }),
        name === id ? "km-is-active" : "",
        {
          "aria-pressed": String(name === id),
          title: of.ask ?? text,
        },
      )
    ),
  );
}

// Results of the pupils' own throws or draws, all together, next to the model.
function ownData(board, all, picks) {
  return [
    h(
      "div",
      { class: "km-classboard-row km-classboard-message" },
      h(
        "div",
        {},
        h("h2", { text: fillPlaceholders(CLASS_TEXTS.trials_class_title, { what: all.words }) }),
        h("p", {
          text: fillPlaceholders(CLASS_TEXTS.trials_recorded, {
            n: `${all.pupils}`,
            all: `${board.data.pupils.length}`,
            trials: `${all.total}`,
          }),
        }),
      ),
      picks,
    ),
    h(
      "div",
      { class: "km-classboard-is-half" },
      h(
        "section",
        { class: "km-classboard-card" },
        h("h3", { text: "Results" }),
        renderOutcomeCounts(all),
        h("p", { class: "km-classboard-key", text: CLASS_TEXTS.trials_model_key }),
      ),
      h(
        "section",
        { class: "km-classboard-card" },
        h("h3", { text: CLASS_TEXTS.trials_far_off_heading }),
        h("p", { class: "km-classboard-verdict", text: all.says }),
      ),
    ),
  ];
}

export function renderTrialsView(board) {
  const { data, ui } = board;
  if (!data.lesson) return renderJoinView(board);
  const sources = runSources(board);
  if (!sources.length) {
    return [
      renderSendModelForm(board),
      h(
        "section",
        { class: "km-classboard-card km-classboard-is-open" },
        h("h2", { text: CLASS_TEXTS.trials_none }),
        h("p", { text: CLASS_TEXTS.trials_none_note }),
      ),
      renderPupilModels(board),
    ];
  }
  const [id, , all] = sources.find(([name]) => name === ui.source) ?? sources[0];
  if (all.tallied) return ownData(board, all, runPicks(board, sources, id));
  const told = Boolean(all.ask) || isExactRevealed(board);
  const found = told ? all : { ...all, exact: null, share: null };
  const inRound = id === "round";
  board.inRound = inRound;
  const words = `${found.hits} of ${found.total} ${found.total === 1 ? "run" : "runs"}: ${found.words}`;
  const one = inRound && data.pace.rounds.at(-1)[1] === 1;
  const picks = runPicks(board, sources, id);
  const title = one
    ? `How many of us? ${data.go}!`
    : found.ask
    ? found.ask.replace(/[\s:,]+$/, "")
    : CLASS_TEXTS.trials_settle_note;
  const heard = inRound
    ? fillPlaceholders(CLASS_TEXTS.trials_round_count, { n: `${found.pupils.length}`, all: `${data.pupils.length}` })
    : found.ask
    ? `${found.pupils.length} of ${data.pupils.length} run it with this setting${
      found.said ? `; ${found.said} as their own browsers say` : ""
    }.`
    : CLASS_TEXTS.trials_all_note;
  return [
    h(
      "div",
      { class: "km-classboard-row km-classboard-message" },
      h("div", {}, h("h2", { text: title }), h("p", { text: heard })),
      h("span", { class: "km-classboard-dial", style: `--p:${found.total ? found.hits / found.total : 0}` }),
      h(
        "p",
        { class: "km-classboard-sum" },
        h("b", {
          text: found.total ? (one ? `${found.hits} of ${found.total}` : formatPercent(found.hits / found.total)) : "–",
        }),
        h("span", {}, one ? found.words : words, told ? [h("br"), `exact: ${formatPercent(found.share, 1)}`] : null),
      ),
      picks,
      renderRevealExactButton(board),
      data.steps
        ? [
          board.button(
            CLASS_TEXTS.trials_one_button,
            "round:1",
            () => startClassRound(board, 1),
            one ? "km-primary" : "",
            {
              title: CLASS_TEXTS.trials_one_hint,
            },
          ),
          board.button(
            CLASS_TEXTS.trials_ten_button,
            "round:10",
            () => startClassRound(board, 10),
            one ? "" : "km-primary",
            {
              title: CLASS_TEXTS.trials_ten_hint,
            },
          ),
        ]
        : null,
      data.pace.rolls ? board.button("End", "round:0", () => board.changeSession({ round: 0 })) : null,
    ),
    h(
      "ul",
      { class: "km-classboard-strip" },
      firstOfLargeClass(found.pupils).map((line) =>
        h(
          "li",
          { class: one || told ? (line.share >= (one ? 1 : found.share) ? "km-hit" : "km-miss") : null },
          renderAvatar(line.face),
          h("b", { text: one ? (line.share ? "✓" : "✗") : String(roundHalfUp(line.share * line.runs)) }),
        )
      ),
    ),
    h(
      "div",
      { class: "km-classboard-is-half" },
      h(
        "section",
        { class: "km-classboard-card" },
        h("h3", { text: found.ask ? "Results" : data.what }),
        renderOutcomeCounts(found),
        told ? h("p", { class: "km-classboard-key", text: CLASS_TEXTS.trials_exact_key }) : null,
      ),
      one
        ? h(
          "section",
          { class: "km-classboard-card" },
          h("h3", {
            text: fillPlaceholders(CLASS_TEXTS.trials_axis_count, {
              n: `${data.games.won.at(-1)?.n ?? data.pupils.length}`,
              event: found.words,
            }),
          }),
          renderRoundWins(data.games, told),
          h("p", {
            class: "km-classboard-key",
            text: `${told ? "bars: how likely each number is; " : ""}balls: our rounds (the last one is golden)`,
          }),
        )
        : h(
          "section",
          { class: "km-classboard-card" },
          h("h3", { text: fillPlaceholders(CLASS_TEXTS.trials_axis_frequency, { event: found.words }) }),
          renderConvergence(found, !isTooManyForDisplay(found.pupils)),
        ),
    ),
    renderSendModelForm(board),
    renderPupilModels(board),
  ];
}
