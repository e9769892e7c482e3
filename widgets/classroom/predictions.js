// The view Predictions: the chips of the class under a cloth, then over the exact chances, then before and after.

import { noLesson } from "./common.js";
import { beforeAfter, chipColumns, tinyColumns } from "./pictures.js";
import { hundredths } from "../page/numbers.js";
import { voteButton, voteIsOn } from "./votes.js";
import { h } from "../page/elements.js";

export function predictionsView(board) {
  const { data, ui } = board;
  const instead = noLesson(board);
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
    "Reveal the predictions",
    "Show the exact bars behind them",
    revealLevels(board) > 3 ? "Before and after" : "Hide them",
    "Hide them",
  ][level];
  const plot = level > 2 ? beforeAfter(p) : level ? chipColumns(p, level) : h(
    "div",
    { class: "km-x-cover" },
    h("b", { text: String(p.put) }),
    h("span", { text: "predictions are hidden" }),
  );
  const key = level > 2
    ? h(
      "p",
      { class: "km-x-key" },
      h("i", { class: "km-k km-k-before" }),
      " before, ",
      h("i", { class: "km-k km-k-after" }),
      " after, of 100 ",
      h("br"),
      h("i", { class: "km-k km-k-exact" }),
      " exact",
    )
    : h(
      "p",
      { class: "km-x-key" },
      h("i", { class: "km-k km-k-chips" }),
      " chips of the class, of 100",
      level > 1 ? [h("br"), h("i", { class: "km-k km-k-exact" }), " exact, of 100"] : null,
    );
  return [
    h(
      "div",
      { class: "km-x-row km-x-say" },
      h("div", {}, h("h2", { class: "km-x-question", text: title }), h("p", { text: words })),
      voteButton(board, "chips", "Predict again"),
      board.button(next, "level", () => revealMore(board), "km-lead", { title: "Key R" }),
    ),
    voteIsOn(board, "chips", p.after.put),
    h(
      "div",
      { class: "km-x-two km-x-wide" },
      h("section", { class: "km-x-cloth km-x-plot" }, plot, h("p", { class: "km-x-what", text: data.what })),
      h(
        "aside",
        {},
        level
          ? [
            h("h2", { text: "Possible ideas" }),
            (level > 1 ? p.groups : p.shapes).map((group) =>
              h(
                "div",
                { class: "km-x-card km-x-group" },
                tinyColumns(group.chips),
                h("p", {}, h("b", { text: String(group.n) }), h("br"), group.words),
              )
            ),
            level > 1 && p.lines.length
              ? h("p", { class: "km-x-key", text: `They worked out: ${p.lines.join("; ")}` })
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

export function revealMore(board) {
  board.set({ level: (board.ui.level + 1) % revealLevels(board) });
}
