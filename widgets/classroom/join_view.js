// The view Join: how pupils join, which pupils have joined, and the first lesson of the class.

import { CLASS_TEXTS } from "./class_texts.js";
import { openReachabilityDialog } from "./reachability_dialog.js";
import { BASE_URL, englishWordForSixToNine, renderRoomCode } from "./avatars.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { selectListenersAfterKeyRelease } from "../page/keyboard.js";

function joinAddress(board) {
  const here = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  return (here && board.data.hosts[0]) || new URL(BASE_URL, location.href).href;
}

export function renderJoinView(board) {
  const { data } = board;
  const group = (label, of) =>
    h(
      "optgroup",
      { label },
      Object.entries(of).map(([id, title]) => h("option", { value: id, text: title, selected: id === data.lesson })),
    );
  const choose = h(
    "select",
    {
      key: "lesson",
      "aria-label": CLASS_TEXTS.join_lesson_label,
      on: selectListenersAfterKeyRelease((event) => event.target.value && goToLesson(board, event.target.value)),
    },
    h("option", { value: "", text: "Choose a lesson …", disabled: true, selected: !data.lesson }),
    group(CLASS_TEXTS.join_lesson_group, data.lessons),
    group(CLASS_TEXTS.join_question_group, data.dashboards),
  );
  const alone = !data.hosts.length && /^(localhost|127\.)/.test(location.hostname);
  return [
    h(
      "section",
      { class: "km-classboard-card km-classboard-join-instructions" },
      h("h2", {
        text: fillPlaceholders(CLASS_TEXTS.join_board_title, { count: englishWordForSixToNine(data.code.length) }),
      }),
      h("p", { class: "km-classboard-address", text: `${joinAddress(board).replace(/^http:\/\//, "")}join` }),
      h("p", { class: "km-classboard-big" }, renderRoomCode(data.code)),
      h(
        "div",
        { class: "km-classboard-scan" },
        h("img", {
          src: `${BASE_URL}class/qr.svg?path=${encodeURIComponent("join")}`,
          alt: CLASS_TEXTS.join_qr_alt,
          width: "220",
          height: "220",
        }),
        h(
          "p",
          {},
          CLASS_TEXTS.join_scan_note,
          h("br"),
          h("b", { text: CLASS_TEXTS.join_privacy_lead }),
          h("br"),
          CLASS_TEXTS.join_privacy_note,
        ),
      ),
      board.button(CLASS_TEXTS.join_check_button, "check-room", () => openReachabilityDialog(board), "km-small", {
        title: CLASS_TEXTS.join_check_hint,
      }),
      alone
        ? h("p", {
          class: "km-classboard-warning",
          text: CLASS_TEXTS.join_no_network,
        })
        : null,
    ),
    h(
      "section",
      { class: "km-classboard-in-class" },
      h(
        "div",
        { class: "km-classboard-row" },
        h(
          "p",
          { class: "km-classboard-count" },
          h("b", { text: String(data.pupils.length) }),
          data.pupils.length === 1 ? " has joined" : " have joined",
        ),
        data.lesson ? choose : null,
      ),
      data.lesson ? null : h(
        "div",
        { class: "km-classboard-first-column" },
        h("label", {}, h("b", { text: CLASS_TEXTS.join_start_label }), choose),
        h("p", { text: CLASS_TEXTS.join_start_note }),
      ),
      board.faces(),
      board.renderRemovedPupils(),
      h(
        "div",
        { class: "km-classboard-row" },
        nextDeed(board),
        board.renderRemoveRecentButton(),
        board.namesChoice(),
        renderNamesButton(board),
        data.steps
          ? board.button(
            CLASS_TEXTS.join_late_start_button,
            "late-start",
            () => board.changeSession({ late_start: !data.pace.late_start }),
            "",
            { title: CLASS_TEXTS.join_late_start_hint, "aria-pressed": String(data.pace.late_start) },
          )
          : null,
        board.button(
          data.pace.locked ? CLASS_TEXTS.join_unlock_button : CLASS_TEXTS.join_lock_button,
          "lock",
          () => board.changeSession({ locked: !data.pace.locked }),
          "",
          { title: CLASS_TEXTS.join_lock_hint },
        ),
      ),
    ),
  ];
}

// Goes to another lesson. The exact probabilities of that lesson are not revealed yet.
function goToLesson(board, lesson) {
  board.updateViewState({ level: 0 });
  return board.sendRequest("change-session", { lesson });
}

// The command that the teacher needs next while a class gathers.
function nextDeed(board) {
  const { data, ui } = board;
  if (!data.lesson) return null;
  if (!data.pupils.length) {
    return ui.projector ? null : board.button(
      CLASS_TEXTS.join_large_button,
      "large",
      () => board.updateViewState({ projector: true }),
      "km-primary",
      {
        title: "Key F",
      },
    );
  }
  return board.button(
    data.steps ? CLASS_TEXTS.join_done_progress_button : CLASS_TEXTS.join_done_results_button,
    "begin",
    () => board.updateViewState({ tab: data.steps ? "Progress" : "Rolls" }),
    "km-primary",
  );
}

export function renderNamesButton(board) {
  return board.button(
    board.ui.names ? CLASS_TEXTS.join_hide_names_button : CLASS_TEXTS.join_show_names_button,
    "names",
    () => board.updateViewState({ names: !board.ui.names }),
    "",
    { title: "Key M" },
  );
}
