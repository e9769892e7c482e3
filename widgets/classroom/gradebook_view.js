// Results joined with a pasted class list, and the table for a grade book.

import { CLASS_TEXTS } from "./class_texts.js";
import { downloadFile } from "../page/sharing.js";
import { fillPlaceholders, h, isolateDirection } from "../page/elements.js";
import { selectListenersAfterKeyRelease } from "../page/keyboard.js";

const BOOKS = [["moodle", "Moodle"], ["canvas", "Canvas"], ["google", "Google Classroom"]];

export function renderGradebookView(desk) {
  const { data, ui } = desk;
  const list = h("textarea", {
    key: "class-list",
    rows: "5",
    autocomplete: "off",
    spellcheck: "false",
    dir: "auto",
    placeholder: CLASS_TEXTS.gradebook_list_hint,
    "aria-label": CLASS_TEXTS.gradebook_list_label,
  });
  list.value = ui.list ?? "";
  const join = async (event) => {
    event.preventDefault();
    const now = list.value;
    const { longest_list: most } = data;
    if (now.length > most) { // more than a server takes in
      return desk.showMessage(
        fillPlaceholders(CLASS_TEXTS.gradebook_too_long, { n: `${now.length}`, most: `${most}` }),
      );
    }
    const answer = await desk.sendRequest("match-class-list", { list: now, chosen: ui.chosen ?? {} });
    if (answer) desk.updateViewState({ list: now, joined: answer });
  };
  // The teacher assigns a result by hand: it then belongs to the pupil on this line, in any list with this pupil.
  const choose = async (key, number) => {
    const { [key]: _, ...before } = ui.chosen ?? {};
    const chosen = { ...before, [key]: number }; // the last choice for a pupil counts
    const answer = await desk.sendRequest("match-class-list", { list: ui.list, chosen });
    if (answer) desk.updateViewState({ chosen, joined: answer });
  };
  const save = async (book) => {
    const answer = await desk.sendRequest("match-class-list", {
      list: ui.list,
      chosen: ui.chosen ?? {},
      book,
      title: data.title,
    });
    if (answer) downloadFile(`${book}-${data.code}.csv`, answer.table, "text/csv");
  };
  const { joined } = ui;
  const doubtful = joined?.lines.filter((one) => one.doubtful).length;
  return h(
    "section",
    { class: "km-classboard-card km-teacher-grades" },
    h("h3", { text: CLASS_TEXTS.gradebook_heading }),
    h("p", {
      text: CLASS_TEXTS.gradebook_note,
    }),
    h(
      "form",
      { on: { submit: join } },
      list,
      h("button", { type: "submit", key: "join-list", text: CLASS_TEXTS.gradebook_match_button }),
    ),
    joined
      ? [
        h("p", {
          text: fillPlaceholders(CLASS_TEXTS.gradebook_found, {
            n: `${joined.lines.filter((one) => one.n).length}`,
            all: `${joined.lines.length}`,
          }),
        }),
        doubtful
          ? h("p", {
            class: "km-classboard-warning",
            text: `${doubtful} ${doubtful === 1 ? "line fits" : "lines fit"} more than one pupil, or share a pupil ` +
              "with another line, or belong to a pupil who has left or was chosen for somebody of an earlier list. " +
              "Choose a pupil for them. Until then, they get no points.",
          })
          : null,
        h(
          "ul",
          { class: "km-teacher-lines" },
          joined.lines.map((one) =>
            h(
              "li",
              { class: one.n ? null : "km-classboard-is-late" },
              h("b", { dir: "auto", text: one.name }),
              one.about ? [" ", h("small", { dir: "auto", text: one.about }), " "] : null,
              h(
                "select",
                {
                  key: `line:${one.key}`,
                  "aria-label": `${[one.name, one.about].filter(Boolean).map(isolateDirection).join(", ")} is`,
                  on: selectListenersAfterKeyRelease((event) => choose(one.key, Number(event.target.value))),
                },
                one.doubtful
                  ? h("option", {
                    value: "",
                    text: CLASS_TEXTS.gradebook_unclear_prompt,
                    disabled: true,
                    selected: true,
                  })
                  : null,
                h("option", { value: 0, text: CLASS_TEXTS.gradebook_nobody_choice, selected: !one.n && !one.doubtful }),
                data.pupils.filter((pupil) => pupil.n === one.n || joined.left.includes(pupil.n)).map((pupil) =>
                  h("option", { value: pupil.n, dir: "auto", text: pupil.name, selected: pupil.n === one.n })
                ),
              ),
            )
          ),
        ),
        h(
          "div",
          { class: "km-classboard-row" },
          BOOKS.map(([book, words]) =>
            desk.button(fillPlaceholders(CLASS_TEXTS.gradebook_table_button, { program: words }), `book:${book}`, () =>
              save(book))
          ),
        ),
      ]
      : null,
  );
}
