// The header of a table: game, current player, encountered rules; size, full screen, and the menu with all the rest.

import { fillPlaceholders, h, icon, joinWithSpaces } from "../page/elements.js";
import { languageSelect } from "../page/page_controls.js";
import { pageTranslator, TEXTS } from "../page/texts.js";
import { longDate, openDayDeal } from "./day_deal.js";
import { countMetRules } from "./rule_coverage.js";
import { tutorialHeaderParts } from "./tutorial.js";
import { reconcileChildren } from "./zones.js";

/** @import { TableView } from "./view.d.ts" */

const SUN = "M12 2l2 3.600 4-1-.400 4.100L21 11l-2.700 3 1.300 3.900-4 .300L13.800 22 12 18.600 10.200 " +
  "22l-1.800-3.800-4-.300L5.700 14 3 11l3.400-2.300L6 4.600l4 1Z";
const FULL = "M4 9V4h5v2H6v3ZM15 4h5v5h-2V6h-3ZM4 15h2v3h3v2H4ZM18 15h2v5h-5v-2h3Z";
const LARGER =
  "M4 19 10 5h2l6 14h-2.300l-1.500-3.700H7.800L6.300 19Zm4.600-5.700h4.900L11 7.200ZM18 4h2v2h2v2h-2v2h-2V8h-2V6h2Z";

// A toggle button.
function signOf(path, key, label, on, run) {
  const button = h("button", {
    type: "button",
    key,
    class: "km-button km-label-if-room km-icon-button",
    "aria-label": label,
    "aria-pressed": String(on),
    title: label,
  }, icon(path));
  button.addEventListener("click", async () => {
    const next = button.getAttribute("aria-pressed") !== "true";
    try {
      await run(next);
    } catch {
      return; // a browser may refuse full screen
    }
    button.setAttribute("aria-pressed", String(next));
  });
  return button;
}

// The dialog for a new game with two people and a curtain.
/** @param {TableView} view */
function openPassDialog(view) {
  view.openDialog("new", { seats: Math.max(2, view.scene.names.length), player0: "human", player1: "human" });
}

/** @param {TableView} view @param {number} met @param {number} all */
function menuOf(view, met, all) {
  const { scene } = view;
  const seat = h("select", {
    key: "seat",
    on: { change: (e) => view.sendRequest({ do: "set_view", seat: Number(e.target.value) }) },
  }, scene.names.map((name, i) => h("option", { value: i, dir: "auto", text: name, selected: i === scene.viewer })));
  const views = [[false, TEXTS.mine_only], [true, TEXTS.see_all]].map(([every, label]) =>
    h(
      "label",
      { class: "km-switch" },
      h("input", {
        type: "radio",
        name: `see${view.model.model_id ?? ""}`,
        key: `see:${every}`,
        checked: every === scene.everything,
        on: { change: () => view.sendRequest({ do: "set_view", everything: every }) },
      }),
      h("span", { text: label }),
    )
  );
  const choice = (key, label, options, now, run) =>
    h(
      "label",
      { class: "km-field" },
      h("span", { text: label }),
      h(
        "select",
        { key, on: { change: (e) => run(e.target.value) } },
        Object.entries(options).map(([value, text]) => h("option", { value, text, selected: value === now })),
      ),
    );
  const paces = { step: TEXTS.pace_step, slow: TEXTS.pace_slow, fast: TEXTS.pace_fast };
  const stops = { all: TEXTS.pause_all, rolls: TEXTS.pause_rolls, none: TEXTS.pause_none };
  const deed = (label, key, run) => view.createButton(label, key, run, { class: "km-button" });
  const tick = (label, key, of) =>
    h(
      "label",
      { class: "km-field" },
      h("span", { text: label }),
      h("input", { type: "checkbox", key, checked: of.on, on: { change: (e) => of.setEnabled(e.target.checked) } }),
    );
  const menu = view.drawDisclosure(
    "menu",
    TEXTS.menu,
    h(
      "div",
      { class: "km-sheet" },
      (!scene.locked || scene.kind === "end") && h(
        "div",
        { class: "km-row" },
        h("label", { class: "km-field" }, h("span", { text: TEXTS.look_as }), seat),
        h("div", { class: "km-switches", role: "group", "aria-label": TEXTS.look_as }, views),
      ),
      view.isFullPage &&
        h("label", { class: "km-field" }, h("span", { text: pageTranslator().say("language") }), languageSelect()),
      choice("pace", TEXTS.pace, paces, view.playbackSpeed, (pace) => {
        view.playbackSpeed = pace;
        view.saveItem("kismet:pace", pace);
        view.resumeAutoPlay();
      }),
      h(
        "div",
        { class: "km-row" },
        tick(TEXTS.sound, "sound", view.sound),
        view.forecasts.able && tick(TEXTS.call_it, "calls", view.forecasts),
      ),
      !scene.shared &&
        choice("pause", TEXTS.pause, stops, scene.pause, (stop) => view.sendRequest({ do: "set_chance_stop", stop })),
      h(
        "div",
        { class: "km-row" },
        !scene.shared && [
          deed(TEXTS.new_game, "new", () => view.openDialog("new")),
          deed(TEXTS.pass_screen, "pass", () => openPassDialog(view)),
          view.model.get("keep") && deed(TEXTS.day_deal, "day", () => openDayDeal(view)),
          !scene.day && deed(TEXTS.seats, "people", () => view.openDialog("people")),
          deed(TEXTS.vocabulary, "words", () => view.openDialog("words")),
          deed(TEXTS.save, "save", () => view.sendRequest({ do: "save_file" })),
          deed(TEXTS.open, "open", () => view.fileInput.click()),
          deed(TEXTS.link, "link", () => view.openDialog("link")),
        ],
        view.isFullPage && deed(TEXTS.theme, "theme", () => document.dispatchEvent(new Event("kismet:theme"))),
        deed(TEXTS.keys, "keys", () => view.openDialog("keys")),
        deed(fillPlaceholders(TEXTS.rules_met, { met, all }), "met2", () => view.openDialog("rules")),
      ),
    ),
  );
  menu.classList.add("km-menu");
  return menu;
}

/** @param {TableView} view */
export function updateHeader(view) {
  const { scene } = view;
  const who = scene.asked === undefined || scene.asked === null
    ? ""
    : fillPlaceholders(TEXTS.turn_of, { who: scene.names[scene.asked] });
  const [metHere, all] = scene.met;
  const met = countMetRules(scene.game, metHere);
  const facts = [scene.day && fillPlaceholders(TEXTS.day_of, { date: longDate(scene.day) }), ...scene.facts];
  const home = view.isFullPage && document.querySelector(".km-top a")?.href;
  const sun = home
    ? h("a", { class: "km-table-home-link", href: home, "aria-label": TEXTS.home }, icon(SUN))
    : h("span", { class: "km-table-home-link" }, icon(SUN));
  if (scene.coach) return view.headerEl.replaceChildren(sun, ...tutorialHeaderParts(view, scene.coach));
  const large = document.documentElement.classList.contains("km-projector"), full = Boolean(document.fullscreenElement);
  const set = [view.playbackSpeed, view.sound.on, view.forecasts.able, view.forecasts.on];
  const menu = [
    met,
    all,
    large,
    full,
    scene.names,
    scene.viewer,
    scene.everything,
    scene.pause,
    scene.locked,
    scene.day,
    set,
  ];
  const row = view.elementCache.getOrCreate("menu", menu, () =>
    h(
      "div",
      { class: "km-row" },
      view.createButton(fillPlaceholders(TEXTS.rules_met, { met, all }), "met", () => view.openDialog("rules"), {
        class: "km-button km-label-if-room",
      }),
      signOf(
        LARGER,
        "enlarge",
        TEXTS.projector,
        large,
        (on) => view.setProjectorMode(on),
      ),
      document.fullscreenEnabled &&
        signOf(
          FULL,
          "full",
          TEXTS.full_screen,
          full,
          (on) => (on ? view.page.requestFullscreen() : document.exitFullscreen()),
        ),
      menuOf(view, met, all),
    ));
  const title = h(
    "p",
    { class: "km-table-title", title: [...facts, who].filter(Boolean).join(" \u00b7 ") },
    joinWithSpaces([
      h("b", { text: scene.title }),
      ...[...facts, who].filter(Boolean).map((fact) => h("span", { text: fact })),
    ]),
  );
  reconcileChildren(view.headerEl, [sun, title, row]);
}
