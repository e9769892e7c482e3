// The view Progress: the step of each pupil, pupils who may need the teacher, and the pupil whose chart is displayed.

import { CLASS_TEXTS } from "./class_texts.js";
import { firstOfLargeClass, isExactRevealed, renderViewWithoutLesson } from "./view_parts.js";
import { renderNamesButton } from "./join_view.js";
import { renderAvatar } from "./avatars.js";
import { renderHintButton } from "./hint_dialog.js";
import { renderPredictionAndTrials } from "./pupil_notices.js";
import { fillPlaceholders, h } from "../page/elements.js";

export const STUCK_SECONDS = 180; // seconds without a move after which somebody may need the teacher

// Heading about the pupils who need the teacher.
export function attentionText(pupils, stuck) {
  if (!pupils.length) return CLASS_TEXTS.progress_nobody;
  return stuck.length
    ? fillPlaceholders(CLASS_TEXTS.progress_stuck_count, { n: `${stuck.length}` })
    : CLASS_TEXTS.progress_all_working;
}

export function isHeldAtStep(board, pupil) {
  return board.data.pace.upto && pupil.step === board.data.pace.upto && pupil.done.includes(pupil.step);
}

export function renderProgressView(board) {
  const { data, ui } = board;
  const instead = renderViewWithoutLesson(board);
  if (instead) return instead;
  const stops = data.steps.map(({ kind, label }, i) => {
    const there = data.pupils.filter((one) => one.step === kind || (!one.step && !i));
    return h(
      "div",
      { class: "km-classboard-stop" },
      h(
        "span",
        { class: "km-classboard-crowd" },
        firstOfLargeClass(there, data.pupils).map((one) => renderAvatar(one.face)),
      ),
      h("i", { class: there.length ? "km-has-some" : "", text: there.length || "" }),
      h("small", { text: `${i + 1} ${label}` }),
    );
  });
  const road = h(
    "section",
    {
      class: "km-classboard-canvas km-classboard-steps",
      "aria-label": CLASS_TEXTS.progress_table_label,
      tabindex: "0",
    },
    stops,
  );
  const shown = data.shown.map((one) =>
    h(
      "section",
      { class: "km-classboard-card km-classboard-own-picture" },
      h(
        "div",
        { class: "km-classboard-row" },
        h("span", { class: "km-classboard-face" }, renderAvatar(one.face)),
        h("h2", {
          text: ui.names
            ? fillPlaceholders(CLASS_TEXTS.progress_picture_label, { pupil: one.name })
            : CLASS_TEXTS.progress_picture_caption,
        }),
        board.button(
          CLASS_TEXTS.progress_picture_hide_button,
          `away:${one.n}`,
          () => board.sendRequest("request-or-remove-pupil-picture", { pupil: one.n, show: false }),
        ),
      ),
      renderPredictionAndTrials(isExactRevealed(board) ? one : { ...one, exact: undefined }),
      h(
        "p",
        {},
        h("i", { class: "km-k km-legend-chips" }),
        " chips  ",
        isExactRevealed(board) ? [h("i", { class: "km-k km-legend-exact" }), " exact  "] : null,
        one.runs ? `— ${one.runs} trials` : "",
      ),
    )
  );
  const view = board.button(
    ui.front ? CLASS_TEXTS.progress_teacher_view_button : CLASS_TEXTS.progress_class_view_button,
    "front",
    () => board.updateViewState({ front: !ui.front }),
    "",
    {
      title: "Key C",
    },
  );
  if (ui.front) return [road, ...shown, h("div", { class: "km-classboard-row" }, view)];
  const stuck = data.pupils.filter((one) =>
    !one.coded && board.now() - one.told > STUCK_SECONDS && !isHeldAtStep(board, one)
  ).sort((
    a,
    b,
  ) => a.told - b.told);
  const gate = data.pupils.filter((one) => isHeldAtStep(board, one));
  const rows = [...data.pupils].sort((a, b) => stuck.includes(b) - stuck.includes(a));
  return [
    road,
    ...shown,
    h(
      "div",
      { class: "km-classboard-two-columns" },
      pupilRows(board, rows, stuck),
      h(
        "aside",
        {},
        h(
          "div",
          { class: "km-classboard-row" },
          h("h2", { text: attentionText(data.pupils, stuck) }),
          view,
        ),
        stuck.slice(0, 5).map((one) =>
          h(
            "p",
            { class: "km-classboard-card km-classboard-is-stuck" },
            h("span", { class: "km-classboard-face" }, renderAvatar(one.face)),
            h(
              "span",
              {},
              h("b", { dir: "auto", text: board.called(one) }),
              ` ${stepLabel(board, one.step)}, ${idleTimeText(board, one)}`,
            ),
            renderHintButton(board, one, "stuck"),
          )
        ),
        gate.length
          ? h("p", {
            class: "km-classboard-card",
            text: fillPlaceholders(CLASS_TEXTS.progress_waiting_count, { n: `${gate.length}` }),
          })
          : null,
        h(
          "p",
          { class: "km-classboard-key" },
          h("i", { class: "km-classboard-mark km-is-completed", text: "✓" }),
          " done ",
          h("i", { class: "km-classboard-mark km-is-repeated", text: "✓" }),
          ` ${CLASS_TEXTS.progress_key_second_try} `,
          h("i", { class: "km-classboard-mark km-hinted", text: "✓" }),
          ` ${CLASS_TEXTS.progress_key_hints} `,
          h("i", { class: "km-classboard-mark km-shown", text: "–" }),
          ` ${CLASS_TEXTS.progress_key_shown} `,
          h("i", { class: "km-classboard-mark km-is-current" }),
          " here",
        ),
        renderNamesButton(board),
      ),
    ),
  ];
}

export function stepLabel(board, kind) {
  const at = board.data.steps.findIndex((step) => step.kind === kind);
  return at < 0 ? CLASS_TEXTS.progress_not_started : `${at + 1} ${board.data.steps[at].label}`;
}

export function idleTimeText(board, pupil) {
  return `${Math.floor((board.now() - pupil.told) / 60)} min`;
}

function pupilRows(board, pupils, stuck) {
  const { steps } = board.data;
  const hints = (
    one,
    kind,
  ) => (kind === "check" && one.hints
    ? fillPlaceholders(CLASS_TEXTS.progress_done_with_hints, { n: `${one.hints}` })
    : "");
  const mark = (one, kind) => {
    if (one.step === kind && stuck.includes(one)) {
      return h("i", { class: "km-classboard-mark km-is-waiting", text: idleTimeText(board, one) });
    }
    if (one.shown.includes(kind)) return h("i", { class: "km-classboard-mark km-shown", text: "–" });
    if (one.done.includes(kind)) {
      const cls = hints(one, kind) ? "km-hinted" : one.again.includes(kind) ? "km-is-repeated" : "km-is-completed";
      return h("i", { class: `km-classboard-mark ${cls}`, title: hints(one, kind) || null, text: "✓" });
    }
    return h("i", { class: one.step === kind ? "km-classboard-mark km-is-current" : "km-classboard-mark" });
  };
  const told = (
    one,
    kind,
  ) => (one.shown.includes(kind)
    ? CLASS_TEXTS.progress_shown
    : one.done.includes(kind)
    ? hints(one, kind) || "done"
    : one.step === kind
    ? "here"
    : CLASS_TEXTS.progress_not_done);
  const row = (one) =>
    h(
      "tr",
      { class: stuck.includes(one) ? "km-classboard-is-late" : "" },
      h(
        "th",
        { scope: "row" },
        h("span", { class: "km-classboard-face" }, renderAvatar(one.face)),
        h("span", { dir: "auto", text: board.called(one) }),
      ),
      steps.map(({ kind }) => h("td", { "aria-label": told(one, kind) }, mark(one, kind))),
      h(
        "td",
        {},
        one.coded ? h("small", { text: CLASS_TEXTS.progress_by_code }) : board.button(
          ["Show", "Asked", "Shown", "No"][one.consent],
          `show:${one.n}`,
          () =>
            board.sendRequest("request-or-remove-pupil-picture", {
              pupil: one.n,
              show: one.consent === 0 || one.consent === 3,
            }),
          "km-small",
          { title: CLASS_TEXTS.progress_ask_picture_hint },
        ),
        one.coded ? null : renderHintButton(board, one, "row"),
        board.button(
          "×",
          `remove:${one.n}`,
          () =>
            confirm(fillPlaceholders(CLASS_TEXTS.progress_remove_question, { pupil: board.calledInSentence(one) })) &&
            board.sendRequest("remove-pupil", { pupil: one.n }),
          "km-small",
          { "aria-label": fillPlaceholders(CLASS_TEXTS.progress_remove_hint, { pupil: board.calledInSentence(one) }) },
        ),
      ),
    );
  const half = pupils.length > 10 ? Math.ceil(pupils.length / 2) : pupils.length;
  const head = () =>
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", {}),
        steps.map(({ label }, i) => h("th", { scope: "col", title: label, "aria-label": label, text: String(i + 1) })),
        h("th", {}),
      ),
    );
  return h(
    "div",
    { class: "km-classboard-card km-classboard-rows" },
    [pupils.slice(0, half), pupils.slice(half)].filter((part) => part.length).map((part) =>
      h("table", {}, head(), h("tbody", {}, part.map(row)))
    ),
  );
}
