// The view End: predictions before and after, takeaways, result codes, and the command that closes the class.

import { CLASS_TEXTS } from "./class_texts.js";
import { renderCountBar } from "./view_parts.js";
import { renderNamesButton } from "./join_view.js";
import { pageAddress } from "./avatars.js";
import { renderPredictionChange } from "./board_charts.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { tabStorage } from "../page/storage.js";

// Pasted codes, one per line, each followed by a name if it has one. A code with a typing error stays to be read once
// more.
async function pasteCodes(board, field) {
  const [wrong, reasons] = [[], new Map()];
  let came = 0;
  for (const line of field.value.split(/\n/).map((text) => text.trim()).filter(Boolean)) {
    const [, code, name] = /^(\S+-\S+)[\s,;:]+(.+)$/.exec(line) ?? [null, line, ""];
    if (await board.sendRequest("add-pupil-by-result-code", { text: code, name })) came++;
    else {
      wrong.push(line);
      const why = board.errorElement.textContent;
      reasons.set(why, (reasons.get(why) ?? 0) + 1);
    }
  }
  if (wrong.length === 1) board.showMessage([...reasons.keys()][0]);
  else if (wrong.length) {
    const said = [...reasons].map(([why, n]) => fillPlaceholders(CLASS_TEXTS.end_codes_reason, { n: `${n}`, why }))
      .join(" ");
    board.showMessage(fillPlaceholders(CLASS_TEXTS.end_codes_wrong, { n: `${wrong.length}`, reasons: said }));
  }
  board.live.textContent = `${came} on the board${wrong.length ? `, ${wrong.length} not` : ""}.`;
  for (const place of board.view.querySelectorAll("textarea")) place.value = wrong.join("\n");
}

export function renderEndView(board) {
  const { data, ui } = board;
  const { answers = [], predictions: p } = data;
  const codes = h("textarea", {
    key: "codes",
    rows: "3",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "7KQ2M-… Anna\n(a line for each pupil)",
    "aria-label": CLASS_TEXTS.end_codes_label,
  });
  const withNames = ui.names ? "names=1" : "";
  const votes = ({ votes, options }) =>
    votes.map(({ n, sure }, i) =>
      renderCountBar(
        i ? CLASS_TEXTS.end_vote_after_label : "vote",
        sure[options.findIndex((one) => one.right)].length,
        n,
        "km-predictions-exact",
      )
    );
  const first = p?.after.put
    ? h(
      "section",
      { class: "km-classboard-card" },
      h("h3", { text: CLASS_TEXTS.end_chips_heading }),
      renderPredictionChange(p),
      h("p", { text: p.came }),
    )
    : data.steps &&
      h(
        "section",
        { class: "km-classboard-card" },
        h("h3", { text: CLASS_TEXTS.end_progress_heading }),
        data.steps.map(({ kind, label }) =>
          renderCountBar(
            label,
            data.pupils.filter((one) => one.done.includes(kind)).length,
            data.pupils.length,
            "km-predictions-hit",
          )
        ),
      );
  return [
    h("h2", {
      text: data.steps
        ? fillPlaceholders(CLASS_TEXTS.end_found_title, { n: `${data.pupils.length}` })
        : CLASS_TEXTS.end_class_title,
    }),
    data.steps
      ? h(
        "div",
        { class: "km-classboard-three-columns" },
        first,
        h(
          "section",
          { class: "km-classboard-card" },
          h("h3", { text: CLASS_TEXTS.end_right_heading }),
          answers.map((
            one,
          ) => [
            h("p", { text: one.title }),
            renderCountBar(CLASS_TEXTS.end_right_first, one.right, one.tried, "km-predictions-chips"),
            renderCountBar(CLASS_TEXTS.end_right_last, one.after, one.tried, "km-predictions-hit"),
            one.told ? renderCountBar(CLASS_TEXTS.end_right_shown, one.told, one.tried, "km-predictions-exact") : null,
            votes(one),
          ]),
        ),
        h(
          "section",
          { class: "km-classboard-card" },
          h("h3", { text: CLASS_TEXTS.end_sure_heading }),
          answers.map((
            one,
          ) => [
            h("p", { text: one.title }),
            h("p", { class: "km-classboard-sum" }, h("b", { text: `${one.sure_wrong} → ${one.still}` })),
          ]),
        ),
      )
      : null,
    h(
      "div",
      { class: "km-classboard-three-columns" },
      data.steps
        ? h(
          "section",
          { class: "km-classboard-card" },
          h("h3", { text: CLASS_TEXTS.end_save_heading }),
          h("p", { text: ui.names ? CLASS_TEXTS.end_save_with_names : CLASS_TEXTS.end_save_without_names }),
          h(
            "div",
            { class: "km-classboard-row" },
            board.button(
              CLASS_TEXTS.end_table_button,
              "csv",
              () => board.save(`results-csv?${withNames}`, `class-${data.code}.csv`, "text/csv"),
            ),
            board.button(CLASS_TEXTS.end_print_button, "paper", () => board.show(`class-report-html?${withNames}`)),
            board.button(CLASS_TEXTS.end_sheet_button, "sheet", () => board.show("lesson-answer-key-html")),
            renderNamesButton(board),
          ),
        )
        : null,
      data.steps
        ? h(
          "form",
          {
            class: "km-classboard-card",
            on: {
              submit: (event) => {
                event.preventDefault();
                pasteCodes(board, codes);
              },
            },
          },
          h("h3", { text: CLASS_TEXTS.end_codes_heading }),
          h("p", { text: CLASS_TEXTS.end_codes_note }),
          codes,
          h(
            "div",
            { class: "km-classboard-row" },
            h("button", { type: "submit", key: "paste", text: CLASS_TEXTS.end_codes_button }),
          ),
        )
        : null,
      h(
        "section",
        { class: "km-classboard-card" },
        h("h3", { text: CLASS_TEXTS.end_close_heading }),
        h("p", {
          text: CLASS_TEXTS.end_close_note,
        }),
        board.button(CLASS_TEXTS.end_close_button, "close", () => board.close(), "km-red"),
      ),
    ),
    h("p", {
      class: "km-classboard-key",
      text: CLASS_TEXTS.end_keys,
    }),
    h(
      "div",
      { class: "km-classboard-row" },
      board.button(
        ui.projector ? CLASS_TEXTS.end_ordinary_size_button : CLASS_TEXTS.end_projector_size_button,
        "projector",
        () => board.updateViewState({ projector: !ui.projector }),
        "",
        { title: "Key F" },
      ),
      data.lesson
        ? h("a", {
          class: "km-class-button",
          href: pageAddress(data.lesson),
          target: "_blank",
          text: data.steps ? CLASS_TEXTS.end_lesson_link : CLASS_TEXTS.end_page_link,
          on: { click: () => tabStorage().setItem("kismet:teacher", data.teacher) },
        })
        : null,
    ),
  ];
}
