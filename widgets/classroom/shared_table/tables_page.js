// The page `tables`: an organiser opens tables that play the same deals, starts them, and shows the results.

import { fillPlaceholders, h, isolateDirection } from "../../page/elements.js";
import { preventRepeatedEnter } from "../../page/keyboard.js";
import { darkModeButton, languageButton } from "../../page/page_controls.js";
import { browserStorage } from "../../page/storage.js";
import { BASE_URL, renderRoomCode } from "../avatars.js";
import { divergenceElements, renderFingerprints, renderResults } from "./tables_results.js";
import { RemoteTable, TableConnection } from "./table_connection.js";

document.body.classList.add("km-shared");
addEventListener("keydown", preventRepeatedEnter);
const main = document.getElementById("km-main");
const settings = JSON.parse(document.getElementById("km-shared").textContent);
const say = (id, values = {}) => fillPlaceholders(settings.texts[id], values);
const TABS = ["tables", "results", "differ", "fair"];
const groupKey = (code) => `kismet-tables-${code}`;

const notice = h("p", { class: "km-shared-notice", role: "alert" });
const lost = h("p", { class: "km-shared-lost", role: "status", hidden: true, text: say("connection_lost") });
const shown = { tab: "tables", deal: 0, seat: 0, place: 0 };
let board = null; // the last state of the tables
let results = null; // the results of the finished deals
let isPictureOpen = false;

const connection = new TableConnection({
  path: "tables/socket",
  onMessage(message, buffers) {
    if (message.kind === "refusal") notice.textContent = message.text;
    else if (message.kind === "group") keepLink(message.code, message.token);
    else if (message.kind === "board") showBoard(message);
    else if (message.kind === "results") showResults(message);
    else if (message.kind === "table") showPicture(message.state);
    else if (message.kind === "frame") picture.receive(message.data, buffers);
  },
  onConnectionChange(isOpen) {
    lost.hidden = isOpen;
  },
});
const picture = new RemoteTable(connection);
const pictureFrame = h("div", { class: "km-tables-picture" }); // beside the board, whose styles it does not take

function keepLink(code, token) {
  connection.code = code;
  connection.token = token;
  browserStorage()?.setItem(groupKey(code), token);
  history.replaceState(null, "", `${location.pathname}#group=${code}&key=${token}`);
}

// ---- opening ----

function field(label, input, why = "") {
  return h("label", { class: "km-shared-field" }, h("span", { text: label }), input, why && h("small", { text: why }));
}

function numberField(first, last, value) {
  const options = Array.from(
    { length: last - first + 1 },
    (_, n) => h("option", { value: first + n, text: first + n }),
  );
  const select = h("select", {}, options);
  select.value = Math.min(Math.max(value, first), last);
  return select;
}

function modeFields() {
  return settings.modes.map((mode, n) =>
    h(
      "label",
      { class: "km-tables-mode" },
      h("input", { type: "radio", name: "mode", value: mode, checked: n === 0 }),
      h(
        "span",
        {},
        h("b", { text: say(`mode_${mode}`) }),
        h("small", { text: say(`mode_${mode}_why`) }),
        h("small", { class: "km-tables-leak", text: say(`mode_${mode}_leak`) }),
      ),
    )
  );
}

function showEntrance() {
  const asked = new URLSearchParams(location.search);
  const { games, timers, maxTables, maxDeals } = settings;
  const game = h(
    "select",
    { "data-first": true },
    games.map(({ id, title }) => h("option", { value: id, text: title })),
  );
  if (games.some(({ id }) => id === asked.get("game"))) game.value = asked.get("game");
  const seats = h("select");
  const fillSeats = () => {
    const offered = games.find(({ id }) => id === game.value).seats;
    seats.replaceChildren(...offered.map((n) => h("option", { value: n, text: say("people_count", { n }) })));
    seats.value = offered.includes(3) ? 3 : offered[0];
  };
  game.addEventListener("change", fillSeats);
  fillSeats();
  const tables = numberField(1, maxTables, Number(asked.get("tables") ?? 4));
  const deals = numberField(1, maxDeals, 3);
  const timer = h("select", {}, timers.map((n) => h("option", { value: n, text: say(`timer_${n}`) })));
  const form = h(
    "form",
    {
      id: "km-tables-create",
      class: "km-shared-card",
      on: {
        submit: (event) => {
          event.preventDefault();
          notice.textContent = "";
          connection.send({
            do: "create",
            game: game.value,
            seats: Number(seats.value),
            tables: Number(tables.value),
            deals: Number(deals.value),
            timer: Number(timer.value),
            mode: new FormData(form).get("mode"),
          }, { canWait: true });
        },
      },
    },
    field(say("game_label"), game),
    field(say("tables_label"), tables),
    field(say("seats_label"), seats),
    h("fieldset", { class: "km-tables-modes" }, h("legend", { text: say("mode_label") }), modeFields()),
    field(say("deals_label"), deals, say("deals_why")),
    field(say("timer_label"), timer, say("timer_why")),
    h("button", { class: "km-shared-lead", text: say("group_create") }),
  );
  main.replaceChildren(
    h(
      "div",
      { class: "km-shared-form" },
      lost,
      h("h1", { text: say("create_title") }),
      h("p", { text: say("create_why") }),
      form,
      notice,
      languageButton(),
      darkModeButton(),
    ),
  );
}

// ---- the board ----

const finishedDeals = (state) => state.deals.filter(({ key }) => key).length;

function showBoard(state) {
  const isNewDeal = !board ? finishedDeals(state) > 0 : finishedDeals(state) > finishedDeals(board);
  board = state;
  if (isNewDeal || (finishedDeals(state) && !results)) connection.send({ do: "results" });
  draw();
}

function showResults(message) {
  results = message;
  shown.deal = message.deals.at(-1).deal;
  shown.place = 0;
  draw();
}

function choose(changes) {
  Object.assign(shown, changes);
  isPictureOpen = false;
  pictureFrame.replaceChildren();
  draw();
}

function draw() {
  if (!board) return;
  if (isPictureOpen && shown.tab === "differ") return; // the picture stays while other tables go on
  const focused = document.activeElement?.dataset?.key;
  const tabs = TABS.map((tab) =>
    h("button", {
      type: "button",
      key: `tab-${tab}`,
      "aria-current": shown.tab === tab ? "page" : null,
      text: say(`tab_${tab}`),
      on: { click: () => choose({ tab }) },
    })
  );
  const start = h("button", {
    type: "button",
    key: "start",
    class: "km-shared-lead",
    hidden: !board.canStart,
    text: board.sitting < 0 ? say("start_all") : say("next_deal"),
    on: {
      click: () => {
        notice.textContent = "";
        connection.send({ do: "start" });
      },
    },
  });
  main.replaceChildren(
    h(
      "div",
      { class: "km-tables" },
      lost,
      h(
        "header",
        {},
        h("h1", { text: `${board.game}: ${say(`mode_${board.mode}`)}` }),
        h("nav", {}, tabs),
        start,
        languageButton(),
        darkModeButton(),
      ),
      notice,
      h("section", { class: `km-tables-${shown.tab}` }, ...VIEWS[shown.tab]().flat()),
    ),
    pictureFrame,
  );
  if (focused) main.querySelector(`[data-key="${focused}"]`)?.focus();
}

const VIEWS = {
  tables: renderTables,
  results: () => renderResults({ board, results, shown, say, choose }),
  differ: () => divergenceElements({ results, shown, say, choose, showTable }),
  fair: () => renderFingerprints({ board, say }),
};

function renderTables() {
  const address = `${settings.addresses[0] ?? new URL(BASE_URL, location.href).href}play`;
  return [
    h("p", { text: board.sitting < 0 ? say("address_why", { address }) : say(`mode_${board.mode}_leak`) }),
    h("ol", { class: "km-tables-grid" }, board.tables.map(renderTable)),
    h("p", { class: "km-tables-note", text: say("own_link_why") }),
  ];
}

function renderTable(table) {
  const isEmpty = !table.names.length && board.sitting >= 0;
  const seats = Array.from({ length: board.seats }, (_, n) => {
    const away = n < table.names.length && (table.left[n] ? say("has_left") : table.present[n] ? "" : say("is_absent"));
    return h(
      "li",
      {},
      n < table.names.length ? isolateDirection(table.names[n]) : say("free_seat"),
      away && h("small", { text: ` (${away})` }),
    );
  });
  return h(
    "li",
    { class: `km-tables-one km-tables-${table.state}`, "data-table": table.number },
    h("h2", {}, say("table_number", { n: table.number }), " ", h("small", { text: stateText(table, isEmpty) })),
    table.state === "waiting" && !isEmpty && renderRoomCode(table.code),
    table.state === "playing" && h("p", { text: progressText(table) }),
    table.awaited && h("p", { class: "km-tables-awaited", text: say("waiting_for", { who: table.awaited }) }),
    h("ul", {}, seats),
  );
}

const stateText = (table, isEmpty) =>
  isEmpty
    ? say("table_stays_empty")
    : [say(`state_${table.state}`), table.deal >= 0 && say("playing_deal", { n: table.deal + 1 })]
      .filter(Boolean).join(", ");

const progressText = ({ round, step }) =>
  round ? say("rounds_and_steps", { round, step }) : say("steps_only", { step });

// ---- the picture of a finished table ----

function showTable(deal, table, step) {
  connection.send({ do: "show_table", deal, table, step });
}

async function showPicture(state) {
  const el = await picture.draw(state);
  if (!el || shown.tab !== "differ") return;
  isPictureOpen = true;
  pictureFrame.replaceChildren(el);
  el.scrollIntoView({ block: "start" });
}

const linked = new URLSearchParams(location.hash.slice(1));
const groupCode = linked.get("group") ?? "";
if (groupCode) keepLink(groupCode, linked.get("key") ?? browserStorage()?.getItem(groupKey(groupCode)) ?? "");
else showEntrance();
