// The view Join: how pupils come in, who has, and with what the class begins.

import { openCheck } from "./checking.js";
import { BASE, codeDice, diceWord } from "./faces.js";
import { h } from "../page/elements.js";
import { choiceListeners } from "../page/keyboard.js";

function joinAddress(board) {
  const here = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  return (here && board.data.hosts[0]) || new URL(BASE, location.href).href;
}

export function comingView(board) {
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
      on: choiceListeners((event) => event.target.value && goToLesson(board, event.target.value)),
    },
    h("option", { value: "", text: "Choose a lesson …", disabled: true, selected: !data.lesson }),
    group("Lessons: predict, run, compare", data.lessons),
    group("Questions: change one thing and watch", data.dashboards),
  );
  const alone = !data.hosts.length && /^(localhost|127\.)/.test(location.hostname);
  return [
    h(
      "section",
      { class: "km-x-card km-x-come" },
      h("h2", { text: `Join with ${diceWord(data.code.length)} dice.` }),
      h("p", { class: "km-x-address", text: `${joinAddress(board).replace(/^http:\/\//, "")}join` }),
      h("p", { class: "km-x-big" }, codeDice(data.code)),
      h(
        "div",
        { class: "km-x-scan" },
        h("img", {
          src: `${BASE}class/qr.svg?path=${encodeURIComponent("join")}`,
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
      board.button("Check the room", "check-room", () => openCheck(board), "km-small", {
        title: "Before the lesson: can pupils reach this machine?",
      }),
      alone
        ? h("p", { class: "km-x-warn", text: "This machine has no network, so only its own browser can join." })
        : null,
    ),
    h(
      "section",
      { class: "km-x-in" },
      h(
        "div",
        { class: "km-x-row" },
        h(
          "p",
          { class: "km-x-count" },
          h("b", { text: String(data.pupils.length) }),
          data.pupils.length === 1 ? " has joined" : " have joined",
        ),
        data.lesson ? choose : null,
      ),
      data.lesson ? null : h(
        "div",
        { class: "km-x-first" },
        h("label", {}, h("b", { text: "What does the class start with?" }), choose),
        h("p", { text: "Pupils who have joined are taken there automatically." }),
      ),
      board.faces(),
      board.takenOut(),
      h(
        "div",
        { class: "km-x-row" },
        nextDeed(board),
        board.justCame(),
        board.namesChoice(),
        namesButton(board),
        board.button(
          data.pace.locked ? "Open the door" : "Lock the door",
          "lock",
          () => board.pace({ locked: !data.pace.locked }),
          "",
          { title: "Nobody else can join" },
        ),
      ),
    ),
  ];
}

// Another lesson: nothing exact of it has been shown yet.
function goToLesson(board, lesson) {
  board.set({ level: 0 });
  return board.send("change-session", { lesson });
}

// What comes next while a class gathers.
function nextDeed(board) {
  const { data, ui } = board;
  if (!data.lesson) return null;
  if (!data.pupils.length) {
    return ui.projector
      ? null
      : board.button("Make it large for the projector", "large", () => board.set({ projector: true }), "km-lead", {
        title: "Key F",
      });
  }
  return board.button(
    data.steps ? "Everybody has joined: see the progress" : "Everybody has joined: see the results",
    "begin",
    () => board.set({ tab: data.steps ? "Progress" : "Rolls" }),
    "km-lead",
  );
}

export function namesButton(board) {
  return board.button(
    board.ui.names ? "Hide names" : "Show names",
    "names",
    () => board.set({ names: !board.ui.names }),
    "",
    { title: "Key M" },
  );
}
