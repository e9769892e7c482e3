// Parts of several views: whether there is a lesson, whether exact probabilities are revealed, a bar, dots.

import { CLASS_TEXTS } from "./class_texts.js";
import { renderJoinView } from "./join_view.js";
import { renderConfidenceDot } from "./board_charts.js";
import { h } from "../page/elements.js";

export const OPTION_LETTERS = "ABCDEFGH";
const CROWD = 60; // pupils from which on a picture does not show each of them
const SOME = 30;

export const isTooManyForDisplay = (items) => items.length > CROWD;
// The pupils whose avatars are displayed if the class has `classPupils` pupils.
export const firstOfLargeClass = (pupils, classPupils = pupils) =>
  isTooManyForDisplay(classPupils) ? pupils.slice(0, SOME) : pupils;

// Replaces a view that needs a lesson: without a lesson by how to join, for a lesson without steps by a notice.
/** @returns {Element | any[] | null} null with a lesson that has steps */
export function renderViewWithoutLesson(board) {
  const { data } = board;
  if (!data.lesson) return renderJoinView(board);
  if (data.steps) return null;
  return h(
    "section",
    { class: "km-classboard-card km-classboard-is-open" },
    h("h2", { text: CLASS_TEXTS.view_parts_no_steps }),
    h("p", { text: CLASS_TEXTS.view_parts_no_steps_note }),
    board.button("Rolls", "to-rolls", () => board.updateViewState({ tab: "Rolls" }), "km-primary"),
  );
}

// Whether the class has seen the exact probabilities. Until then, no view of the lesson shows the probabilities.
export function isExactRevealed(board) {
  return !board.data.steps || board.ui.level > 1;
}

/** @returns {Element | null} null once the exact answer is revealed */
export function renderRevealExactButton(board) {
  return isExactRevealed(board) ? null : board.button(
    CLASS_TEXTS.view_parts_exact_button,
    "exact",
    () => board.updateViewState({ level: 2 }),
    "",
    {
      title: CLASS_TEXTS.view_parts_exact_hint,
    },
  );
}

export function renderCountBar(label, count, total, barClass) {
  return h(
    "div",
    { class: "km-classboard-bar" },
    h("small", { text: label }),
    h("span", {}, h("i", { class: barClass, style: `width:${total ? (100 * count) / total : 0}%` })),
    h("b", { text: `${count} of ${total}` }),
  );
}

export function renderConfidenceDots(confidences) {
  const say = `${confidences.filter((one) => one >= 75).length} sure, ${
    confidences.filter((one) => one === 50).length
  } half sure, ${confidences.filter((one) => one < 50).length} guessed`;
  const cls = isTooManyForDisplay(confidences) ? "km-classboard-dots km-classboard-has-many" : "km-classboard-dots";
  return h("span", { class: cls, role: "img", "aria-label": say }, confidences.map(renderConfidenceDot));
}

// The questions of the lesson and the question that the teacher has typed. A vote names its question by `about`.
export function boardQuestions({ data }) {
  const ofLesson = (data.answers ?? []).map((one, i) => ({ about: String(i), ...one }));
  return data.spot ? [...ofLesson, data.spot] : ofLesson;
}

export function shownQuestionIndex(board) {
  return Math.min(board.ui.question ?? 0, boardQuestions(board).length - 1);
}
