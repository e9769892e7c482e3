// The view Join: how pupils come in, who has, and with what the class begins.

import { openReachabilityDialog } from "./reachability_dialog.js";
import { BASE_URL, diceCountWord, renderRoomCode } from "./avatars.js";
import { h } from "../page/elements.js";
import { selectListeners } from "../page/keyboard.js";

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
      "aria-label": "Lesson of the class",
      on: selectListeners((event) => event.target.value && goToLesson(board, event.target.value)),
    },
    h("option", { value: "", text: "Choose a lesson …", disabled: true, selected: !data.lesson }),
    group("Lessons: predict, run, compare", data.lessons),
    group("Questions: change one thing and watch", data.dashboards),
  );
  const alone = !data.hosts.length && /^(localhost|127\.)/.test(location.hostname);
  return [
    h(
      "section",
      { class: "km-classboard-card km-classboard-join-instructions" },
      h("h2", { text: `Join with ${diceCountWord(data.code.length)} dice.` }),
      h("p", { class: "km-classboard-address", text: `${joinAddress(board).replace(/^http:\/\//, "")}join` }),
      h("p", { class: "km-classboard-big" }, renderRoomCode(data.code)),
      h(
        "div",
        { class: "km-classboard-scan" },
        h("img", {
          src: `${BASE_URL}class/qr.svg?path=${encodeURIComponent("join")}`,
          alt: "QR code of the address",
          width: "220",
          height: "220",
        }),
        h(
          "p",
          {},
          "or scan this.",
          h("br"),
          h("b", { text: "No account, no real name:" }),
          h("br"),
          "the game gives you one.",
        ),
      ),
      board.button("Check the room", "check-room", () => openReachabilityDialog(board), "km-small", {
        title: "Before the lesson: can pupils reach this machine?",
      }),
      alone
        ? h("p", {
          class: "km-classboard-warning",
          text: "This machine has no network, so only its own browser can join.",
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
        h("label", {}, h("b", { text: "What does the class start with?" }), choose),
        h("p", { text: "Pupils who have joined are taken there automatically." }),
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
        board.button(
          data.pace.locked ? "Open the door" : "Lock the door",
          "lock",
          () => board.changeSession({ locked: !data.pace.locked }),
          "",
          { title: "Nobody else can join" },
        ),
      ),
    ),
  ];
}

// Another lesson: nothing exact of it has been shown yet.
function goToLesson(board, lesson) {
  board.updateViewState({ level: 0 });
  return board.sendRequest("change-session", { lesson });
}

// What comes next while a class gathers.
function nextDeed(board) {
  const { data, ui } = board;
  if (!data.lesson) return null;
  if (!data.pupils.length) {
    return ui.projector ? null : board.button(
      "Make it large for the projector",
      "large",
      () => board.updateViewState({ projector: true }),
      "km-primary",
      {
        title: "Key F",
      },
    );
  }
  return board.button(
    data.steps ? "Everybody has joined: see the progress" : "Everybody has joined: see the results",
    "begin",
    () => board.updateViewState({ tab: data.steps ? "Progress" : "Rolls" }),
    "km-primary",
  );
}

export function renderNamesButton(board) {
  return board.button(
    board.ui.names ? "Hide names" : "Show names",
    "names",
    () => board.updateViewState({ names: !board.ui.names }),
    "",
    { title: "Key M" },
  );
}
