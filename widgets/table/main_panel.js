// The main panel: pending odds, or odds whose outcome is marked by a ball. Also event summaries and the game result.

import { noteParagraph } from "../page/elements.js";
import { drawOddsPanel, drawReplaceOutcomeSelect, enableOutcomeReplacement, oddsHeaderRenderer } from "./odds_panel.js";
import { drawGameResult } from "./game_result.js";
import { customRendererFor } from "./renderers.js";
import { currentSummary, drawEventSummary } from "./event_summary.js";
import { prefersReducedMotion } from "./animator.js";

/** @import { Odds, ActionOffer, Scene } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

const AFTER_CARD = 240; // ms that a card turns before the ball falls

/** @param {TableView} view @param {Scene} scene @returns {void} */
export function updateOddsAndEventsPanel(view, scene) {
  const came = view.peekedScene ? null : scene.came;
  const every = scene.odds ?? [];
  const standing = new Map(
    every.map((odds) => [odds, customRendererFor("oddsVisibility", odds)?.(view, odds) ?? true]),
  );
  const all = every.filter((odds) => standing.get(odds));
  const risks = all.filter((odds) => customRendererFor("oddsList", odds)),
    look = customRendererFor("oddsList", risks[0]);
  const parts = [];
  // If a selected item has its own odds, the main panel displays only these.
  const own = every.filter((odds) => standing.get(odds) === "alone");
  if (own.length) {
    view.mainPanelEl.classList.remove("km-has-many");
    view.mainPanelEl.replaceChildren(...own.map((odds) => drawOddsPanel(view, odds)));
    return;
  }
  const moment = currentSummary(view);
  if (moment) {
    view.mainPanelEl.classList.remove("km-has-many");
    view.mainPanelEl.replaceChildren(drawEventSummary(view, moment));
    return;
  }
  // Odds with an outcome keep their chart until the user opens the next odds.
  const picked = look?.picked(view, risks);
  const stays = customRendererFor("outcomeList", came) && !came.aside && !scene.reckoning && !picked &&
    all.length === risks.length;
  const had = came && !came.aside && !scene.coach && !scene.reckoning && drawReplaceOutcomeSelect(view, came);
  if (came && !came.aside) {
    parts.push(drawOddsPanel(view, came, !stays && (Boolean(scene.reckoning) || all.length > 0)));
  }
  if (had) enableOutcomeReplacement(view, parts[0], came);
  if (risks.length) parts.push(...look.show(view, risks, picked ?? (stays ? null : risks[0])));
  parts.push(...all.filter((odds) => !risks.includes(odds)).map((odds) => drawOddsPanel(view, odds)));
  if (came?.aside && !scene.reckoning) parts.push(drawOddsPanel(view, came, all.length > 0));
  if (had) parts.push(had); // behind what is due
  view.mainPanelEl.classList.toggle("km-has-many", parts.length > 1);
  const call = !view.peekedScene && view.forecasts.pendingTarget(scene);
  if (call) parts.push(view.forecasts.drawForecastPanel(call));
  if (!view.peekedScene) parts.push(view.forecasts.drawForecastVerdict(scene), view.forecasts.toggle());
  parts.splice(0, parts.length, ...parts.filter(Boolean));
  if (scene.reckoning && !view.peekedScene) parts.push(drawGameResult(view, scene, parts.splice(0)));
  if (!parts.length) parts.push(view.history.drawRecentEvents());
  else if (all.length && !risks.length && !view.peekedScene) parts.push(noteParagraph(scene.known, "revealed-odds"));
  view.mainPanelEl.replaceChildren(...parts.filter(Boolean));
}

// The preview of an action replaces the main panel. With null, the main panel is displayed again.
/** @param {TableView} view @param {ActionOffer | null} action */
export function updateMainPanelPreview(view, action) {
  const draw = customRendererFor("actionPreview", action);
  if (draw) {
    view.hasPanelPreview = true;
    view.root.classList.add("km-shows-preview");
    view.mainPanelEl.classList.remove("km-has-many");
    view.mainPanelEl.replaceChildren(draw(view, action));
  } else if (!action && view.hasPanelPreview) {
    view.hasPanelPreview = false;
    view.root.classList.remove("km-shows-preview");
    updateOddsAndEventsPanel(view, view.drawnScene);
  }
}

/** @param {Scene} before @param {Scene} next */
export const hasNewOutcome = (before, next) => next.came?.step > before.step;

// Whether to animate the next outcome: it is one step later, has dice, a card or a ball, and the user wants motion.
/** @param {TableView} view @param {Scene} next */
export function shouldAnimateOutcome(view, next) {
  const { scene } = view;
  const one = next.line === scene.line && next.viewer === scene.viewer && hasNewOutcome(scene, next);
  const seen = !prefersReducedMotion() && document.visibilityState === "visible";
  return one && seen && !next.came.aside;
}

/** @param {Odds} outcomeOdds */
export const hasOnlyFallingBall = (outcomeOdds) => !oddsHeaderRenderer(outcomeOdds) && !outcomeOdds.card;

// The scene during an animation: the chart and the question from before the outcome, and nothing that reveals it.
/** @param {TableView} view @param {Scene} nextScene */
export function showUnresolvedOdds(view, nextScene) {
  const { came } = nextScene;
  view.mainPanelEl.classList.remove("km-has-many");
  view.mainPanelEl.replaceChildren(drawOddsPanel(view, {
    ...came,
    title: came.due,
    at: hasOnlyFallingBall(came) ? came.at : undefined,
    text: undefined,
    choose: undefined,
  }));
}

// Animates the latest outcome: the elements above the chart come in (dice tumble), a card turns over, the ball falls
// onto the bar of the outcome. `landed`: everything except the ball is at rest already.
/** @param {TableView} view @param {boolean} [landed] */
export function animateOutcome(view, landed = false) {
  const { animator: motion, mainPanelEl: odds } = view;
  if (landed) return dropBall(view, 0);
  const came = view.pendingScene?.came ?? view.scene.came;
  const lies = oddsHeaderRenderer(came)?.comes(view, odds, came);
  for (const card of odds.querySelectorAll(".km-turn")) {
    motion.animate(card, [{ transform: "perspective(900px) rotateY(90deg)", opacity: 0.2 }, {
      transform: "perspective(900px) rotateY(0deg)",
      opacity: 1,
    }], { duration: 420, delay: 160 });
  }
  dropBall(view, lies ?? AFTER_CARD);
}

/** @param {TableView} view @param {number} delay */
function dropBall({ animator: motion, mainPanelEl: odds }, delay) {
  const ball = odds.querySelector(".km-ball");
  if (ball) {
    motion.animate(ball, [
      { transform: "translateY(-11rem)", opacity: 0, easing: "cubic-bezier(.55,0,.85,.35)" },
      { transform: "none", opacity: 1, offset: 0.62, easing: "ease-out" },
      { transform: "translateY(-.9rem)", offset: 0.78, easing: "ease-in" },
      { transform: "none" },
    ], { duration: 620, delay, easing: "linear" });
  }
}
