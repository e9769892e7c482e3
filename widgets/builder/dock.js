// The foot of the page: what is so now, and what can be done.

import { h } from "../page/elements.js";
import { counted } from "../page/numbers.js";
import { compareWith, goTo, keepOn, mayBeExact, playRuns } from "./course.js";
import { DOTS, ENOUGH } from "./picture.js";
import { chipsLeft, hasChips, sentence } from "./said.js";

export function deed(text, run, look = "", more = {}) {
  return h("button", {
    type: "button",
    class: `km-b-btn ${look}`,
    key: `b-${text}`,
    text,
    on: { click: run },
    ...more,
  });
}

export function dockOf(page) {
  const acts = {
    build: () =>
      page.task ? [deed("Check it", () => judge(page), "km-b-lead")] : [
        deed("Try once", () => playRuns(page, 1), "", { disabled: !!page.refused }),
        deed("Predict", () => goTo(page, "predict"), "km-b-lead", { disabled: !!page.refused }),
        mayBeExact(page) && deed("Exact", () => goTo(page, "exact")),
      ],
    predict: () => [
      h("span", { class: "km-b-left", text: `${chipsLeft(page)} chips left` }),
      deed("That is my prediction", () => goTo(page, "run"), "km-b-lead", { disabled: chipsLeft(page) > 0 }),
    ],
    run: () => [
      ...runButtons(page),
      deed("Exact", () => goTo(page, "exact"), mayBeExact(page) ? "km-b-lead" : "", {
        disabled: !mayBeExact(page) || page.busy,
        title: mayBeExact(page) ? null : `after ${ENOUGH} runs`,
      }),
    ],
    exact: () => [
      ...runButtons(page),
      deed(page.other ? "One picture" : "Compare", () => compareWith(page), "", {
        title: "Keep this chart and compare it with another model",
      }),
      deed("Change", () => goTo(page, "build"), "km-b-lead"),
    ],
  }[page.moment];
  const under = {
    build:
      () => (page.refused
        ? null
        : h("p", {}, h("span", { text: "As one line: " }), h("code", { text: page.words.line }))),
    predict: () =>
      h("p", { text: "Many chips mean “this happens often”. Tap a place to add a chip, and − to take one back." }),
    run: () =>
      legendOf([
        hasChips(page) && ["open", "your chips"],
        page.runs.length <= DOTS
          ? ["dot", "a trial, in the colour of its first value"]
          : ["point", "relative frequency, with interval"],
      ]),
    exact: () => (page.trick ? h("p", { class: "km-b-trick", text: page.trick }) : legendOf([
      ["bar", "exact"],
      page.runs.length > 0 && ["point", `${counted(page.runs.length)} runs`],
      hasChips(page) && ["open", "your chips"],
      page.ghost && !page.other && ["ghost", "before"],
    ])),
  }[page.moment];
  return h(
    "footer",
    { class: "km-b-dock" },
    h(
      "div",
      { class: "km-b-words" },
      h("p", {
        class: `km-b-lead-line ${page.refused || (page.notice && !page.fits) ? "km-b-wrong" : ""}`,
        text: page.refused || page.notice || (page.busy ? "Counting all outcomes …" : sentence(page)),
      }),
      under(),
    ),
    h("div", { class: "km-b-acts" }, acts()),
  );
}

// A lesson says whether this is the experiment.
async function judge(page) {
  const mine = page.settled;
  const { told, error } = await page.request("judge");
  if (mine !== page.settled) return;
  page.fits = told === "";
  page.refuse(error ?? (told || "Correct: your model gives the same values with the same probabilities."));
}

function runButtons(page) {
  const off = { disabled: page.going };
  return [
    deed("Once", () => playRuns(page, 1), "", off),
    deed("10", () => playRuns(page, 10), "", { ...off, "aria-label": "10 runs" }),
    deed("1,000", () => playRuns(page, 1000), "", { ...off, "aria-label": "1,000 runs" }),
    deed(page.going ? "Stop" : "Keep on", () => keepOn(page), page.going ? "km-b-lead" : ""),
  ];
}

function legendOf(parts) {
  return h(
    "p",
    { class: "km-b-legend" },
    parts.filter(Boolean).map(([look, text]) =>
      h("span", {}, h("i", { class: `km-b-key-${look}`, "aria-hidden": "true" }), text)
    ),
  );
}
