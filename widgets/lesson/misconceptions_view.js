// Misconceptions behind answers, as cards: the idea, how often it was seen, the answers that show it, and what to do
// next. All sentences come from Python.

import { h } from "../page/elements.js";

// `lessonAddress` is a function from a lesson to its address.
export function renderMisconceptions({ title, lead, rows }, lessonAddress) {
  return h(
    "section",
    { class: "km-misconceptions" },
    h("h2", { text: title }),
    h("p", { text: lead }),
    h("div", { class: "km-misconceptions-cards" }, rows.map((row) => card(row, lessonAddress))),
  );
}

function card(row, lessonAddress) {
  return h(
    "article",
    { class: "km-misconception", "data-id": row.id },
    h("h3", { text: row.name }),
    h("p", {}, h("b", { text: row.count })),
    row.strength ? h("p", { class: "km-misconception-strength", text: row.strength }) : null,
    h("p", { text: row.definition }),
    h(
      "details",
      { "data-fold": `misconception ${row.id}` },
      h("summary", { text: row.answers_label }),
      h("ul", {}, row.answers.map((answer) => h("li", { dir: "auto", text: answer }))),
    ),
    row.next.lesson
      ? h(
        "p",
        {},
        `${row.next.text} `,
        h("a", { href: lessonAddress(row.next.lesson), target: "_blank", text: row.next.title }),
      )
      : null,
  );
}
