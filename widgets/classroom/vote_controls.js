// Votes of the class: the prediction once more, or a question that all answer with the same numbers.

import { CLASS_TEXTS } from "./class_texts.js";
import {
  boardQuestions,
  OPTION_LETTERS,
  renderConfidenceDots,
  renderCountBar,
  shownQuestionIndex,
} from "./view_parts.js";
import { renderConfidenceDot } from "./board_charts.js";
import { fillPlaceholders, h } from "../page/elements.js";

function isVoteOpen(board, about) {
  return board.data.pace.vote?.about === about;
}

export function renderVoteButton(board, about, words) {
  if (isVoteOpen(board, about)) {
    return board.button(
      CLASS_TEXTS.vote_controls_close_button,
      `vote:${about}`,
      () => board.changeSession({ vote: null }),
      "km-gold",
      { title: "Key V" },
    );
  }
  return board.button(
    board.data.pace.votes[about] ? CLASS_TEXTS.vote_controls_again_button : words,
    `vote:${about}`,
    () => openVoteOn(board, about),
    "",
    { title: CLASS_TEXTS.vote_controls_ask_hint },
  );
}

export function renderVoteCount(board, about, n) {
  return isVoteOpen(board, about)
    ? h("p", {
      class: "km-classboard-discussion",
      role: "status",
      text: fillPlaceholders(CLASS_TEXTS.vote_controls_count, { n: `${n}`, all: `${board.data.pupils.length}` }),
    })
    : null;
}

function openVoteOn(board, about) {
  board.updateViewState(about === "chips" ? { tab: "Predictions" } : { tab: "Answers", votes: true, replies: false });
  return board.changeSession({ vote: about });
}

// Command of key V: close the open vote, or open the vote of the displayed view.
export function toggleVoteOfView(board) {
  if (board.data.pace.vote) return board.changeSession({ vote: null });
  if (board.ui.tab === "Predictions") return board.data.steps && openVoteOn(board, "chips");
  const found = board.ui.tab === "Answers" && boardQuestions(board)[shownQuestionIndex(board)];
  return found ? openVoteOn(board, found.about) : null;
}

// Results of votes in which all pupils had the same numbers. After a second vote: before and after the discussion.
export function voteResultElements(board, found, about) {
  const { replies } = board.ui;
  const last = found.votes.at(-1);
  const open = isVoteOpen(board, about);
  const first = found.votes.length > 1 ? found.votes[0] : null;
  const rows = found.options.map((option, i) => {
    const sure = last.sure[i];
    const bars = first &&
      h(
        "span",
        { class: "km-classboard-bars" },
        renderCountBar("before", first.sure[i].length, first.n, "km-predictions-chips"),
        renderCountBar(
          "after",
          sure.length,
          last.n,
          replies && option.right ? "km-predictions-hit" : "km-predictions-exact",
        ),
      );
    return h(
      "section",
      {
        class: `km-classboard-card km-classboard-answer${replies ? "" : " km-classboard-is-plain"}${
          replies && option.right ? " km-classboard-is-correct" : ""
        }`,
      },
      h("i", { class: "km-classboard-letter", text: OPTION_LETTERS[i] }),
      h("h3", { text: option.text }),
      h("b", { class: "km-classboard-number", text: open ? "" : String(sure.length) }),
      open ? h("span") : bars || renderConfidenceDots(sure),
      h("p", {
        text: replies ? (option.right ? "Right" : [option.words, option.reply].filter(Boolean).join(". ")) : "",
      }),
    );
  });
  if (open) return [...rows, renderVoteCount(board, about, last.n)];
  const right = found.options.findIndex((option) => option.right);
  const wrong = last.sure.flatMap((sure, i) => (i === right ? [] : sure));
  const hits = last.sure[right]?.length ?? 0; // a typed question may have no right answer
  const isTold = replies && Boolean(found.exact);
  return [
    ...rows,
    renderAnswerFooter(
      board,
      isTold ? hits : null,
      last.n,
      isTold ? wrong.filter((sure) => sure >= 75).length : null,
      hits / last.n,
    ),
  ];
}

// The counts are null while the right answer is hidden.
export function renderAnswerFooter(
  board,
  correctCount,
  voteCount,
  sureAndWrongCount,
  correctProportion = correctCount / voteCount,
) {
  const told = correctCount === null
    ? ""
    : fillPlaceholders(CLASS_TEXTS.vote_controls_right, { n: `${correctCount}`, all: `${voteCount}` });
  const talk = voteCount > 3 && correctProportion > 1 / 3 && correctProportion < 2 / 3;
  return h(
    "div",
    { class: "km-classboard-row" },
    h(
      "p",
      { class: "km-classboard-key" },
      renderConfidenceDot(95),
      " sure ",
      renderConfidenceDot(50),
      ` ${CLASS_TEXTS.vote_controls_key_half} `,
      renderConfidenceDot(25),
      " guessed ",
    ),
    sureAndWrongCount === null
      ? null
      : h("p", {}, h("b", { text: String(sureAndWrongCount) }), ` ${CLASS_TEXTS.vote_controls_sure_and_wrong}`),
    talk
      ? h(
        "p",
        { class: "km-classboard-discussion" },
        `${told || CLASS_TEXTS.vote_controls_divided} ${CLASS_TEXTS.vote_controls_pairs} `,
        board.button("2 minutes", "talk", () => board.changeSession({ timer: 120 }), "km-primary"),
        ` ${CLASS_TEXTS.vote_controls_then_vote}`,
      )
      : null,
  );
}
