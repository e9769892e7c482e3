// View Pupils of the teacher page: each pupil's step, difficulties, texts and models, and whether the work was own
// work.

import { CLASS_TEXTS } from "./class_texts.js";
import { renderAvatar } from "./avatars.js";
import { renderHintButton } from "./hint_dialog.js";
import { attentionText, idleTimeText, isHeldAtStep, stepLabel, STUCK_SECONDS } from "./progress_view.js";
import { renderWorkSample } from "./work_sample.js";
import { fillPlaceholders, h } from "../page/elements.js";

const WHO = {
  all: "Everybody",
  stuck: CLASS_TEXTS.pupils_stuck_filter,
  told: CLASS_TEXTS.pupils_helped_filter,
};

function isStuck(desk, one) {
  return !one.coded && Boolean(desk.data.steps) && desk.now() - one.told > STUCK_SECONDS && !isHeldAtStep(desk, one);
}

export function renderPupilsView(desk) {
  const { data, ui } = desk;
  const stuck = data.pupils.filter((one) => isStuck(desk, one));
  const wanted =
    { stuck: (one) => stuck.includes(one), told: (one) => one.hints || one.given || one.shown.length }[ui.who] ??
      (() => true);
  const rows = data.pupils.filter(wanted).sort((a, b) =>
    stuck.includes(b) - stuck.includes(a) || (stuck.includes(a) ? a.told - b.told : a.n - b.n)
  );
  return [
    h(
      "div",
      { class: "km-classboard-row km-classboard-message" },
      h(
        "div",
        {},
        h("h2", { text: attentionText(data.pupils, stuck) }),
        h("p", { text: fillPlaceholders(CLASS_TEXTS.pupils_count, { n: `${data.pupils.length}` }) }),
      ),
      h(
        "span",
        { class: "km-classboard-picks" },
        Object.entries(WHO).map(([who, text]) =>
          desk.button(text, `who:${who}`, () => desk.updateViewState({ who }), ui.who === who ? "km-is-active" : "", {
            "aria-pressed": String(ui.who === who),
          })
        ),
      ),
    ),
    rows.length ? null : h("p", {
      class: "km-classboard-key",
      text: data.pupils.length ? CLASS_TEXTS.pupils_none_found : CLASS_TEXTS.pupils_none_joined,
    }),
    h("div", { class: "km-teacher-pupils" }, rows.map((one) => pupilCard(desk, one, stuck.includes(one)))),
  ];
}

// The record of one pupil in words: own work, hints, and solutions that were shown or told.
function record(one) {
  const parts = [
    one.own && fillPlaceholders(CLASS_TEXTS.pupils_right_alone, { n: `${one.own}` }),
    one.hinted && fillPlaceholders(CLASS_TEXTS.pupils_right_with_hints, { n: `${one.hinted}` }),
    one.given && `${one.given} told`,
    one.shown.length && `${one.shown.length} ${one.shown.length === 1 ? "step" : "steps"} shown`,
    one.runs && `${one.runs} runs`,
  ].filter(Boolean);
  return parts.join(", ") || CLASS_TEXTS.pupils_no_answers;
}

function pupilCard(desk, one, stuck) {
  const { data, ui } = desk;
  const made = data.made[one.n] ?? [];
  const help = data.help[one.n];
  const open = ui.open === one.n;
  const reason = made.find((slip) => slip.key === "reason");
  const last = made.filter((slip) => slip.key !== "chips").at(-1);
  return h(
    "section",
    {
      class: `km-classboard-card km-teacher-pupil${stuck ? " km-classboard-is-late" : ""}`,
      "aria-label": desk.called(one),
    },
    h(
      "div",
      { class: "km-classboard-row" },
      h("span", { class: "km-classboard-face" }, renderAvatar(one.face)),
      h("b", { dir: "auto", text: one.hidden || desk.called(one) }),
      h("span", {
        text: one.coded
          ? CLASS_TEXTS.pupils_by_code
          : `${stepLabel(desk, one.step)}${stuck ? `, ${idleTimeText(desk, one)}` : ""}`,
      }),
      one.coded ? null : renderHintButton(desk, one, "desk"),
    ),
    h("p", { class: "km-classboard-key", text: record(one) }),
    help ? h("p", {}, h("small", { text: `${CLASS_TEXTS.pupils_reply_lead} ` }), help) : null,
    open || !reason ? null : h("p", { class: "km-teacher-last-seen", text: shortly(reason) }),
    open || !last || last === reason ? null : h("p", { class: "km-teacher-last-seen", text: shortly(last) }),
    made.length
      ? desk.button(
        open ? "Close" : fillPlaceholders(CLASS_TEXTS.pupils_all_work, { n: `${made.length}` }),
        `open:${one.n}`,
        () => desk.updateViewState({ open: open ? 0 : one.n }),
        "km-small",
        { "aria-expanded": String(open) },
      )
      : null,
    open
      ? h(
        "div",
        { class: "km-teacher-work-samples" },
        made.map((slip) =>
          h(
            "div",
            { class: "km-teacher-work-sample" },
            renderWorkSample(slip),
            h("small", { text: slip.group }),
            desk.button(
              CLASS_TEXTS.pupils_select_button,
              `tray:${one.n}:${slip.key}`,
              () => toTray(desk, one.n, slip.key),
              "km-small",
            ),
          )
        ),
      )
      : null,
  );
}

function shortly({ kind, what, text, typed, lines, line, rows }) {
  const said = text ?? typed?.at(-1) ?? lines?.at(-1) ?? line ?? rows?.join(" ") ?? "";
  return kind === "cells" ? what : `${what}: ${said}`;
}

// Places a sample in the first free slot of the tray, or in the last slot if no slot is free.
async function toTray(desk, pupil, key) {
  const taken = desk.data.tray.map((slip) => slip.place);
  const free = Array.from({ length: desk.data.places }, (_, i) => i + 1).find((place) => !taken.includes(place));
  if (await desk.sendRequest("place-or-move-sample", { pupil, key, place: free ?? desk.data.places })) {
    desk.live.textContent = CLASS_TEXTS.pupils_selected_message;
  }
}
