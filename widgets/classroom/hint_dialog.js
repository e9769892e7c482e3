// A hint for one pupil.

import { CLASS_TEXTS } from "./class_texts.js";
import { renderAvatar } from "./avatars.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { MAX_HINT_LENGTH } from "../page/constants.js";

export function renderHintButton(board, pupil, keySuffix) {
  return board.button(
    { sent: "Sent", read: "Read" }[pupil.hint] ?? "Hint",
    `hint:${keySuffix}:${pupil.n}`,
    () => askHint(board, pupil),
    "km-small",
    {
      title: "Send a hint",
      "aria-label": `Send a hint to ${board.calledInSentence(pupil)}${
        pupil.hint ? ` (the last one: ${pupil.hint})` : ""
      }`,
    },
  );
}

// Dialog for a hint to one pupil: a nudge that does not reveal the answer, or the teacher's own words.
function askHint(board, one) {
  const { steps } = board.data;
  const own = steps.find(({ kind }) => kind === one.step) ?? steps[0];
  const text = h("textarea", {
    rows: "3",
    maxlength: MAX_HINT_LENGTH,
    required: true,
    "aria-label": CLASS_TEXTS.hint_text_label,
  });
  text.value = own.nudge;
  const choose = h(
    "select",
    { "aria-label": CLASS_TEXTS.hint_list_label, on: { change: () => (text.value = choose.value) } },
    steps.map((step, i) => h("option", { value: step.nudge, selected: step === own, text: `${i + 1} ${step.label}` })),
  );
  const send = async (event) => {
    event.preventDefault();
    if (await board.sendRequest("send-hint", { pupil: one.n, text: text.value })) dialog.close();
  };
  const dialog = board.openDialog(
    "Send a hint",
    h(
      "form",
      { on: { submit: send } },
      h(
        "h2",
        {},
        h("span", { class: "km-classboard-face" }, renderAvatar(one.face)),
        fillPlaceholders(CLASS_TEXTS.hint_title, { pupil: board.calledInSentence(one) }),
      ),
      choose,
      text,
      h(
        "div",
        { class: "km-classboard-row" },
        h("button", { type: "submit", class: "km-primary", text: "Send" }),
        board.button(CLASS_TEXTS.hint_cancel_button, "no-hint", () => dialog.close()),
      ),
    ),
  );
  text.focus();
}
