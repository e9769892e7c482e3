// The stage: what dice or draws may decide, or what they brought, as a ball on it; a moment that is told; the end.

import { note } from "../page/elements.js";
import { above, hadItBeen, oneChance, touchCame } from "./chance.js";
import { drawEnd } from "./end.js";
import { markScrolls } from "./fit.js";
import { lookFor } from "./looks.js";
import { drawMoment, momentDue } from "./moments.js";
import { still } from "./motion.js";

/** @import { Odds, ActionOffer, Scene } from "./scene.d.ts" */
/** @import { View } from "./view.d.ts" */

const AFTER_CARD = 240; // ms that a card turns before the ball falls

/** @param {View} view @param {Scene} scene */
export function drawStage(view, scene) {
  const came = view.preview ? null : scene.came;
  const every = scene.odds ?? [];
  const standing = new Map(every.map((odds) => [odds, lookFor("stands", odds)?.(view, odds) ?? true]));
  const all = every.filter((odds) => standing.get(odds));
  const risks = all.filter((odds) => lookFor("together", odds)), look = lookFor("together", risks[0]);
  const parts = [];
  // While a thing is chosen that has odds of its own, they have the stage.
  const own = every.filter((odds) => standing.get(odds) === "alone");
  if (own.length) {
    view.odds.classList.remove("km-many");
    view.odds.replaceChildren(...own.map((odds) => oneChance(view, odds)));
    return;
  }
  const moment = momentDue(view);
  if (moment) {
    view.odds.classList.remove("km-many");
    view.odds.replaceChildren(drawMoment(view, moment));
    return;
  }
  // What came keeps its picture until one looks at what chance may decide next.
  const picked = look?.picked(view, risks);
  const stays = lookFor("places", came) && !came.aside && !scene.reckoning && !picked && all.length === risks.length;
  const had = came && !came.aside && !scene.coach && !scene.reckoning && hadItBeen(view, came);
  if (came && !came.aside) parts.push(oneChance(view, came, !stays && (Boolean(scene.reckoning) || all.length > 0)));
  if (had) touchCame(view, parts[0], came);
  if (risks.length) parts.push(...look.show(view, risks, picked ?? (stays ? null : risks[0])));
  parts.push(...all.filter((odds) => !risks.includes(odds)).map((odds) => oneChance(view, odds)));
  if (came?.aside && !scene.reckoning) parts.push(oneChance(view, came, all.length > 0));
  if (had) parts.push(had); // behind what is due
  view.odds.classList.toggle("km-many", parts.length > 1);
  const call = !view.preview && view.calls.asks(scene);
  if (call) parts.push(view.calls.panel(call));
  if (!view.preview) parts.push(view.calls.verdict(scene), view.calls.toggle());
  parts.splice(0, parts.length, ...parts.filter(Boolean));
  if (scene.reckoning && !view.preview) parts.push(drawEnd(view, scene, parts.splice(0)));
  if (!parts.length) parts.push(view.past.latest());
  else if (all.length && !risks.length && !view.preview) parts.push(note(scene.known, "known"));
  view.odds.replaceChildren(...parts.filter(Boolean));
}

// What an action would do, in place of the stage; null: the stage again.
/** @param {View} view @param {ActionOffer | null} action */
export function lookAhead(view, action) {
  const draw = lookFor("ahead", action);
  if (draw) {
    view.ahead = true;
    view.root.classList.add("km-aheading");
    view.odds.classList.remove("km-many");
    view.odds.replaceChildren(draw(view, action));
    markScrolls(view.odds);
  } else if (!action && view.ahead) {
    view.ahead = false;
    view.root.classList.remove("km-aheading");
    drawStage(view, view.shown);
  }
}

/** @param {Scene} before @param {Scene} next */
export const comes = (before, next) => next.came?.step > before.step;

// Whether something comes that is worth waiting for: one step on, by dice, a card or a ball, and motion is wanted.
/** @param {View} view @param {Scene} next */
export function fallsIn(view, next) {
  const { scene } = view;
  const one = next.line === scene.line && next.viewer === scene.viewer && comes(scene, next);
  const seen = !still() && document.visibilityState === "visible";
  return one && seen && !next.came.aside;
}

/** @param {Odds} came */
export const onlyBall = (came) => !above(came) && !came.card;

// What comes as it is while it falls: the picture and the question of before, and nothing that tells how it ends.
/** @param {View} view @param {Scene} next */
export function drawFalling(view, next) {
  const { came } = next;
  view.odds.classList.remove("km-many");
  view.odds.replaceChildren(oneChance(view, {
    ...came,
    title: came.due,
    at: onlyBall(came) ? came.at : undefined,
    text: undefined,
    choose: undefined,
  }));
}

// What has just come up: what stands above the picture comes in (dice tumble), a card turns over, the ball falls onto
// its bar. `landed`: all but the ball lies already.
/** @param {View} view @param {boolean} [landed] */
export function showCame(view, landed = false) {
  const { motion, odds } = view;
  if (landed) return dropBall(view, 0);
  const came = view.falling?.came ?? view.scene.came;
  const lies = above(came)?.comes(view, odds, came);
  for (const card of odds.querySelectorAll(".km-turn")) {
    motion.run(card, [{ transform: "perspective(900px) rotateY(90deg)", opacity: 0.2 }, {
      transform: "perspective(900px) rotateY(0deg)",
      opacity: 1,
    }], { duration: 420, delay: 160 });
  }
  dropBall(view, lies ?? AFTER_CARD);
}

/** @param {View} view @param {number} delay */
function dropBall({ motion, odds }, delay) {
  const ball = odds.querySelector(".km-ball");
  if (ball) {
    motion.run(ball, [
      { transform: "translateY(-11rem)", opacity: 0, easing: "cubic-bezier(.55,0,.85,.35)" },
      { transform: "none", opacity: 1, offset: 0.62, easing: "ease-out" },
      { transform: "translateY(-.9rem)", offset: 0.78, easing: "ease-in" },
      { transform: "none" },
    ], { duration: 620, delay, easing: "linear" });
  }
}
