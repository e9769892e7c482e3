// From one position to the next: the outcome falls first, then the table is redrawn, and automatic play continues.

import { openGoalTabs } from "./tutorial.js";
import { RENDERERS } from "./renderers.js";
import { prefersReducedMotion } from "./animator.js";
import {
  animateFinalScoring,
  animateSummaryBars,
  currentSummary,
  showNextSummary,
  summaryDuration,
} from "./event_summary.js";
import {
  animateOutcome,
  hasNewOutcome,
  hasOnlyFallingBall,
  shouldAnimateOutcome,
  showUnresolvedOdds,
} from "./main_panel.js";

/** @import { Scene } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

export const PLAYBACK_SPEEDS = { step: null, slow: 1500, fast: 450 }; // ms between two steps of others
const HELD = 2600; // ms that something done to who looks on is looked at before others go on

/** @param {TableView} view */
export function onSceneChange(view) {
  if (view.abortController.signal.aborted) return; // the curtain has closed
  finishTransition(view);
  const next = view.forecasts.sceneWithHiddenChances(view.model.get("scene"));
  view.forecasts.recordOutcome(view.scene, next);
  if (!shouldAnimateOutcome(view, next)) return showScene(view, next);
  // The outcome is known here already, but nothing displays it before its animation has ended.
  view.pendingScene = next;
  view.root.classList.add("km-is-animating-outcome");
  showUnresolvedOdds(view, next);
  animateOutcome(view);
  view.animator.whenFinished().then(() => view.pendingScene === next && finishTransition(view));
}

// Ends a running animation, so that a tap or a key does not have to wait for it.
/** @param {TableView} view */
export function finishTransition(view) {
  const next = view.pendingScene;
  if (!next && view.root.classList.contains("km-is-counting") && !currentSummary(view)) view.animator.cancelAll();
  if (!next) return;
  view.pendingScene = null;
  view.root.classList.remove("km-is-animating-outcome");
  showScene(view, next, true);
  view.resumeAutoPlay();
}

/** @param {TableView} view @param {Scene} next @param {boolean} [landed] */
function showScene(view, next, landed = false) {
  const before = view.scene;
  view.animator.cancelAll();
  const lay = view.animator.snapshotCards(view);
  const slides = Object.values(RENDERERS.transition).map(({ from, show }) => [show, from(view.root)]);
  view.scene = next;
  view.peekedScene = null;
  view.previewByAction.clear();
  view.confirmableActionNumber = null;
  if (view.scene.coach && view.scene.coach.n !== before.coach?.n) openGoalTabs(view);
  if (view.scene.reckoning) view.reviewProgress = view.scene.reckoning.review.found;
  const onward = next.line === before.line && next.began <= before.step && before.step < next.step;
  // The end of the game is animated after any number of steps, unless the game was opened at its end (`began`).
  const ended = next.reckoning && next.line === before.line && next.steps > before.steps && next.began < next.step;
  const live = ended || onward || Math.abs(next.step - before.step) === 1;
  if (view.scene.step !== before.step || view.scene.line !== before.line) {
    view.selectedItemIds = [];
    view.summaryIndex = view.scene.reckoning && !live ? Infinity : 0;
    view.mainPanelEl.scrollTop = 0;
  }
  view.history.flushLog();
  const ends = live && next.reckoning && !before.reckoning;
  view.root.classList.toggle("km-is-counting", Boolean(ends && !prefersReducedMotion()));
  view.draw();
  if (currentSummary(view) && !view.summaryIndex) animateSummaryBars(view);
  if (ends && !currentSummary(view)) animateFinalScoring(view);
  view.history.scrollLogToStep();
  if (!view.root.classList.contains("km-is-counting")) view.announce(view.scene.live);
  view.forecasts.ensureChanceStop();
  const one = onward || (next.line === before.line && Math.abs(next.step - before.step) <= 2);
  if (one && view.scene.viewer === before.viewer && view.scene.everything === before.everything) {
    const actor = before.zones.find(({ seat }) => seat !== undefined && seat === before.asked);
    view.animator.animateChanges(lay, view, actor?.id, before.step === Math.min(next.began, next.step - 1));
  }
  if (one) {
    view.sound.playPayment(before, next);
    for (const [slide, was] of slides) slide(view, was);
  }
  if (hasNewOutcome(before, next) && !(landed && hasOnlyFallingBall(view.scene.came))) animateOutcome(view, landed);
}

// Automatic play continues at the selected pace until a person here has to choose. Actions against the viewer stay for
// longer, and they stay while the pointer rests on the main panel.
/** @param {TableView} view */
export function scheduleAutoPlay(view) {
  clearTimeout(view.autoPlayTimer);
  if (view.pendingScene || view.forecasts.pendingTarget(view.scene)) return;
  const pause = PLAYBACK_SPEEDS[view.playbackSpeed], moment = currentSummary(view);
  const { auto, coach, held, past, reckoning } = view.scene;
  const told = moment && !coach && !past && !reckoning; // before one's own choice, too, where it lies on the odds
  if (pause === null || view.peekedScene || view.dialog.el.open || !(auto || told)) return;
  const looked = moment?.stop || held || !auto;
  view.autoPlayTimer = setTimeout(async () => {
    const busy = view.mainPanelEl.matches(":hover") || view.root.querySelector("input:focus");
    if (looked && busy) return scheduleAutoPlay(view);
    if (moment) return showNextSummary(view);
    await view.animator.whenFinished();
    if (view.scene.auto && !view.client.pendingCount && !view.peekedScene && !view.abortController.signal.aborted) {
      view.sendRequest({ do: "play_next_step" });
    }
  }, moment ? summaryDuration(view, moment) : held ? Math.max(pause, HELD) : pause);
}
