// The check step: questions with typed answers, hints, easier numbers and a picture for each.

import { h } from "../page/elements.js";
import { unmodifiedKeyUnlessRepeated } from "../page/keyboard.js";
import { MAX_ANSWER_LENGTH } from "../page/constants.js";

export function renderCheckStep(view, step) {
  const items = step.items.map((item, n) => checkItem(view, item, n, step.sure));
  const further = items.filter((_, n) => step.items[n].further);
  const fold = further.length
    ? h(
      "details",
      { class: "km-lesson-collapsible km-lesson-further", "data-fold": "further" },
      h("summary", { text: "More questions, if you like" }),
      further,
    )
    : null;
  return [items.filter((_, n) => !step.items[n].further), fold];
}

function checkItem(view, item, n, levels) {
  const sure = h(
    "select",
    { key: `sure:${n}`, required: true },
    h("option", { value: "", selected: true, text: "choose …" }),
    levels.map(([value, text]) => h("option", { value: String(value), text })),
  );
  const typed = h("input", {
    type: "text",
    key: `typed:${n}`,
    autocomplete: "off",
    maxlength: MAX_ANSWER_LENGTH,
    placeholder: item.chance ? "such as 2/5, 0.4 or 40%" : "such as 3.4 or 17/5",
  });
  const rated = item.tries.length ? null : h("label", {}, h("span", { text: "How sure are you? " }), sure);
  const line = view.button(
    "= Work it out",
    `line:${n}`,
    () => view.send({ do: "add_expression", n, text: typed.value }),
    {
      title: "Works out a calculation without answering: + − × / ^ ( ) choose",
    },
  );
  const form = h(
    "form",
    { class: "km-lesson-item", novalidate: true, "data-n": n },
    h("h3", { text: item.elsewhere ? `From everyday life: ${item.title}` : item.title }),
    ...view.lookup(item),
    item.more_work
      ? h("p", { class: "km-lesson-muted", text: "This one takes more calculation than the others." })
      : null,
    h("p", { text: item.ask }),
    item.tries.length ? h("p", { class: "km-lesson-muted", text: `You answered: ${item.tried.join("; ")}` }) : null,
    view.lines(item.lines),
    item.settled ? null : h(
      "div",
      { class: "km-lesson-row" },
      h("label", { class: "km-lesson-typed" }, h("span", { text: "Your answer " }), typed),
      line,
      rated,
      h("button", { type: "submit", class: "km-primary", key: `answer:${n}`, text: "Answer" }),
      item.more
        ? view.button(item.hints.length ? "Next hint" : "Hint", `hint:${n}`, () => view.send({ do: "show_hint", n }))
        : null,
      item.may_tell ? view.button("Show the answer", `tell:${n}`, () => view.send({ do: "show_answer", n })) : null,
    ),
    item.hints.length ? h("ol", { class: "km-lesson-hints" }, item.hints.map((text) => h("li", { text }))) : null,
    item.reply
      ? h("p", {
        class: item.right ? "km-lesson-feedback-right" : "km-lesson-feedback-wrong",
        tabindex: "-1",
        text: item.reply,
      })
      : null,
    view.which(item.which, { n }),
    smallerItem(view, item, n),
    item.settled
      ? h(
        "details",
        {
          class: "km-lesson-collapsible",
          "data-fold": `picture:${n}`,
          on: { toggle: ({ target }) => target.open && !item.chart && view.send({ do: "mark_figure_viewed", n }) },
        },
        h("summary", { text: "See the picture" }),
        item.exactly ? h("p", { class: "km-lesson-sum", text: item.exactly }) : null,
        view.chart(item.chart),
      )
      : null,
    item.again
      ? h(
        "div",
        { class: "km-lesson-row" },
        view.button("Another question like this", `again:${n}`, () => view.send({ do: "start_next_variant", n })),
      )
      : item.settled
      ? h("p", { class: "km-lesson-muted", text: "The picture already shows all the other answers." })
      : null,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    view.send({ do: "submit_answer", n, text: typed.value, sure: item.tries.length ? item.sure : Number(sure.value) });
  });
  return form;
}

// Easier questions after a wrong answer: two steps, or the same question with smaller numbers, and the way back.
function smallerItem(view, { may_go_down: may, smaller, steps }, n) {
  if (may) {
    const words = steps ? "In two steps" : "Easier numbers first";
    const down = view.button(words, `down:${n}`, () => view.send({ do: "open_sub_questions", n }));
    return h("div", { class: "km-lesson-row" }, down);
  }
  if (!smaller) return null;
  const typed = h("input", {
    type: "text",
    key: `small:${n}:${smaller.before.length}`,
    autocomplete: "off",
    maxlength: MAX_ANSWER_LENGTH,
  });
  const say = () => view.send({ do: "answer_sub_question", n, text: typed.value });
  typed.addEventListener("keydown", (event) => {
    if (unmodifiedKeyUnlessRepeated(event) !== "Enter") return;
    event.preventDefault();
    say();
  });
  return h(
    "div",
    {
      class: "km-lesson-is-smaller",
      role: "group",
      "aria-label": smaller.steps ? "In two steps" : "With easier numbers",
    },
    h("p", {
      class: "km-lesson-muted",
      text: smaller.steps
        ? "Two steps that help with your question:"
        : smaller.smaller
        ? "The same question with smaller numbers:"
        : "Your numbers are already the smallest. Here is the same question with different ones:",
    }),
    smaller.before.map(([ask, said]) => h("p", {}, `${ask} `, h("b", { text: said }))),
    h("p", { text: smaller.ask }),
    smaller.said ? h("p", { class: "km-lesson-muted", text: `You answered: ${smaller.said}` }) : null,
    smaller.right ? null : h(
      "div",
      { class: "km-lesson-row" },
      h("label", {}, h("span", { text: smaller.steps ? "This step " : "With these numbers " }), typed),
      view.button("Try it", `try:${n}`, say),
    ),
    smaller.reply
      ? h("p", {
        class: smaller.right ? "km-lesson-feedback-right" : "km-lesson-feedback-wrong",
        tabindex: "-1",
        text: smaller.reply,
      })
      : null,
  );
}
