// Motion on top of a state that is drawn already: every animation only shows where something came from, so that it can
// be
// cut at any time and nothing is lost. Transform and opacity only; none at all where the reader wants none.

import { h } from "../page/elements.js";

/** @import { Cell } from "./scene.d.ts" */
/** @import { Thing } from "./view.d.ts" */

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const EASE = "cubic-bezier(.2,.75,.2,1)";
const MANY = 10; // cards that move in one step; beyond that the eye follows none

export class Motion {
  /** @param {HTMLElement} root @param {(kind: string, delay?: number) => void} [sounds] */
  // `sounds(kind, delay)`: what is heard, where sound is wanted.
  constructor(root, sounds = () => {}) {
    this.root = root;
    this.sounds = sounds;
    this.air = h("div", { class: "km-air", "aria-hidden": "true" });
    root.append(this.air);
    this.running = new Set();
  }

  cut() {
    for (const one of this.running) one.cancel();
    this.running.clear();
    this.air.replaceChildren();
  }

  // Resolves when all that runs now has ended or been cut.
  done() {
    return Promise.allSettled([...this.running].map((one) => one.finished));
  }

  run(el, frames, options) {
    if (still() || !el?.animate) return null;
    const one = el.animate(frames, { fill: "backwards", easing: EASE, ...options });
    this.running.add(one);
    one.finished.catch(() => {}).then(() => this.running.delete(one));
    return one;
  }

  // A card sinks from where it lay onto a smaller place of a plan, or from there onto a pile.
  sink(el, from, to, { delay = 0, duration = 480 } = {}) {
    const ghost = this.ghost(el, from);
    if (!ghost || !to?.width) return;
    const dx = to.left + to.width / 2 - from.left - from.width / 2,
      dy = to.top + to.height / 2 - from.top - from.height / 2;
    const scale = Math.min(1, Math.max(0.15, to.height / from.height));
    const way = this.run(ghost, [{ transform: "none", opacity: 1 }, {
      transform: `translate(${dx}px,${dy}px) scale(${scale * 1.3})`,
      opacity: 1,
      offset: 0.85,
    }, { transform: `translate(${dx}px,${dy}px) scale(${scale})`, opacity: 0 }], { duration, delay });
    way?.finished.catch(() => {}).then(() => ghost.remove());
  }

  // A copy in the air, of the size and at the place of `rect`; nothing where there is no such place.
  ghost(el, rect) {
    if (still() || !rect?.width) return null;
    const base = this.root.getBoundingClientRect();
    const ghost = h("div", {
      class: "km-ghost",
      style: `left:${rect.left - base.left}px;top:${
        rect.top - base.top
      }px;width:${rect.width}px;height:${rect.height}px`,
    });
    const shown = el.cloneNode(true);
    for (const one of [shown, ...shown.querySelectorAll("[id], [data-k]")]) {
      one.removeAttribute("id");
      delete one.dataset.k;
    }
    shown.tabIndex = -1;
    ghost.append(shown);
    this.air.append(ghost);
    return ghost;
  }

  // Something flies from one place to another; `turn`: its back is up until half way.
  fly(el, from, to, { turn = null, delay = 0, duration = 420 } = {}) {
    const ghost = from?.width ? this.ghost(el, to) : null;
    if (!ghost) return;
    if (turn) ghost.append(turn);
    const dx = from.left + from.width / 2 - to.left - to.width / 2,
      dy = from.top + from.height / 2 - to.top - to.height / 2;
    const scale = Math.min(2, Math.max(0.2, from.height / to.height));
    const spin = (angle) => (turn ? ` rotateY(${angle}deg)` : "");
    const way = this.run(ghost, [
      { transform: `perspective(900px) translate(${dx}px,${dy}px) scale(${scale})${spin(180)}` },
      {
        transform: `perspective(900px) translate(${dx * 0.4}px,${dy * 0.5 - 30}px) scale(${(scale + 1.1) / 2})${
          spin(80)
        }`,
        offset: 0.55,
      },
      { transform: `perspective(900px) translate(0,0) scale(1)${spin(0)}` },
    ], { duration, delay });
    if (turn) {
      this.run(turn, [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.56 }, { opacity: 0 }], {
        duration,
        delay,
        easing: "linear",
        fill: "both",
      });
    }
    way?.finished.catch(() => {}).then(() => ghost.remove());
    if (el.isConnected) {
      this.run(el, [{ opacity: 0 }, { opacity: 0, offset: 0.98 }, { opacity: 1 }], {
        duration: duration + delay,
        easing: "linear",
      });
    }
  }

  // What is on the table before a redraw: where each card lies, and a copy of it.
  /** @param {Map<string, Thing>} cards */
  look(cards) {
    const seen = new Map();
    if (still()) return seen;
    for (const [id, card] of cards) {
      if (card.fact) continue;
      const el = this.root.querySelector(`[data-k="${CSS.escape(id)}"]`);
      const rect = el?.checkVisibility() ? el.getBoundingClientRect() : null;
      if (rect) seen.set(id, { card, el, rect });
    }
    return seen;
  }

  // After a redraw: what has left one place and come to another flies there; what has only moved aside slides.
  /** @param {any} before @param {Map<string, Thing>} cards */
  settle(before, cards, backs) {
    if (still() || !before.size) return;
    const after = this.look(cards);
    const ways = flows(new Map([...before].map(([id, { card }]) => [id, card])), cards);
    const moved = new Set(ways.map(({ to }) => to));
    if (ways.length <= MANY) {
      ways.forEach(({ from, to }, i) => {
        const start = before.get(from), end = after.get(to);
        if (!start || !end) return;
        this.sounds(end.card.kind === "gold" ? "coin" : "card", i * 90 + 300);
        if (end.card.slot) return this.sink(start.el, start.rect, end.rect, { delay: i * 90 });
        const shut = start.card.back && !end.card.back;
        const shown = end.card.pile && !start.card.back && !start.card.slot ? start.el : end.el;
        this.fly(shown, start.rect, end.rect, {
          delay: i * 90,
          duration: shut ? 620 : 420,
          turn: shut ? backs(start.card.back) : null,
        });
      });
    }
    for (const [id, { el, rect }] of after) {
      const old = before.get(id)?.rect;
      if (!old || moved.has(id)) continue;
      const dx = old.left - rect.left, dy = old.top - rect.top;
      if (Math.abs(dx) + Math.abs(dy) > 2 && Math.abs(dy) < 60) {
        this.run(el, [{ transform: `translate(${dx}px,${dy}px)` }, { transform: "none" }], { duration: 260 });
      }
    }
  }
}

// From where to where cards went between two scenes: the same card first, then hidden ones, then to and from piles.
/** @param {Map<string, Thing>} before @param {Map<string, Thing>} after */
function flows(before, after) {
  /** @param {Cell} card */
  const amount = (card) => (!card ? 0 : card.pile ? Number(card.big) || 0 : card.count ?? 1);
  /** @param {string} id @param {Cell} card */
  const what = (id, card) => card.key ?? id.slice(id.lastIndexOf(":") + 1);
  const losses = [];
  let gains = [];
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const change = amount(after.get(id)) - amount(before.get(id));
    const card = after.get(id) ?? before.get(id);
    const list = change > 0 ? gains : losses;
    for (let i = 0; i < Math.min(Math.abs(change), 4); i++) list.push({ id, what: what(id, card), card });
  }
  const ways = [];
  const match = (fits) => {
    gains = gains.filter((gain) => {
      const at = losses.findIndex((one) => fits(one, gain));
      if (at < 0) return true;
      ways.push({ from: losses[at].id, to: gain.id });
      losses.splice(at, 1);
      return false;
    });
  };
  match((loss, gain) => loss.what === gain.what && !loss.card.pile && !gain.card.pile);
  match((loss, gain) => loss.card.back && loss.card.back === gain.card.back);
  match((loss, gain) =>
    Boolean(loss.card.pile) !== Boolean(gain.card.pile) && !gain.card.slot && (!loss.card.slot || gain.card.pile)
  );
  match((loss, gain) => loss.card.back && !gain.card.pile);
  return ways;
}
