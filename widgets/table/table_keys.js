// Keyboard commands of a table.

import { toggleOpponent } from "./zones.js";

/** @import { TableView } from "./view.d.ts" */

/** @param {TableView} view @param {any} event @param {string} pressed */
export function onKeyDown(view, event, pressed) {
  const { target } = event;
  if (view.dialog.el.open) return;
  if (pressed === "Escape") {
    if (view.elementByKey("menu")?.closest("details").open) view.elementByKey("menu").closest("details").open = false;
    else if (view.openZoneId) toggleOpponent(view, view.openZoneId);
    else if (view.selectedId) {
      const id = view.selectedId;
      view.selectCard(id);
      view.focusKey(id);
    } else if (view.peekedScene) view.history.endPeek();
    else if (view.history.unfolded) view.history.setLogOpen(false);
    else if (view.scene.step < view.scene.steps) view.sendRequest({ do: "view_step", step: view.scene.steps });
    else return;
    event.preventDefault();
    return;
  }
  const typing = target.matches("input, select, textarea");
  if (pressed === "?" && !typing) {
    event.preventDefault();
    return view.openDialog("keys");
  }
  if (pressed === "0" && !typing) {
    view.questionEl.querySelector(".km-actions button:not(.km-clear-selection)")?.focus();
    return;
  }
  if (/^[1-9]$/.test(pressed) && !typing) {
    const acts = view.handEl.querySelectorAll("button.km-action");
    const card = (acts.length ? acts : view.handEl.querySelectorAll(".km-card"))[Number(pressed) - 1];
    card?.focus({ preventScroll: true });
    card?.click();
    return;
  }
  if (pressed === "Enter" && target.matches("body, main, h2, section")) {
    view.questionEl.querySelector(".km-actions .km-primary")?.click();
  }
  const row = target.closest("[data-row]");
  if (!row || target.closest(".km-cell-tooltip")) return;
  // up and down go from line to line of the log, left and right also to links to rules
  const log = row === view.history.list && pressed.match(/Up|Down/);
  const stops = [
    ...row.querySelectorAll(log ? ".km-line" : ".km-card, .km-piece, .km-cell, .km-action, .km-line, .km-rule"),
  ].filter((stop) => stop.checkVisibility() && !stop.closest(".km-cell-tooltip"));
  const at = stops.indexOf(target);
  const move = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: stops.length - 1,
  }[pressed];
  if (at < 0 || move === undefined) return;
  event.preventDefault();
  const next = stops[Math.min(Math.max(move, 0), stops.length - 1)];
  target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
