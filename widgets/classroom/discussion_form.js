// Discussion form on a pupil's page: the samples that the projector shows, the questions about them, and whether the
// pupil's name may appear next to the pupil's own sample.

import { renderWorkSample } from "./work_sample.js";
import { h } from "../page/elements.js";
import { MAX_SENTENCE_LENGTH } from "../page/constants.js";

export function renderDiscussionForm(talk, send) {
  const said = h("p", { role: "status" });
  const slips = h(
    "div",
    { class: "km-discussion-work-samples" },
    talk.slips.map((slip, i) => h("div", {}, h("b", { text: String(i + 1) }), renderWorkSample(slip))),
  );
  const form = h(
    "form",
    { class: "km-vote km-talk", "aria-label": "Class discussion" },
    h("p", {}, h("b", { text: talk.question || "What do you see?" })),
    slips,
  );
  if (!talk.ask) return form;
  const field = talk.ask === "vote" ? choice(talk) : h("textarea", {
    rows: "2",
    maxlength: MAX_SENTENCE_LENGTH,
    required: true,
    "aria-label": "Your sentence",
    placeholder: "One sentence",
  });
  const go = h("button", { type: "submit", class: "km-primary", text: talk.ask === "vote" ? "Choose" : "Send" });
  form.append(field, go, said);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const voice = talk.ask === "vote"
      ? { slip: Number(new FormData(form).get(`slip-${talk.number}`)) }
      : { text: field.value };
    try {
      await send({ number: talk.number, ...voice });
      said.textContent = "Your answer has arrived. You can change it until the question is closed.";
    } catch (error) {
      said.textContent = error.message;
    }
  });
  return form;
}

function choice({ slips, number }) {
  return h(
    "fieldset",
    { class: "km-vote-confidence" },
    h("legend", { text: "Which one?" }),
    slips.map(({ id }, i) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name: `slip-${number}`, value: id, required: true }),
        h("span", { text: String(i + 1) }),
      )
    ),
  );
}

export function renderConsentRequest(sample, onAnswer) {
  return h(
    "div",
    { class: "km-talk" },
    h("p", {
      text: sample.yes ? "The class sees your name next to this." : "Can the class see your name next to this?",
    }),
    renderWorkSample(sample),
    h(
      "p",
      {},
      sample.yes
        ? null
        : h("button", { type: "button", class: "km-primary", text: "Yes", on: { click: () => onAnswer(true) } }),
      " ",
      h("button", {
        type: "button",
        text: sample.yes ? "Hide my name" : "No",
        on: { click: () => onAnswer(false) },
      }),
    ),
  );
}
