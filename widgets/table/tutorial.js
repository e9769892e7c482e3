// The tutorial: the current task is in the action bar, on a table that is dimmed except for relevant parts
// (widgets/table/tutorial.py). The error of a click is displayed there, too.

import { darkModeButton, languageButton } from "../page/page_controls.js";
import { fillPlaceholders, h, icon, joinWithSpaces } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";

/** @import { TutorialPanel, Group } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

const LIT = ".km-card, .km-piece, .km-cell, .km-variant-head";
const BACKWARD = "M15.500 3.500 18 6l-6 6 6 6-2.500 2.500L7 12Z";
const TICK = "M9.500 18.500 3.500 12.500l2.200-2.200 3.800 3.800 8.800-8.800 2.200 2.200Z";

/** @param {TableView} view */
const coachOf = (view) => (view.peekedScene ? null : view.scene.coach);

// Each goal begins with an open hand, and with the tabs of its groups on top.
/** @param {TableView} view */
export function openGoalTabs(view) {
  const { coach, zones } = view.scene;
  /** @param {string} id @returns {(group: Group) => boolean} */
  const holds = (id) => ({ items = [], board }) => [...items, ...(board?.cells ?? [])].some((one) => one.id === id);
  view.selectedId = null;
  for (const { id, groups, tabs } of zones) {
    const behind = groups.filter((group) => tabs?.includes(group.id));
    const about = [...coach.lit, ...coach.look].map((place) => behind.find(holds(place))).find(Boolean);
    if (tabs) view.tabs.set(id, { id: about?.id });
  }
}

// The class for the mark of a goal: reached, current, or later.
/** @param {TutorialPanel} coach @param {number} i */
const goalLook = (coach, i) => {
  if (i === coach.n - 1 && (!coach.met || coach.reading)) return "km-is-position";
  return i < (coach.reading ?? coach.n) - 1 || i === coach.n - 1 ? "km-is-on" : "";
};

// Parts of the header: the progress, the button for earlier goals, and the exit.
/** @param {TableView} view @param {TutorialPanel} coach @returns {HTMLElement[]} */
export function tutorialHeaderParts(view, coach) {
  const dots = Array.from({ length: coach.of }, (_, i) => {
    const look = goalLook(coach, i);
    return h(
      "i",
      { class: look },
      look === "km-is-on" && icon(TICK),
      look === "km-is-position" && h("b", { text: coach.n }),
    );
  });
  return [
    h(
      "p",
      { class: "km-table-title" },
      joinWithSpaces([h("b", { text: view.scene.title }), h("span", { text: TEXTS.coach_first })]),
    ),
    h(
      "div",
      { class: "km-tutorial-path" },
      coach.before && backTo(view, coach),
      h(
        "div",
        { class: "km-tutorial-progress", role: "img", "aria-label": fillPlaceholders(TEXTS.coach_of, coach) },
        dots,
      ),
    ),
    h(
      "div",
      { class: "km-row" },
      view.isFullPage && [languageButton("km-button km-icon-button"), darkModeButton("km-button km-icon-button")],
      view.isFullPage // the way stays as it is for who comes again
        ? h("a", { class: "km-button", key: "coach_leave", href: coach.table, text: TEXTS.coach_leave })
        : view.createButton(TEXTS.coach_leave, "coach_leave", () => view.sendRequest({ do: "leave_tutorial" }), {
          class: "km-button",
        }),
    ),
  ];
}

/** @param {TableView} view */
export function updateTutorial(view) {
  const coach = coachOf(view);
  view.tutorialEl.hidden = !coach;
  view.root.classList.toggle("km-in-tutorial", Boolean(coach));
  view.root.classList.toggle("km-tutorial-goal-met", Boolean(coach?.met));
  if (!coach) return;
  const lit = new Set(coach.lit);
  for (const el of view.root.querySelectorAll(LIT)) {
    el.classList.toggle("km-highlight", lit.has(el.dataset.key));
    el.classList.toggle("km-mentioned", coach.look.includes(el.dataset.key));
  }
  for (const el of view.root.querySelectorAll("[data-n]")) {
    el.classList.toggle("km-highlight", coach.acts.includes(Number(el.dataset.n)));
  }
  for (const el of view.root.querySelectorAll(".km-bid-control")) {
    const { first, count } = el.dataset;
    el.classList.toggle(
      "km-highlight",
      coach.acts.some((n) => n >= Number(first) && n < Number(first) + Number(count)),
    );
  }
  view.questionEl.classList.toggle(
    "km-highlight-entry",
    Boolean(view.questionEl.querySelector(":scope > .km-bid-control.km-highlight")),
  );
  view.tutorialEl.classList.toggle("km-with-lead", Boolean(coach.met));
  if (coach.riddles || view.mainPanelEl.querySelector(":scope > .km-latest-events:only-child")) {
    const way = coachWay(coach);
    if (coach.since) view.mainPanelEl.append(way); // what has happened comes first
    else view.mainPanelEl.prepend(way);
  }
  // The Tab key stops at the helpful elements.
  for (const row of view.root.querySelectorAll("[data-row]:has(button.km-highlight)")) {
    for (const one of row.querySelectorAll("button")) {
      if (one.tabIndex <= 0) one.tabIndex = one.matches(".km-highlight, .km-selected") ? 0 : -1;
    }
  }
  view.tutorialEl.replaceChildren(
    h(
      "div",
      { class: `km-goal ${coach.met ? "km-is-completed" : ""}` },
      coach.met && h("span", { class: "km-tick" }, icon(TICK)),
      h("h2", { tabindex: "-1", key: "coach", text: titleOf(coach) }),
      h(
        "p",
        {},
        coach.since && h("em", { class: "km-since-last-turn", text: `${coach.since} ` }),
        coach.refusal && h("em", { class: "km-since-last-turn", text: `\u201c${coach.refusal}\u201d ` }),
        h("span", { text: `${coach.text} ` }),
        view.createRuleButton(coach.rule, "coach"),
      ),
    ),
    h(
      "div",
      { class: "km-row" },
      coach.met
        ? coach.riddles && view.isFullPage
          ? h("a", { class: "km-button km-primary", key: "coach_next", href: coach.table, text: TEXTS.coach_last })
          : view.createButton(
            coach.next ? fillPlaceholders(coach.reading ? TEXTS.coach_on : TEXTS.coach_next, coach) : TEXTS.coach_last,
            "coach_next",
            () => view.sendRequest({ do: "next_goal" }),
            { class: "km-button km-primary" },
          )
        : view.createButton(TEXTS.coach_how, "coach_how", () => view.sendRequest({ do: "show_solution" }), {
          class: "km-button km-quiet",
        }),
      coach.since && !coach.reading && view.scene.rivals?.length > 0 &&
        view.createButton(TEXTS.coach_see, "coach_see", () => view.history.replay(), { class: "km-button km-quiet" }),
      coach.riddles && h("a", { class: "km-button", href: coach.riddles, text: TEXTS.coach_riddles }),
      coach.riddles &&
        view.createButton(TEXTS.coach_again, "coach_again", () => view.sendRequest({ do: "restart_tutorial" }), {
          class: "km-button",
        }),
    ),
    h("p", { class: "km-is-wrong", role: "alert" }),
  );
}

/** @param {TutorialPanel} coach */
const titleOf = ({ met, reading, title }) => met ? `${reading ? TEXTS.coach_read : TEXTS.coach_met}: ${title}` : title;

/** @param {TableView} view @param {TutorialPanel} coach */
function backTo(view, coach) {
  const button = view.createButton("", "coach_back", () => view.sendRequest({ do: "previous_goal" }), {
    class: "km-button km-quiet km-back",
    "aria-label": `${TEXTS.coach_back}: ${fillPlaceholders(TEXTS.coach_before, coach)}`,
    title: fillPlaceholders(TEXTS.coach_before, coach),
  });
  button.replaceChildren(icon(BACKWARD), h("span", { text: TEXTS.coach_back }));
  return button;
}

// Content of the main panel while no chance step is pending: the goals of the whole tutorial.
/** @param {TutorialPanel} coach */
const coachWay = (coach) =>
  h(
    "div",
    { class: `km-tutorial-notice ${coach.riddles ? "km-has-quiz" : ""}` },
    h("h3", { text: coach.met && !coach.next ? TEXTS.coach_can : TEXTS.coach_way }),
    h(
      "ol",
      {},
      coach.titles.map((title, i) =>
        h(
          "li",
          { class: goalLook(coach, i) },
          h("i", {}, icon(TICK)),
          h("span", { text: title }),
        )
      ),
    ),
  );

// Displays the reply to a click next to the goal.
/** @param {TableView} view @param {string} text @returns {boolean} whether there is a goal, which says it */
export function tryShowTutorialNotice(view, text) {
  const strip = coachOf(view) && view.tutorialEl.querySelector(".km-is-wrong");
  if (strip) strip.textContent = text ?? "";
  return Boolean(strip);
}

// The element that gets the focus: the next goal, a button that continues, or the task.
/** @param {TableView} view */
export const tutorialFocusTarget = (view) =>
  coachOf(view) &&
  (view.elementByKey("coach_next") ??
    view.root.querySelector(
      ":is(.km-table-hand, .km-table-question, .km-table-mine, .km-table-middle) button.km-highlight:not(:disabled)",
    ) ??
    view.questionEl.querySelector(".km-highlight input, .km-primary") ?? view.elementByKey("coach"));
