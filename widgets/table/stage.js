// The stage: what dice or draws may decide, or what they brought, as a ball on it; a moment that is told; the end.

import { note } from "../page/elements.js";
import { hadItBeen, oneChance, riskPicked, riskRows, touchCame } from "./chance.js";
import { drawEnd } from "./end.js";
import { markScroll, SCROLLS } from "./fit.js";
import { LOOKS } from "./looks.js";
import { drawMoment, momentDue } from "./moments.js";
import { still } from "./motion.js";

/** @import { Odds, Offer, Scene } from "./scene.d.ts" */
/** @import { View } from "./view.d.ts" */

const LANDS = 460; // ms until a die that tumbles in shows its face
const LAST_DIE = 380; // ms that the last of several dice comes later

/** @param {View} view @param {Scene} scene */
export function drawStage(view, scene) {
  const came = view.preview ? null : scene.came;
  const every = scene.odds ?? [];
  const all = every.filter(({ on, rest }) => !on || rest);
  const risks = all.filter((odds) => odds.act !== undefined);
  const parts = [];
  // While a thing is chosen that has odds of its own, they have the stage.
  const own = every.filter((odds) => odds.on?.includes(view.selected));
  if (own.length && !view.preview) {
    view.odds.classList.remove("km-many");
    view.odds.replaceChildren(...own.map((odds) => oneChance(view, odds)));
    return;
  }
  const moment = momentDue(view);
  view.cloth.classList.toggle("km-telling", Boolean(moment));
  if (moment) {
    view.odds.classList.remove("km-many");
    view.odds.replaceChildren(drawMoment(view, moment));
    return;
  }
  // What came keeps its picture until one looks at what chance may decide next.
  const picked = riskPicked(view, risks);
  const stays = came?.steps && !came.aside && !scene.reckoning && !picked && all.length === risks.length;
  const had = came && !came.aside && !scene.coach && !scene.reckoning && hadItBeen(view, came);
  if (came && !came.aside) parts.push(oneChance(view, came, !stays && (Boolean(scene.reckoning) || all.length > 0)));
  if (had) touchCame(view, parts[0], came);
  if (risks.length) parts.push(...riskRows(view, risks, picked ?? (stays ? null : risks[0])));
  parts.push(...all.filter((odds) => odds.act === undefined).map((odds) => oneChance(view, odds)));
  if (came?.aside && !scene.reckoning) parts.push(oneChance(view, came, all.length > 0));
  if (had) parts.push(had); // behind what is due
  view.odds.classList.toggle("km-many", parts.length > 1);
  const call = !view.preview && view.calls.asks(scene);
  if (call) parts.push(view.calls.panel(call));
  if (!view.preview) parts.push(view.calls.verdict(scene), view.calls.toggle());
  parts.splice(0, parts.length, ...parts.filter(Boolean));
  if (scene.reckoning && !view.preview) parts.push(drawEnd(view, scene, parts.splice(0)));
  if (!parts.length) parts.push(view.latest());
  else if (all.length && !risks.length && !view.preview) parts.push(note(scene.known, "known"));
  view.odds.replaceChildren(...parts.filter(Boolean));
}

// What an action would do, in place of the stage; null: the stage again.
/** @param {View} view @param {Offer | null} action */
export function lookAhead(view, action) {
  const [, draw] = Object.entries(LOOKS.ahead).find(([name]) => action?.[name] !== undefined) ?? [];
  if (draw) {
    view.ahead = true;
    view.root.classList.add("km-aheading");
    view.odds.classList.remove("km-many");
    view.odds.replaceChildren(draw(view, action));
    for (const el of view.odds.querySelectorAll(SCROLLS)) markScroll(el);
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
export const onlyBall = (came) => !came.rolls && !came.card;

// What comes as it is while it falls: the picture and the question of before, and nothing that tells how it ends.
/** @param {View} view @param {Scene} next */
export function drawFalling(view, next) {
  const { came } = next;
  const due = view.scene.odds?.find((odds) => odds.act === undefined && !odds.on);
  view.odds.classList.remove("km-many");
  view.odds.replaceChildren(oneChance(view, {
    ...came,
    title: due?.title ?? "",
    chance: due?.chance,
    at: onlyBall(came) ? came.at : undefined,
    text: undefined,
    rows: undefined,
    list: undefined,
    choose: undefined,
  }));
}

// What has just come up: dice tumble in, modifiers slide to the sum, the ball falls onto its bar; a card turns over.
// `landed`: dice and card lie already, only the ball is to come.
/** @param {View} view @param {boolean} [landed] */
export function showCame(view, landed = false) {
  const { motion, odds } = view;
  if (landed) return dropBall(view, 0);
  const dice = [...odds.querySelectorAll(".km-dice:not(.km-rocking) .km-die")];
  const last = dice.length > 1 ? LAST_DIE : 0; // the last one decides, and comes when the others lie
  dice.forEach((one, i) => motion.tumble(one, 70 * i + (i === dice.length - 1 ? last : 0)));
  if (dice.length) dimLost(view, view.falling?.came ?? view.scene.came, dice.length, last);
  const after = dice.length ? 720 + 70 * dice.length + last : 0;
  if (dice.length) {
    for (const one of odds.querySelectorAll(".km-mod")) {
      motion.run(one, [{ transform: "translateX(3.5rem)", opacity: 0 }, { transform: "none", opacity: 1 }], {
        duration: 300,
        delay: after,
        easing: "cubic-bezier(.3,1.5,.5,1)",
      });
    }
    for (const one of odds.querySelectorAll(".km-sum, .km-gives strong")) {
      motion.run(one, [{ opacity: 0, transform: "translateY(-8px)" }, { opacity: 1, transform: "none" }], {
        duration: 260,
        delay: after + 180,
      });
    }
  }
  for (const card of odds.querySelectorAll(".km-turn")) {
    motion.run(card, [{ transform: "perspective(900px) rotateY(90deg)", opacity: 0.2 }, {
      transform: "perspective(900px) rotateY(0deg)",
      opacity: 1,
    }], { duration: 420, delay: 160 });
  }
  dropBall(view, after + (dice.length ? 380 : 240));
}

// As each die lands, the places go dim where the ball can no longer fall.
/** @param {View} view @param {Odds} came @param {number} dice @param {number} last */
function dimLost({ motion, odds }, { steps, falls }, dice, last) {
  const places = [...odds.querySelectorAll(".km-col, .km-bars > li")];
  const lost = new Set();
  falls?.open.forEach((open, i) => {
    places.forEach((place, k) => {
      if (lost.has(place) || open.includes(k + (steps?.from ?? 0))) return;
      lost.add(place);
      motion.run(place, [{ opacity: 1 }, { opacity: 0.22 }], {
        duration: 240,
        delay: LANDS + 70 * i + (i === dice - 1 ? last : 0),
        easing: "linear",
        fill: "both",
      });
    });
  });
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
