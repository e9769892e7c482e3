// Results joined to a pasted class list, and the table that a grade book reads.

import { download } from "../page/carry.js";
import { h } from "../page/elements.js";

const BOOKS = [["moodle", "Moodle"], ["canvas", "Canvas"], ["google", "Google Classroom"]];

export function gradesView(desk) {
  const { data, ui } = desk;
  const list = h("textarea", {
    key: "class-list",
    rows: "5",
    maxlength: "40000",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "Paste your class: a name on each line, or the table that Moodle, Canvas or Google Classroom exports",
    "aria-label": "The class list",
  });
  list.value = ui.list ?? "";
  const join = async (event) => {
    event?.preventDefault();
    const answer = await desk.send("grades", { list: list.value, chosen: ui.chosen ?? {} });
    if (answer) desk.set({ list: list.value, joined: answer });
  };
  const choose = (line, number) => {
    desk.set({ chosen: { ...ui.chosen, [line]: number } });
    return join();
  };
  const save = async (book) => {
    const answer = await desk.send("grades", { list: ui.list, chosen: ui.chosen ?? {}, book, title: data.title });
    if (answer) download(`${book}-${data.code}.csv`, answer.table, "text/csv");
  };
  const { joined } = ui;
  return h(
    "section",
    { class: "km-x-card km-desk-grades" },
    h("h3", { text: "For the grade book" }),
    h("p", { text: "Questions that are right in the end count, by own work or with hints; what was told does not." }),
    h("form", { on: { submit: join } }, list, h("button", { type: "submit", key: "join-list", text: "Who is who?" })),
    joined
      ? [
        h("p", { text: `${joined.lines.filter((one) => one.n).length} of ${joined.lines.length} found in the class.` }),
        h(
          "ul",
          { class: "km-desk-lines" },
          joined.lines.map((one, line) =>
            h(
              "li",
              { class: one.n ? null : "km-x-late" },
              h("b", { text: one.name }),
              h(
                "select",
                {
                  key: `line:${line}`,
                  "aria-label": `${one.name} is`,
                  on: { change: (event) => choose(line, Number(event.target.value)) },
                },
                h("option", { value: 0, text: "nobody here", selected: !one.n }),
                data.pupils.filter((pupil) => pupil.n === one.n || joined.left.includes(pupil.n)).map((pupil) =>
                  h("option", { value: pupil.n, text: pupil.name, selected: pupil.n === one.n })
                ),
              ),
            )
          ),
        ),
        h(
          "div",
          { class: "km-x-row" },
          BOOKS.map(([book, words]) => desk.button(`Table for ${words}`, `book:${book}`, () => save(book))),
        ),
      ]
      : null,
  );
}
