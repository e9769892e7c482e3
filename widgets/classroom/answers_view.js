// The view Answers: the thinking behind first answers, or the votes of the class.

import { CLASS_TEXTS } from "./class_texts.js";
import { openSpotQuestionDialog } from "./spot_question_dialog.js";
import {
  boardQuestions,
  OPTION_LETTERS,
  renderConfidenceDots,
  renderViewWithoutLesson,
  shownQuestionIndex,
} from "./view_parts.js";
import { BASE_URL } from "./avatars.js";
import { renderAnswerFooter, renderVoteButton, voteResultElements } from "./vote_controls.js";
import { fillPlaceholders, h } from "../page/elements.js";

export function answersViewElements(board) {
  const { data, ui } = board;
  const instead = !data.spot && renderViewWithoutLesson(board);
  const spot = data.lesson && board.button(
    CLASS_TEXTS.spot_ask_button,
    "spot",
    () => openSpotQuestionDialog(board),
  );
  if (instead) return [instead, spot].filter(Boolean);
  const questions = boardQuestions(board);
  if (!questions.length) return [h("h2", { text: CLASS_TEXTS.answers_none }), spot];
  const at = shownQuestionIndex(board);
  const found = questions[at];
  const isSpot = found === data.spot;
  const picks = questions.map((one, i) =>
    board.button(
      `${i + 1} (${one.tried})`,
      `question:${i}`,
      () => board.updateViewState({ question: i }),
      i === at ? "km-is-active" : "",
      { "aria-pressed": String(i === at), title: one.title },
    )
  );
  const voted = (isSpot || ui.votes) && found.votes.length > 0;
  const source = found.votes.length && !isSpot
    ? h(
      "span",
      { class: "km-classboard-picks" },
      [[false, "Lesson"], [true, "Vote"]].map(([votes, text]) =>
        board.button(
          text,
          `of:${text}`,
          () => board.updateViewState({ votes }),
          voted === votes ? "km-is-active" : "",
          {
            "aria-pressed": String(voted === votes),
          },
        )
      ),
    )
    : null;
  const position = found.link &&
    h("a", {
      class: "km-class-button",
      href: `${BASE_URL}voila/render/${found.link}`,
      target: "_blank",
      text: CLASS_TEXTS.answers_position_button,
    });
  const all = voted || found.riddle;
  const told = ui.replies && found.exact ? `${all ? ": " : " "}${found.exact}.` : "";
  const words = all
    ? found.ask
    : fillPlaceholders(CLASS_TEXTS.answers_first_count, { n: `${found.tried}`, question: found.ask });
  return [
    h(
      "div",
      { class: "km-classboard-row km-classboard-message" },
      h(
        "div",
        { class: all ? "km-classboard-questions" : null },
        // so that pupils in the last row can read the question
        h("h2", { class: all ? "km-classboard-question" : null, text: all ? words : found.title }),
        h("p", { text: all ? `${found.title}${told}` : `${words}${told}` }),
      ),
      h("span", { class: "km-classboard-picks" }, picks),
      source,
      position,
      renderVoteButton(board, found.about, CLASS_TEXTS.answers_vote_button),
      spot,
      board.button(
        ui.replies ? CLASS_TEXTS.answers_hide_key_button : CLASS_TEXTS.answers_show_key_button,
        "replies",
        () => board.updateViewState({ replies: !ui.replies }),
        "km-primary",
      ),
    ),
    ...(voted ? voteResultElements(board, found, found.about) : mistakeRows(board, found)),
  ];
}

// The thinking behind first answers.
function mistakeRows(board, found) {
  const { replies } = board.ui;
  const rows = found.rows.map((row, i) =>
    h(
      "section",
      {
        class: `km-classboard-card km-classboard-answer${replies ? "" : " km-classboard-is-plain"}${
          row.right ? " km-classboard-is-correct" : ""
        }`,
      },
      h("i", { class: "km-classboard-letter", text: OPTION_LETTERS[i] }),
      h("h3", { text: row.words }),
      h("b", { class: "km-classboard-number", text: String(row.sure.length) }),
      renderConfidenceDots(row.sure),
      h("p", { text: replies ? row.reply : "" }),
      replies && row.lines.length
        ? h("p", {
          class: "km-classboard-key",
          text: fillPlaceholders(CLASS_TEXTS.answers_typed, { texts: row.lines.join("; ") }),
        })
        : null,
    )
  );
  const below = renderAnswerFooter(board, found.right, found.tried, found.sure_wrong);
  const [own, hinted, told] = found.how;
  if (own + hinted + told) {
    const helped = [
      hinted && fillPlaceholders(CLASS_TEXTS.answers_with_hints, { n: `${hinted}` }),
      told && fillPlaceholders(CLASS_TEXTS.answers_after_solution, { n: `${told}` }),
    ].filter(Boolean);
    below.append(
      h(
        "p",
        {},
        `${CLASS_TEXTS.answers_right_lead} `,
        h("b", { text: fillPlaceholders(CLASS_TEXTS.answers_without_help, { n: `${own}` }) }),
        helped.length ? `, ${helped.join(", ")}` : "",
      ),
    );
  }
  return [...rows, below];
}
