// The page `play`: open a table or take a seat, wait in the lobby, then play at this seat.

import { BASE_URL, renderRoomCode } from "../avatars.js";
import { fillPlaceholders, h, isolateDirection } from "../../page/elements.js";
import { preventRepeatedEnter } from "../../page/keyboard.js";
import { darkModeButton, languageButton } from "../../page/page_controls.js";
import { tryCopyText } from "../../page/sharing.js";
import { browserStorage } from "../../page/storage.js";
import { RemoteTable, TableConnection } from "./table_connection.js";

document.body.classList.add("km-shared");
addEventListener("keydown", preventRepeatedEnter);
const main = document.getElementById("km-main");
const { texts, games, timers } = JSON.parse(document.getElementById("km-shared").textContent);
const say = (id, values = {}) => fillPlaceholders(texts[id], values);
const seatKey = (code) => `kismet-seat-${code}`;
const seatLink = (code, token) => `play#table=${code}${token ? `&seat=${token}` : ""}`;

const notice = h("p", { class: "km-shared-notice", role: "alert" });
const lost = h("p", { class: "km-shared-lost", role: "status", hidden: true, text: say("connection_lost") });
let lobby = null; // the last state of the table

const connection = new TableConnection({
  path: "table/socket",
  onMessage(message, buffers) {
    if (message.kind === "refusal") refuse(message.text);
    else if (message.kind === "seat") sitDown(message.code, message.token);
    else if (message.kind === "lobby") showLobby(message);
    else if (message.kind === "table") showTable(message.state);
    else if (message.kind === "frame") table.receive(message.data, buffers);
  },
  onConnectionChange(isOpen) {
    lost.hidden = isOpen;
  },
});

const table = new RemoteTable(connection);

function refuse(text) {
  notice.textContent = text;
  if (!lobby) main.querySelector("[data-first]")?.focus();
}

function page(...kids) {
  main.replaceChildren(
    h("div", { class: "km-shared-form" }, lost, ...kids, notice, languageButton(), darkModeButton()),
  );
}

function field(label, input, why = "") {
  return h("label", { class: "km-shared-field" }, h("span", { text: label }), input, why && h("small", { text: why }));
}

const nameInput = () =>
  h("input", { autocomplete: "given-name", dir: "auto", maxlength: 24, required: true, "data-first": true });

function showEntrance() {
  const asked = new URLSearchParams(location.search).get("game");
  const mine = { create: nameInput(), join: nameInput() };
  const game = h("select", {}, games.map(({ id, title }) => h("option", { value: id, text: title })));
  if (games.some(({ id }) => id === asked)) game.value = asked;
  const seats = h("select");
  const fillSeats = () => {
    const offered = games.find(({ id }) => id === game.value).seats;
    seats.replaceChildren(...offered.map((n) => h("option", { value: n, text: say("people_count", { n }) })));
  };
  game.addEventListener("change", fillSeats);
  fillSeats();
  const timer = h("select", {}, timers.map((n) => h("option", { value: n, text: say(`timer_${n}`) })));
  const code = h("input", { inputmode: "numeric", autocomplete: "off", maxlength: 20, required: true });
  const form = (id, what, fields, button) =>
    h(
      "form",
      {
        id,
        class: "km-shared-card",
        on: {
          submit: (event) => {
            event.preventDefault();
            notice.textContent = "";
            connection.send(what(), { canWait: true });
          },
        },
      },
      ...fields,
      h("button", { class: "km-shared-lead", text: button }),
    );
  page(
    h("h1", { text: say("create_title") }),
    h("p", { text: say("create_why") }),
    form(
      "km-shared-create",
      () => ({
        do: "create",
        game: game.value,
        seats: Number(seats.value),
        timer: Number(timer.value),
        name: mine.create.value,
      }),
      [
        field(say("game_label"), game),
        field(say("seats_label"), seats),
        field(say("timer_label"), timer, say("timer_why")),
        field(say("name_label"), mine.create),
      ],
      say("create"),
    ),
    h("h2", { text: say("or_join") }),
    joinForm(code, mine.join, form),
    h("p", {}, h("a", { href: `${BASE_URL}tables`, text: say("many_tables") })),
  );
}

function joinForm(code, name, form) {
  return form(
    "km-shared-join",
    () => ({ do: "join", code: code.value, name: name.value }),
    [field(say("code_label"), code), field(say("name_label"), name)],
    say("join"),
  );
}

function sitDown(code, token) {
  connection.code = code;
  connection.token = token;
  notice.textContent = "";
  browserStorage()?.setItem(seatKey(code), token);
  history.replaceState(null, "", `${location.pathname}#table=${code}`);
}

const seatButton = (action, text, lead = false) =>
  h("button", {
    type: "button",
    class: lead ? "km-shared-lead" : "",
    text,
    on: { click: () => connection.send({ do: action }) },
  });

function otherDevice() {
  const link = new URL(`${BASE_URL}${seatLink(connection.code, connection.token)}`, location.href).href;
  const shown = h("input", { readonly: true, value: link, "aria-label": say("other_device") });
  return h(
    "details",
    { class: "km-shared-device" },
    h("summary", { text: say("other_device") }),
    h("p", { text: say("other_device_why") }),
    h("img", { src: qr(connection.token), alt: "", width: 160, height: 160, loading: "lazy" }),
    shown,
    h("button", {
      type: "button",
      text: "⧉",
      "aria-label": say("other_device"),
      on: { click: () => tryCopyText(link) },
    }),
  );
}

const qr = (token) => `${BASE_URL}class/qr.svg?path=${encodeURIComponent(seatLink(connection.code, token))}`;

function showLobby(state) {
  const isNew = !lobby;
  lobby = state;
  if (state.started && state.seat !== null) {
    if (table.view) drawBar();
    return;
  }
  if (state.seat === null) return showDoor(state, isNew);
  const seats = Array.from({ length: state.seats }, (_, n) =>
    h(
      "li",
      { class: n === state.seat ? "km-shared-own" : "" },
      h("b", { dir: "auto", text: state.names[n] ?? "" }),
      " ",
      h("span", { text: note(state, n) }),
    ));
  page(
    h("h1", {
      text: say("lobby_title", { game: state.game, seats: say("people_count", { n: state.seats }) }),
    }),
    h("p", { text: say("lobby_why") }),
    h(
      "div",
      { class: "km-shared-code" },
      renderRoomCode(state.code),
      h("img", { src: qr(""), alt: "", width: 180, height: 180 }),
    ),
    h("ol", { class: "km-shared-seats" }, seats),
    state.number
      ? h("p", { text: say("organiser_starts") })
      : state.seat === 0
      ? seatButton("start", say("start"), true)
      : h("p", { text: say("waits_for_start", { who: state.names[0] }) }),
    otherDevice(),
  );
}

function note(state, n) {
  if (n === state.seat) return say("your_seat");
  if (n >= state.names.length) return say("free_seat");
  return state.left[n] ? say("has_left") : state.present[n] ? "" : say("is_absent");
}

// Displays a table to somebody who has followed its link and has no seat yet.
function showDoor(state, isNew) {
  if (!isNew) return;
  const name = nameInput();
  const leave = () => {
    connection.code = "";
    lobby = null;
    location.hash = "";
    location.reload();
  };
  page(
    h("h1", { text: say("join_title") }),
    h("p", { text: say("lobby_title", { game: state.game, seats: say("people_count", { n: state.seats }) }) }),
    h(
      "form",
      {
        class: "km-shared-card",
        on: {
          submit: (event) => {
            event.preventDefault();
            notice.textContent = "";
            connection.send({ do: "join", code: state.code, name: name.value });
          },
        },
      },
      field(say("name_label"), name),
      h("button", { class: "km-shared-lead", text: say("join") }),
      h("button", { type: "button", text: say("back_home"), on: { click: leave } }),
    ),
  );
}

const bar = h("div", { class: "km-shared-bar" });

function drawBar() {
  const { awaited, names, seat, canLetBotMove } = lobby;
  const isOwn = awaited === names[seat];
  document.title = isOwn ? `● ${say("your_turn")}` : lobby.game;
  bar.replaceChildren(
    h("p", {
      class: `km-shared-turn${isOwn ? " km-shared-own" : ""}`,
      role: "status",
      text: isOwn ? say("your_turn") : awaited ? say("waiting_now", { who: awaited }) : "",
    }),
    h(
      "ul",
      { class: "km-shared-people" },
      names.map((name, n) =>
        n !== seat && note(lobby, n) && h("li", { text: `${isolateDirection(name)}: ${note(lobby, n)}` })
      ),
    ),
    h("span", {}, canLetBotMove && seatButton("let_bot_move", say("bot_moves_for", { who: awaited }))),
    lobby.saved ? "" : h("p", { class: "km-shared-lost", text: say("not_saved") }),
    otherDevice(),
    h("button", {
      type: "button",
      text: say("leave"),
      title: say("leave_why"),
      on: {
        click: () => {
          connection.send({ do: "leave" });
          location.assign(`${BASE_URL}play`);
        },
      },
    }),
  );
}

async function showTable(state) {
  const el = await table.draw(state); // after an interruption the table is drawn anew
  if (!el) return;
  drawBar();
  document.body.classList.add("km-shared-playing");
  main.replaceChildren(lost, bar, notice, el);
}

const asked = new URLSearchParams(location.hash.slice(1));
const code = asked.get("table") ?? "";
if (/^[1-6]{6,9}$/.test(code)) {
  const token = asked.get("seat") ?? browserStorage()?.getItem(seatKey(code)) ?? "";
  if (token) sitDown(code, token);
  else connection.code = code;
  page();
} else {
  showEntrance();
}
