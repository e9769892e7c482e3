// The view End: before and after, what is taken along, result codes, closing.

import { renderCountBar } from "./view_parts.js";
import { renderNamesButton } from "./join_view.js";
import { pageAddress } from "./avatars.js";
import { renderPredictionChange } from "./board_charts.js";
import { h } from "../page/elements.js";
import { tabStorage } from "../page/storage.js";

// Codes that were pasted, a line each, with a name behind it if it has one. What has a slip stays to be read once
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
    const said = [...reasons].map(([why, n]) => `${n} of them: ${why}`).join(" ");
    board.showMessage(`${wrong.length} codes are not on the board. ${said}`);
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
    "aria-label": "Result codes, one on each line",
  });
  const withNames = ui.names ? "names=1" : "";
  const votes = ({ votes, options }) =>
    votes.map(({ n, sure }, i) =>
      renderCountBar(
        i ? "vote after" : "vote",
        sure[options.findIndex((one) => one.right)].length,
        n,
        "km-predictions-exact",
      )
    );
  const first = p?.after.put
    ? h(
      "section",
      { class: "km-classboard-card" },
      h("h3", { text: "Chips before, chips after" }),
      renderPredictionChange(p),
      h("p", { text: p.came }),
    )
    : data.steps &&
      h(
        "section",
        { class: "km-classboard-card" },
        h("h3", { text: "How far they came" }),
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
    h("h2", { text: data.steps ? `What ${data.pupils.length} pupils have found` : "The class" }),
    data.steps
      ? h(
        "div",
        { class: "km-classboard-three-columns" },
        first,
        h(
          "section",
          { class: "km-classboard-card" },
          h("h3", { text: "Right, before and after" }),
          answers.map((
            one,
          ) => [
            h("p", { text: one.title }),
            renderCountBar("first answer", one.right, one.tried, "km-predictions-chips"),
            renderCountBar("in the end", one.after, one.tried, "km-predictions-hit"),
            one.told ? renderCountBar("answer was shown", one.told, one.tried, "km-predictions-exact") : null,
            votes(one),
          ]),
        ),
        h(
          "section",
          { class: "km-classboard-card" },
          h("h3", { text: "Sure, and wrong" }),
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
          h("h3", { text: "Take it with you" }),
          h("p", { text: ui.names ? "With names and reasons." : "Without names." }),
          h(
            "div",
            { class: "km-classboard-row" },
            board.button(
              "Table (CSV)",
              "csv",
              () => board.save(`results-csv?${withNames}`, `class-${data.code}.csv`, "text/csv"),
            ),
            board.button("Page to print", "paper", () => board.show(`class-report-html?${withNames}`)),
            board.button("Teacher’s sheet", "sheet", () => board.show("teacher-sheet-html")),
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
          h("h3", { text: "Result codes" }),
          h("p", { text: "For pupils who couldn’t join. They find their code under “My work” in the lesson." }),
          codes,
          h(
            "div",
            { class: "km-classboard-row" },
            h("button", { type: "submit", key: "paste", text: "Put on the board" }),
          ),
        )
        : null,
      h(
        "section",
        { class: "km-classboard-card" },
        h("h3", { text: "Close the class" }),
        h("p", {
          text:
            "Names, predictions, trials and answers are deleted. Until then they are kept, even if the machine is " +
            "switched off.",
        }),
        board.button("Close and delete", "close", () => board.close(), "km-red"),
      ),
    ),
    h("p", {
      class: "km-classboard-key",
      text: "Keys: 1 to 7 views, P eyes to the front, H hold, N open next, T one minute more, R reveal, V vote, O " +
        "once each, G ten each, M names, C class view, F projector.",
    }),
    h(
      "div",
      { class: "km-classboard-row" },
      board.button(
        ui.projector ? "Ordinary size" : "Projector size",
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
          text: data.steps ? "The lesson, all steps" : "The page",
          on: { click: () => tabStorage().setItem("kismet:teacher", data.teacher) },
        })
        : null,
    ),
  ];
}
