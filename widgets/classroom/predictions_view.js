// The view Predictions: the chips of the class under a cloth, then over the exact chances, then before and after.

import { CLASS_TEXTS } from "./class_texts.js";
import { renderNoLessonNotice } from "./view_parts.js";
import { renderClassPredictions, renderPredictionChange, renderSmallColumns } from "./board_charts.js";
import { renderVoteButton, renderVoteCount } from "./vote_controls.js";
import { h } from "../page/elements.js";
import { hundredths } from "../page/numbers.js";

export function renderPredictionsView(board) {
  const { data, ui } = board;
  const instead = renderNoLessonNotice(board);
  if (instead) return instead;
  const { predictions: p } = data;
  const level = ui.level < revealLevels(board) ? ui.level : 0;
  const most = p.exact.indexOf(Math.max(...p.exact));
  const title = [p.ask, p.ask, p.most, p.came][level];
  const words = [
    null,
    null,
    `The class put ${hundredths(p.class)[most]} of 100 chips on “${p.names[most]}”. The exact answer: ${p.answer}.`,
    `${p.after.put} have predicted again.`,
  ][level] ?? `${p.put} of ${data.pupils.length} have made their predictions.`;
  const next = [
    CLASS_TEXTS.predictions_reveal_the_predictions,
    CLASS_TEXTS.predictions_show_the_exact_bars_behind,
    revealLevels(board) > 3 ? CLASS_TEXTS.predictions_before_and_after : CLASS_TEXTS.predictions_hide_them,
    CLASS_TEXTS.predictions_hide_them,
  ][level];
  const plot = level > 2 ? renderPredictionChange(p) : level ? renderClassPredictions(p, level) : h(
    "div",
    { class: "km-classboard-cover-screen" },
    h("b", { text: String(p.put) }),
    h("span", { text: CLASS_TEXTS.predictions_predictions_are_hidden }),
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
      " chips of the class, of 100",
      level > 1 ? [h("br"), h("i", { class: "km-k km-legend-exact" }), " exact, of 100"] : null,
    );
  return [
    h(
      "div",
      { class: "km-classboard-row km-classboard-message" },
      h("div", {}, h("h2", { class: "km-classboard-question", text: title }), h("p", { text: words })),
      renderVoteButton(board, "chips", CLASS_TEXTS.predictions_predict_again),
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
            h("h2", { text: CLASS_TEXTS.predictions_possible_ideas }),
            (level > 1 ? p.groups : p.shapes).map((group) =>
              h(
                "div",
                { class: "km-classboard-card km-classboard-group" },
                renderSmallColumns(group.chips),
                h("p", {}, h("b", { text: String(group.n) }), h("br"), group.words),
              )
            ),
            level > 1 && p.lines.length
              ? h("p", { class: "km-classboard-key", text: `They worked out: ${p.lines.join("; ")}` })
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
