// A question that the teacher types during the lesson and that the whole class answers.

import { CLASS_TEXTS } from "./class_texts.js";
import { h } from "../page/elements.js";
import { MAX_QUESTION_LENGTH } from "../page/constants.js";

const SPOT_KINDS = [
  ["choice", CLASS_TEXTS.spot_kind_choice],
  ["number", CLASS_TEXTS.spot_kind_number],
  ["sentence", CLASS_TEXTS.spot_kind_sentence],
  ["model", CLASS_TEXTS.spot_kind_model],
];
// The fields that each kind of question has in addition to its text.
const SPOT_FIELDS = { choice: ["options", "right"], number: ["right"], sentence: [], model: ["model"] };

export function openSpotQuestionDialog(board) {
  const input = (name, label, tag = "input", more = {}) =>
    h("label", { "data-field": name }, h("span", { text: label }), h(tag, { name, autocomplete: "off", ...more }));
  const kind = h(
    "select",
    { name: "kind", "aria-label": CLASS_TEXTS.spot_kind_label, on: { change: () => show() } },
    SPOT_KINDS.map(([value, text]) => h("option", { value, text })),
  );
  const fields = [
    input("options", CLASS_TEXTS.spot_options_label, "textarea", { rows: "4" }),
    input("right", CLASS_TEXTS.spot_right_label, "input", { type: "text" }),
    input("model", CLASS_TEXTS.spot_model_label, "input", { type: "text", placeholder: "2d6 : sum >= 9" }),
  ];
  const note = h("p");
  const show = () => {
    for (const field of fields) field.hidden = !SPOT_FIELDS[kind.value].includes(field.dataset.field);
    note.textContent = {
      sentence: CLASS_TEXTS.spot_sentence_note,
      model: CLASS_TEXTS.spot_model_note,
    }[kind.value] ?? "";
  };
  const ask = async (event) => {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(form));
    const pace = kind.value === "sentence"
      ? { talk: { question: typed.ask, ask: "sentence", slips: [] } }
      : { spot: typed, vote: "spot" };
    if (await board.changeSession(pace)) dialog.close();
  };
  const form = h(
    "form",
    { class: "km-spot-question", on: { submit: ask } },
    h("h2", { text: CLASS_TEXTS.spot_ask_button }),
    kind,
    input("ask", CLASS_TEXTS.spot_question_label, "input", { type: "text", maxlength: MAX_QUESTION_LENGTH }),
    fields,
    note,
    board.wrong(),
    h(
      "div",
      { class: "km-classboard-row" },
      h("button", { type: "submit", class: "km-primary", text: CLASS_TEXTS.spot_send_button }),
      board.button(CLASS_TEXTS.roster_cancel_button, "no-spot", () => dialog.close()),
    ),
  );
  const dialog = board.openDialog(CLASS_TEXTS.spot_ask_button, form);
  show();
}
