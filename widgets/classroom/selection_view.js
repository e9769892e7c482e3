// View Tray of the teacher page: the samples to discuss in class, in their order. New samples are grouped by way of
// thinking. A sample is placed by dragging, by touch (tap it, tap a slot), or by keys (Enter lifts, 1 to 4 places,
// Escape releases).

import { CLASS_TEXTS } from "./class_texts.js";
import { renderAvatar } from "./avatars.js";
import { renderWorkSample } from "./work_sample.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { MAX_NOTE_LENGTH, MAX_QUESTION_LENGTH } from "../page/constants.js";

const ASKS = [["", CLASS_TEXTS.selection_ask_nothing], ["vote", CLASS_TEXTS.selection_ask_vote], [
  "sentence",
  CLASS_TEXTS.selection_ask_sentence,
]];
const CONSENT = [
  CLASS_TEXTS.selection_name_ask_button,
  CLASS_TEXTS.selection_name_asked,
  CLASS_TEXTS.selection_name_remove_button,
  CLASS_TEXTS.selection_name_ask_again_button,
];
const MOST_IN_GROUP = 8;
const FAR = 6; // px after which a press is a drag

export function renderSelectionView(desk) {
  const { data, ui } = desk;
  const abouts = aboutOf(data);
  const about = abouts.some(([id]) => id === ui.about) ? ui.about : "chips";
  const groups = new Map();
  for (const one of data.pupils) {
    for (const slip of data.made[one.n] ?? []) {
      if (slip.about !== about) continue;
      if (!groups.has(slip.group)) groups.set(slip.group, []);
      groups.get(slip.group).push({ ...slip, pupil: one.n });
    }
  }
  const sorted = [...groups].sort((a, b) => b[1].length - a[1].length);
  return [
    h(
      "div",
      { class: "km-classboard-row km-classboard-message" },
      h(
        "div",
        {},
        h("h2", { text: CLASS_TEXTS.selection_title }),
        h("p", {
          text: CLASS_TEXTS.selection_how,
        }),
      ),
      h(
        "select",
        {
          key: "about",
          "aria-label": CLASS_TEXTS.selection_topic_label,
          on: { change: (event) => desk.updateViewState({ about: event.target.value }) },
        },
        abouts.map(([value, text]) => h("option", { value, text, selected: value === about })),
      ),
    ),
    sorted.length
      ? h("div", { class: "km-teacher-groups" }, sorted.map(([group, slips]) => groupOf(desk, about, group, slips)))
      : h("p", { class: "km-classboard-key", text: CLASS_TEXTS.selection_topic_empty }),
    places(desk),
    talkMaker(desk),
    talksSoFar(desk),
  ];
}

function aboutOf({ answers = [] }) {
  const asked = answers.map((one, i) => [String(i), `Question ${i + 1}: ${one.title}`]);
  return [["chips", CLASS_TEXTS.selection_topic_predictions], ...asked.filter((_, i) => !answers[i].riddle)];
}

function groupOf(desk, about, group, slips) {
  const expected = desk.data.plan?.expect?.[about]?.[group];
  const heads = new Set(slips.map((slip) => slip.pupil)).size;
  const all = desk.ui.all === group;
  return h(
    "section",
    { class: "km-teacher-group", "aria-label": group },
    h(
      "header",
      {},
      h("h3", { text: group }),
      h("b", { text: String(heads) }),
      expected === undefined
        ? null
        : h("small", { text: fillPlaceholders(CLASS_TEXTS.selection_expected, { n: `${expected}` }) }),
    ),
    h(
      "div",
      { class: "km-teacher-work-samples" },
      slips.slice(0, all ? slips.length : MOST_IN_GROUP).map((slip) => loose(desk, slip)),
    ),
    slips.length > MOST_IN_GROUP
      ? desk.button(
        all ? "Fewer" : `All ${slips.length}`,
        `all:${group}`,
        () => desk.updateViewState({ all: all ? "" : group }),
        "km-small",
      )
      : null,
  );
}

const same = (one, other) => one && other && one.pupil === other.pupil && one.key === other.key && one.id === other.id;

// A sample that can be lifted. A drag ends at the slot under the pointer. The page is not redrawn during a drag.
function loose(desk, slip) {
  const mine = slip.id ? { id: slip.id } : { pupil: slip.pupil, key: slip.key };
  const lifted = same(desk.ui.lifted, mine);
  const named = slip.named ? CLASS_TEXTS.selection_contains_name : null;
  const el = h(
    "button",
    {
      type: "button",
      key: slip.id ? `slip:${slip.id}` : `slip:${slip.pupil}:${slip.key}`,
      class: `km-teacher-unselected${lifted ? " km-lifted" : ""}`,
      "aria-pressed": String(lifted),
      title: named,
      on: {
        click: () => !el.dragged && desk.updateViewState({ lifted: lifted ? null : mine }),
        pointerdown: (event) => drag(desk, el, mine, event),
      },
    },
    renderWorkSample(slip),
    named ? h("small", { class: "km-teacher-has-names", text: named }) : null,
  );
  return el;
}

function drag(desk, el, mine, start) {
  el.dragged = false;
  if (start.pointerType === "touch" || start.button) return;
  let ghost = null; // what is dragged: it leaves the box that its slip may be scrolled in
  const move = (event) => {
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!ghost && Math.hypot(x, y) < FAR) return;
    el.dragged = true;
    if (!ghost) {
      const { left, top, width } = el.getBoundingClientRect();
      ghost = el.cloneNode(true);
      ghost.classList.add("km-dragged");
      Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
      desk.view.append(ghost);
    }
    ghost.style.transform = `translate(${x}px, ${y}px)`;
  };
  const end = (event) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
    if (under && event.type === "pointerup") layAt(desk, mine, Number(under.dataset.place));
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

async function layAt(desk, lifted, place) {
  desk.updateViewState({ lifted: null });
  const tell = lifted.id ? { slip: lifted.id, place } : { ...lifted, place };
  if (await desk.sendRequest("place-or-move-sample", tell)) {
    desk.live.textContent = place
      ? fillPlaceholders(CLASS_TEXTS.selection_placed_message, { n: `${place}` })
      : CLASS_TEXTS.selection_removed_message;
  }
}

// A digit key puts the lifted sample into a slot. Escape cancels lifting.
/** @returns {boolean} whether the key did something */
export function placeLiftedSampleByKey(teacherView, key) {
  const { lifted } = teacherView.ui;
  if (key === "Escape" && lifted) teacherView.updateViewState({ lifted: null });
  else if (lifted && Number(key) >= 1 && Number(key) <= teacherView.data.places) {
    layAt(teacherView, lifted, Number(key));
  } else return false;
  return true;
}

function places(desk) {
  const { data, ui } = desk;
  return h(
    "section",
    { class: "km-classboard-canvas km-teacher-selection", "aria-label": CLASS_TEXTS.selection_tray_label },
    Array.from({ length: data.places }, (_, i) => {
      const place = i + 1;
      const slip = data.tray.find((one) => one.place === place);
      return h(
        "div",
        { class: "km-teacher-place", "data-place": place },
        h("b", { class: "km-discussion-number", text: String(place) }),
        slip ? laid(desk, slip) : null,
        ui.lifted
          ? desk.button(
            fillPlaceholders(CLASS_TEXTS.selection_place_button, { n: `${place}` }),
            `place:${place}`,
            () => layAt(desk, ui.lifted, place),
            "km-gold",
          )
          : null,
      );
    }),
  );
}

function laid(desk, slip) {
  const one = desk.data.pupils.find((pupil) => pupil.n === slip.pupil);
  const note = h("input", {
    type: "text",
    key: `note:${slip.id}`,
    maxlength: MAX_NOTE_LENGTH,
    value: slip.note,
    placeholder: CLASS_TEXTS.selection_note_placeholder,
    "aria-label": fillPlaceholders(CLASS_TEXTS.selection_note_label, { n: `${slip.place}` }),
    on: { change: (event) => desk.sendRequest("save-sample-note", { slip: slip.id, text: event.target.value }) },
  });
  return h(
    "div",
    { class: "km-teacher-selected" },
    loose(desk, slip),
    note,
    h(
      "div",
      { class: "km-classboard-row" },
      one ? h("small", {}, renderAvatar(one.face), ` ${desk.calledInSentence(one)}, for you alone`) : null,
      desk.button(
        CONSENT[slip.consent],
        `byname:${slip.id}`,
        () => desk.sendRequest("set-name-request", { slip: slip.id, ask: slip.consent === 0 || slip.consent === 3 }),
        "km-small",
        { title: CLASS_TEXTS.selection_name_hint },
      ),
      desk.button("×", `out:${slip.id}`, () => layAt(desk, { id: slip.id }, 0), "km-small", {
        "aria-label": fillPlaceholders(CLASS_TEXTS.selection_remove_label, { n: `${slip.place}` }),
      }),
    ),
  );
}

// Form for a discussion: two or three samples from the tray, one question, and the task for all pupils.
function talkMaker(desk) {
  const { data } = desk;
  const inTray = data.tray.filter((slip) => slip.place).sort((a, b) => a.place - b.place);
  const prompts = [...Object.values(data.plan?.asks ?? {}), ...(data.prompts ?? [])].filter(Boolean);
  const field = h("input", {
    type: "text",
    key: "question",
    maxlength: MAX_QUESTION_LENGTH,
    list: "km-prompts",
    autocomplete: "off",
    placeholder: CLASS_TEXTS.selection_question_placeholder,
    "aria-label": CLASS_TEXTS.selection_question_label,
  });
  const ask = h(
    "select",
    { key: "ask", "data-keep": "", "aria-label": CLASS_TEXTS.selection_ask_label },
    ASKS.map(([value, text]) => h("option", { value, text })),
  );
  const boxes = inTray.map((slip, i) =>
    h(
      "label",
      {},
      h("input", { type: "checkbox", key: `side:${slip.id}`, value: slip.id, checked: i < data.sides }),
      h("span", { text: String(slip.place) }),
    )
  );
  const show = async (event) => {
    event.preventDefault();
    const slips = [...form.querySelectorAll("input:checked")].map((box) => Number(box.value));
    if (await desk.changeSession({ talk: { question: field.value, ask: ask.value, slips } })) {
      desk.live.textContent = CLASS_TEXTS.selection_shown_message;
    }
  };
  const form = h(
    "form",
    { class: "km-classboard-card km-teacher-discussion", on: { submit: show } },
    h("h3", { text: CLASS_TEXTS.selection_show_heading }),
    field,
    h("datalist", { id: "km-prompts" }, prompts.map((value) => h("option", { value }))),
    h(
      "div",
      { class: "km-classboard-row" },
      h("span", { class: "km-teacher-boxes", role: "group", "aria-label": CLASS_TEXTS.selection_places_label }, boxes),
      ask,
      h("button", {
        type: "submit",
        key: "show-talk",
        class: "km-primary",
        disabled: !inTray.length,
        text: CLASS_TEXTS.selection_show_button,
      }),
      data.talk && data.talk.ask && !data.talk.told
        ? desk.button(
          CLASS_TEXTS.selection_close_button,
          "told",
          () => desk.changeSession({ talk: { told: true } }),
          "km-gold",
        )
        : null,
      data.talk
        ? desk.button(CLASS_TEXTS.selection_end_button, "over", () => desk.changeSession({ talk: null }))
        : null,
    ),
  );
  return form;
}

// Questions and answers of earlier discussions with the names of the pupils. Only the teacher sees them.
function talksSoFar(desk) {
  const { talks, pupils } = desk.data;
  if (!talks.length) return null;
  const who = (n) => pupils.find((one) => one.n === n);
  return h(
    "section",
    { class: "km-teacher-discussions" },
    h("h3", { text: CLASS_TEXTS.selection_sentences_heading }),
    [...talks].reverse().map((talk) =>
      h(
        "details",
        { class: "km-classboard-card", open: talk.number === talks.at(-1).number },
        h("summary", { text: `${talk.question || "A talk without a question"} (${talk.said.length})` }),
        h(
          "ul",
          {},
          talk.said.map((voice) =>
            h(
              "li",
              {},
              h("b", { text: `${desk.calledInSentence(who(voice.n))}: ` }),
              voice.text ?? `slip ${talk.slips.indexOf(voice.slip) + 1}`,
            )
          ),
        ),
      )
    ),
  );
}
