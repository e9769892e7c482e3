// The view Predictions: the chips of the class without exact probabilities, then with them, then before and after.

import { CLASS_TEXTS } from "./class_texts.js";
import { renderViewWithoutLesson } from "./view_parts.js";
import { renderClassPredictions, renderPredictionChange, renderSmallColumns } from "./board_charts.js";
import { renderVoteButton, renderVoteCount } from "./vote_controls.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { sharesToWholePercents } from "../page/numbers.js";

export function renderPredictionsView(board) {
  const { data, ui } = board;
  const instead = renderViewWithoutLesson(board);
  if (instead) return instead;
  const { predictions: p } = data;
  const level = ui.level < revealLevels(board) ? ui.level : 0;
  const most = p.exact.indexOf(Math.max(...p.exact));
  const title = [p.ask, p.ask, p.most, p.came][level];
  const words = [
    null,
    null,
    fillPlaceholders(CLASS_TEXTS.predictions_exact_text, {
      n: `${sharesToWholePercents(p.class)[most]}`,
      outcome: p.names[most],
      answer: p.answer,
    }),
    fillPlaceholders(CLASS_TEXTS.predictions_again_count, { n: `${p.after.put}`, all: `${data.pupils.length}` }),
  ][level] ?? fillPlaceholders(CLASS_TEXTS.predictions_count, { n: `${p.put}`, all: `${data.pupils.length}` });
  const next = [
    CLASS_TEXTS.predictions_reveal_button,
    CLASS_TEXTS.predictions_exact_button,
    revealLevels(board) > 3 ? CLASS_TEXTS.predictions_both_button : CLASS_TEXTS.predictions_hide_button,
    CLASS_TEXTS.predictions_hide_button,
  ][level];
  const plot = level > 2 ? renderPredictionChange(p) : level ? renderClassPredictions(p, level) : h(
    "div",
    { class: "km-classboard-cover-screen" },
    h("b", { text: String(p.put) }),
    h("span", { text: CLASS_TEXTS.predictions_hidden }),
  );
  const key = level > 2
    ? h(
      "p",
      { class: "km-classboard-key" },
      h("i", { class: "km-k km-legend-before" }),
      " before, ",
      h("i", { class: "km-k km-legend-after" }),
      " after, of 100 ",
      h("br"),
      h("i", { class: "km-k km-legend-exact" }),
      " exact",
    )
    : h(
      "p",
      { class: "km-classboard-key" },
      h("i", { class: "km-k km-legend-chips" }),
      ` ${CLASS_TEXTS.predictions_chips_key}`,
      level > 1 ? [h("br"), h("i", { class: "km-k km-legend-exact" }), ` ${CLASS_TEXTS.predictions_exact_key}`] : null,
    );
  return [
    h(
      "div",
      { class: "km-classboard-row km-classboard-message" },
      h("div", {}, h("h2", { class: "km-classboard-question", text: title }), h("p", { text: words })),
      renderVoteButton(board, "chips", CLASS_TEXTS.predictions_again_button),
      board.button(next, "level", () => cycleRevealLevel(board), "km-primary", { title: "Key R" }),
    ),
    renderVoteCount(board, "chips", p.after.put),
    h(
      "div",
      { class: "km-classboard-two-columns km-classboard-is-wide" },
      h(
        "section",
        { class: "km-classboard-canvas km-classboard-plot" },
        plot,
        h("p", { class: "km-classboard-what-label", text: data.what }),
      ),
      h(
        "aside",
        {},
        level
          ? [
            h("h2", { text: CLASS_TEXTS.predictions_ideas_heading }),
            (level > 1 ? p.groups : p.shapes).map((group) =>
              h(
                "div",
                { class: "km-classboard-card km-classboard-group" },
                renderSmallColumns(group.chips),
                h("p", {}, h("b", { text: String(group.n) }), h("br"), group.words),
              )
            ),
            level > 1 && p.lines.length
              ? h("p", {
                class: "km-classboard-key",
                text: fillPlaceholders(CLASS_TEXTS.predictions_calculations, { texts: p.lines.join("; ") }),
              })
              : null,
            key,
          ]
          : null,
      ),
    ),
  ];
}

function revealLevels(board) {
  return board.data.predictions?.after.put ? 4 : 3;
}

export function cycleRevealLevel(board) {
  board.updateViewState({ level: (board.ui.level + 1) % revealLevels(board) });
}
