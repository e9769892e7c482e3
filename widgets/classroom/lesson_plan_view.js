// View Plan of the teacher page: minutes per step, expected mistakes and questions about them, preparations, a
// rehearsal. The teacher predicts, too: one counter for each pupil, placed before the pupils' answers come.

import { CLASS_TEXTS } from "./class_texts.js";
import { BASE_URL } from "./avatars.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { roundHalfUp } from "../page/numbers.js";
import { MAX_PLAN_NOTE_LENGTH, MAX_PUPILS } from "../page/constants.js";

export function renderLessonPlanView(desk) {
  const { plan } = desk.data;
  if (!plan) {
    return [
      h(
        "section",
        { class: "km-classboard-card km-classboard-is-open" },
        h("h2", { text: CLASS_TEXTS.lesson_plan_none }),
        h("p", { text: CLASS_TEXTS.lesson_plan_none_how }),
      ),
      gamesSection(),
    ];
  }
  const about = plan.abouts.find((one) => one.about === desk.ui.planned) ?? plan.abouts[0];
  return [
    h(
      "div",
      { class: "km-classboard-row km-classboard-message" },
      h(
        "div",
        {},
        h("h2", { text: CLASS_TEXTS.lesson_plan_expect_title }),
        h("p", { text: CLASS_TEXTS.lesson_plan_expect_note }),
      ),
      desk.paperButtons(),
      desk.button(CLASS_TEXTS.lesson_plan_rehearse_button, "rehearse", () => rehearse(desk), "km-primary"),
    ),
    stepsOf(desk, plan),
    h(
      "section",
      { class: "km-classboard-card" },
      h("h3", { text: CLASS_TEXTS.lesson_plan_need_heading }),
      h("ul", {}, plan.ready.map((text) => h("li", { text }))),
    ),
    h(
      "section",
      { class: "km-teacher-expected" },
      h(
        "div",
        { class: "km-classboard-row" },
        h(
          "select",
          {
            key: "planned",
            "aria-label": CLASS_TEXTS.lesson_plan_question_label,
            on: { change: (event) => desk.updateViewState({ planned: event.target.value }) },
          },
          plan.abouts.map((one, i) =>
            h("option", {
              value: one.about,
              text: i ? `Question ${i}: ${one.title}` : one.title,
              selected: one === about,
            })
          ),
        ),
        asBefore(desk, plan, about),
      ),
      h("p", { text: `${about.ask} ` }, h("b", { text: about.exact })),
      about.rows.map((row) => expected(desk, plan, about, row)),
      about.mistakes.length ? h("h3", { text: CLASS_TEXTS.lesson_plan_ideas_heading }) : null,
      about.mistakes.map((row) => askRow(desk, plan, about, row)),
    ),
    gamesSection(),
  ];
}

// The class can also play board games, on separate pages (shared_table/).
function gamesSection() {
  const link = (page, text) => h("a", { class: "km-class-button", href: BASE_URL + page, target: "_blank", text });
  return h(
    "section",
    { class: "km-classboard-card" },
    h("h3", { text: CLASS_TEXTS.lesson_plan_games_heading }),
    h("p", { text: CLASS_TEXTS.lesson_plan_games_note }),
    h(
      "div",
      { class: "km-classboard-row" },
      link("tables", CLASS_TEXTS.lesson_plan_games_tables),
      link("play", CLASS_TEXTS.lesson_plan_games_friends),
    ),
  );
}

const planned = (desk, change) => desk.sendRequest("merge-lesson-plan-change", change);

function stepsOf(desk, plan) {
  const minutes = (step, by) => planned(desk, { minutes: { [step.kind]: Math.max(0, step.minutes + by) } });
  return h(
    "section",
    { class: "km-classboard-card" },
    h("h3", {
      text: fillPlaceholders(CLASS_TEXTS.lesson_plan_minutes, {
        n: `${plan.total}`,
        joining: `${plan.joining}`,
        talk: `${plan.talk}`,
      }),
    }),
    h(
      "ol",
      { class: "km-teacher-ribbon" },
      plan.steps.map((step) =>
        h(
          "li",
          { style: `--m:${Math.max(1, step.minutes)}` },
          h("b", { text: step.label }),
          h(
            "span",
            { class: "km-teacher-minutes" },
            desk.button("−", `less:${step.kind}`, () => minutes(step, -1), "km-small", {
              "aria-label": fillPlaceholders(CLASS_TEXTS.lesson_plan_less_time, { step: step.label }),
            }),
            h("span", { text: `${step.minutes} min` }),
            desk.button("+", `more:${step.kind}`, () => minutes(step, 1), "km-small", {
              "aria-label": fillPlaceholders(CLASS_TEXTS.lesson_plan_more_time, { step: step.label }),
            }),
          ),
          h("input", {
            type: "text",
            key: `step:${step.kind}`,
            maxlength: MAX_PLAN_NOTE_LENGTH,
            value: step.note,
            placeholder: "note",
            "aria-label": fillPlaceholders(CLASS_TEXTS.lesson_plan_note_label, { step: step.label }),
            on: { change: (event) => planned(desk, { notes: { [step.kind]: event.target.value } }) },
          }),
        )
      ),
    ),
  );
}

// A way of thinking: typical answers, how many pupils the teacher expects, and a question to ask these pupils.
function expected(desk, plan, { about }, row) {
  const n = plan.expect[about]?.[row.group] ?? 0;
  const past = plan.past[about];
  const all = past ? Object.values(past).reduce((a, b) => a + b, 0) : 0;
  const lay = (by) =>
    planned(desk, { expect: { [about]: { [row.group]: Math.min(MAX_PUPILS, Math.max(0, n + by)) } } });
  return h(
    "div",
    { class: `km-classboard-card km-teacher-row${row.answer ? "" : " km-teacher-is-plain"}`, "aria-label": row.group },
    row.answer ? h("b", { class: "km-teacher-pupil-answer", text: row.answer }) : null,
    h(
      "div",
      {},
      h("h4", { text: row.group }),
      past
        ? h("small", {
          text: fillPlaceholders(CLASS_TEXTS.lesson_plan_earlier_count, {
            n: `${past[row.group] ?? 0}`,
            all: `${all}`,
          }),
        })
        : null,
      asking(desk, plan, about, row),
    ),
    h(
      "span",
      { class: "km-teacher-counters" },
      desk.button("−", `fewer:${row.group}`, () => lay(-1), "", {
        "aria-label": fillPlaceholders(CLASS_TEXTS.lesson_plan_fewer, { answer: row.group }),
      }),
      h("b", { text: String(n), "aria-label": `${n} expected` }),
      desk.button("+", `one:${row.group}`, () => lay(1), "", {
        "aria-label": fillPlaceholders(CLASS_TEXTS.lesson_plan_more, { answer: row.group }),
      }),
    ),
  );
}

function askRow(desk, plan, { about }, row) {
  return h(
    "div",
    { class: "km-classboard-card km-teacher-row km-teacher-is-behind" },
    h("div", {}, h("h4", { text: row.group }), asking(desk, plan, about, row)),
  );
}

function asking(desk, plan, about, row) {
  return h("input", {
    type: "text",
    key: `ask:${about}:${row.group}`,
    maxlength: MAX_PLAN_NOTE_LENGTH,
    value: plan.asks[about]?.[row.group] ?? "",
    placeholder: row.reply || CLASS_TEXTS.lesson_plan_reply_placeholder,
    title: row.reply || null,
    "aria-label": `What I ask: ${row.group}`,
    on: { change: (event) => planned(desk, { asks: { [about]: { [row.group]: event.target.value } } }) },
  });
}

// Shares of classes saved as files. The counters are placed as those classes thought.
function asBefore(desk, plan, about) {
  const past = plan.past[about.about];
  const pupils = desk.data.pupils.length || 28;
  const lay = () => {
    const all = Object.values(past).reduce((a, b) => a + b, 0);
    const rows = Object.fromEntries(
      about.rows.map(({ group }) => [group, Math.min(MAX_PUPILS, roundHalfUp((pupils * (past[group] ?? 0)) / all))]),
    );
    return planned(desk, { expect: { [about.about]: rows } });
  };
  const told = (
    { pupils: n },
  ) => (desk.live.textContent = fillPlaceholders(CLASS_TEXTS.lesson_plan_earlier_added, { n: `${n}` }));
  const file = desk.fileField(
    CLASS_TEXTS.lesson_plan_earlier_label,
    "past-file",
    "add-past-class-to-plan",
    told,
  );
  return h(
    "span",
    { class: "km-classboard-row" },
    past
      ? desk.button(`As ${plan.classes === 1 ? "my last class" : `my ${plan.classes} classes`}`, "as-before", lay)
      : null,
    h("label", { class: "km-teacher-file" }, `${CLASS_TEXTS.lesson_plan_earlier_lead} `, file),
  );
}

async function rehearse(desk) {
  const page = open("", "_blank");
  const made = await desk.sendRequest("open-rehearsal-room", {});
  if (!made) return page?.close();
  const address = `${BASE_URL}class#${made.secret}`;
  if (page) page.location = address;
  else location.assign(address);
}
