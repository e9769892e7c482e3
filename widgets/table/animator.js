// Animations on top of a state that is already drawn. An animation only shows where something came from, so it can be
// cancelled at any time without loss. Only transform and opacity change. There is no motion for readers who want none.

import { h } from "../page/elements.js";
import { drawCardBack, drawCardImage } from "../page/drawing.js";
import { animatePayments, moneyAndRectBySeat } from "./payment_animation.js";

/** @import { MapCell } from "./scene.d.ts" */
/** @import { TableView, CardFlight } from "./view.d.ts" */

export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const EASE = "cubic-bezier(.2,.75,.2,1)";
const MANY = 10; // cards that move in one step; beyond that the eye follows none

export class Animator {
  /** @param {HTMLElement} root @param {(kind: string, delay?: number) => void} [sounds] */
  // `sounds(kind, delay)`: plays a sound if sound is enabled.
  constructor(root, sounds = () => {}) {
    this.root = root;
    this.sounds = sounds;
    this.overlay = h("div", { class: "km-animation-layer", "aria-hidden": "true" });
    root.append(this.overlay);
    this.running = new Set();
  }

  cancelAll() {
    for (const one of this.running) one.cancel();
    this.running.clear();
    this.overlay.replaceChildren();
  }

  // Resolves when all running animations have ended or been cancelled.
  whenFinished() {
    return Promise.allSettled([...this.running].map((one) => one.finished));
  }

  animate(el, frames, options) {
    if (prefersReducedMotion() || !el?.animate) return null;
    const one = el.animate(frames, { fill: "backwards", easing: EASE, ...options });
    this.running.add(one);
    one.finished.catch(() => {}).then(() => this.running.delete(one));
    return one;
  }

  // A card sinks from its old place onto a smaller place of a map, or from a map onto a pile.
  sinkCardInto(el, from, to, { delay = 0, duration = 480 } = {}) {
    const ghost = this.makeGhost(el, from);
    if (!ghost || !to?.width) return;
    const dx = to.left + to.width / 2 - from.left - from.width / 2,
      dy = to.top + to.height / 2 - from.top - from.height / 2;
    const scale = Math.min(1, Math.max(0.15, to.height / from.height));
    const way = this.animate(ghost, [{ transform: "none", opacity: 1 }, {
      transform: `translate(${dx}px,${dy}px) scale(${scale * 1.3})`,
      opacity: 1,
      offset: 0.85,
    }, { transform: `translate(${dx}px,${dy}px) scale(${scale})`, opacity: 0 }], { duration, delay, fill: "both" });
    way?.finished.catch(() => {}).then(() => ghost.remove());
  }

  // Returns a copy in the animation layer, at the place and in the size of `rect`, or null without such a place.
  makeGhost(el, rect) {
    if (prefersReducedMotion() || !rect?.width) return null;
    const base = this.root.getBoundingClientRect();
    const ghost = h("div", {
      class: "km-animation-copy",
      style: `left:${rect.left - base.left}px;top:${
        rect.top - base.top
      }px;width:${rect.width}px;height:${rect.height}px`,
    });
    const shown = el.cloneNode(true);
    for (const one of [shown, ...shown.querySelectorAll("[id], [data-key]")]) {
      one.removeAttribute("id");
      delete one.dataset.key;
    }
    shown.tabIndex = -1;
    ghost.append(shown);
    this.overlay.append(ghost);
    return ghost;
  }

  // A copy flies from one place to another. `turn`: card back that is visible for the first half of the flight.
  flyCard(el, from, to, { turn = null, delay = 0, duration = 420 } = {}) {
    const ghost = from?.width ? this.makeGhost(el, to) : null;
    if (!ghost) return;
    if (turn) ghost.append(turn);
    const dx = from.left + from.width / 2 - to.left - to.width / 2,
      dy = from.top + from.height / 2 - to.top - to.height / 2;
    const scale = Math.min(2, Math.max(0.2, from.height / to.height));
    const spin = (angle) => (turn ? ` rotateY(${angle}deg)` : "");
    const way = this.animate(ghost, [
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
      this.animate(turn, [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.56 }, { opacity: 0 }], {
        duration,
        delay,
        easing: "linear",
        fill: "both",
      });
    }
    way?.finished.catch(() => {}).then(() => ghost.remove());
    if (el.isConnected) {
      this.animate(el, [{ opacity: 0 }, { opacity: 0, offset: 0.98 }, { opacity: 1 }], {
        duration: duration + delay,
        easing: "linear",
      });
    }
  }

  // All cards on the table, each with its place and a copy. For a card that is not visible, the pawn of its owner.
  /** @param {Pick<TableView, "cards" | "zoneByCard" | "scene">} view */
  snapshotCards({ cards, zoneByCard: homes, scene }) {
    const seen = new CardSnapshot(), pawns = new Map();
    if (prefersReducedMotion()) return seen;
    const shown = (el) => (el?.checkVisibility() ? el : null);
    const at = (id, more = "") => shown(this.root.querySelector(`[data-key="${CSS.escape(id)}"]${more}`));
    const pawn = (home) => {
      if (!pawns.has(home)) pawns.set(home, at(home, " > header > .km-pawn")?.getBoundingClientRect());
      return pawns.get(home);
    };
    for (const [id, card] of cards) {
      if (card.fact || card.copy) continue;
      const el = at(id);
      seen.set(id, { card, el, home: homes.get(id), rect: el ? el.getBoundingClientRect() : pawn(homes.get(id)) });
    }
    seen.purses = moneyAndRectBySeat(this.root, scene);
    return seen;
  }

  // After a redraw, cards that are now at another place fly there. Cards that have only moved aside slide. `actor`:
  // the zone of the seat that had to choose. `told`: whether the reported events led from one state to the other.
  /** @param {any} before @param {TableView} view @param {string} [actor] @param {boolean} [told] */
  animateChanges(before, view, actor, told = false) {
    if (prefersReducedMotion() || !before.size) return;
    const after = this.snapshotCards(view);
    const { ways, left } = flows(before, after, actor);
    const moved = new Set(ways.map(({ to }) => to));
    if (ways.length <= MANY) {
      ways.forEach((way, i) => this.animateFlight(view, way, before.get(way.from), after.get(way.to), 90 * i));
    }
    // The reported payments belong to the steps that have led to this state.
    if (told) animatePayments(this, view, before, after, left, ways.length <= MANY ? 90 * ways.length : 0);
    for (const [id, { el, rect }] of after) {
      const old = before.get(id);
      if (!el || !old?.el || moved.has(id)) continue;
      const dx = old.rect.left - rect.left, dy = old.rect.top - rect.top;
      if (Math.abs(dx) + Math.abs(dy) > 2 && Math.abs(dy) < 60) {
        this.animate(el, [{ transform: `translate(${dx}px,${dy}px)` }, { transform: "none" }], { duration: 260 });
      }
    }
  }

  // Animates the flight of one card. A card that goes below another card or to an invisible place sinks in.
  /** @param {TableView} view @param {CardFlight} way */
  animateFlight(view, { under, fromPile: outOf }, start, end, delay) {
    if (!start?.rect || !end?.rect || !(start.el ?? end.el)) return;
    this.sounds("card", delay + 300);
    const alone = outOf ? takenOut(view, outOf) : start.el;
    if (outOf) start = { ...start, rect: upright(start.rect, end.rect) };
    if (under || !end.el || (end.card.slot && start.el)) {
      return this.sinkCardInto(alone ?? end.el, start.rect, end.rect, { delay });
    }
    const shut = start.card.back && !end.card.back;
    this.flyCard(
      end.card.pile && alone && !start.card.back && !start.card.slot ? alone : end.el,
      start.rect,
      end.rect,
      {
        delay,
        duration: shut ? 620 : 420,
        turn: shut ? drawCardBack(start.card.back, view.theme, view.icons) : null,
      },
    );
  }
}

// A card that was below another card, drawn as a card of a pile.
/** @param {TableView} view @param {CardFlight["fromPile"]} card */
const takenOut = (view, card) =>
  h(
    "div",
    { class: "km-card km-pile", style: view.cardColourStyle(card) },
    h("span", { class: "km-stack" }, h("span", { class: "km-pile-top" }, drawCardImage(card, view.theme, view.icons))),
    h("span", { class: "km-visually-hidden", text: card.name }),
  );

// The place of a card below another one: in the middle of the upper card, in the shape of the place where it goes.
function upright({ left, top, width, height }, { width: wide, height: high }) {
  const across = Math.min(width, height * wide / high);
  return new DOMRect(left + (width - across) / 2, top, across, height);
}

// The cards on a table at one moment, and the place of each seat's money.
class CardSnapshot extends Map {
  purses = new Map();
}

// The number of cards at each place, and by name the cards that are below others.
/** @param {Map<string, { card: MapCell, home?: string }>} seen */
function amounts(seen) {
  const found = new Map();
  for (const [id, { card, home }] of seen) {
    const n = card.pile ? Number(card.big) || 0 : card.count ?? 1;
    found.set(id, { id, card, home, what: card.key ?? id.slice(id.lastIndexOf(":") + 1), n });
    for (const [i, name] of ((card.below && card.list) ?? []).entries()) {
      const key = `${id} ${name}`;
      found.set(key, { id, card, under: name, shown: { ...card.below[i], name }, n: (found.get(key)?.n ?? 0) + 1 });
    }
  }
  return found;
}

// Paths of cards between two states: the same card first, then hidden cards, then to and from piles. `left`: cards that
// are no longer anywhere.
/** @param {string} [actor] @returns {{ ways: CardFlight[], left: { id: string, what: string, home?: string }[] }} */
function flows(before, after, actor) {
  const old = amounts(before), now = amounts(after), losses = [], ways = [];
  let gains = [];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const one = now.get(key) ?? old.get(key), change = (now.get(key)?.n ?? 0) - (old.get(key)?.n ?? 0);
    if (one.under && !(before.has(one.id) && after.has(one.id))) continue; // it goes with what it lies under
    for (let i = 0; i < Math.min(Math.abs(change), 4); i++) (change > 0 ? gains : losses).push(one);
    if (!change && one.card.pile && !one.card.back && `${old.get(key)?.card.list}` !== `${one.card.list}`) {
      gains.push(one); // a card has come to the pile, and another one left it
      losses.push(one);
    }
  }
  // If a place has as many cards but another top card, the old top card has moved. If it is nowhere, the place lost it.
  const tops = [];
  for (const [key, one] of old) {
    const there = now.get(key);
    if (!there || one.card.pile || there.what === one.what) continue;
    const came = gains.some((gain) => gain.what === one.what && !gain.card.pile);
    (came ? losses : tops).push(one);
  }
  // A seat that plays a card from a hidden hand and draws one has as many cards as before. The card from the deck went
  // neither onto the table nor onto another hidden pile.
  const through = ({ card }, gain) =>
    card.pile && card.back && Boolean(gain.card.pile) === Boolean(gain.card.back) &&
    [...now.values()].find((one) =>
      one.card.back === card.back && !one.card.pile && one.home === actor && old.has(one.id)
    );
  const match = (fits) => {
    gains = gains.filter((gain) => {
      const at = losses.findIndex((loss) => fits(loss, gain));
      if (at < 0) return true;
      const [loss] = losses.splice(at, 1), hand = through(loss, gain);
      ways.push({ from: hand?.id ?? loss.id, to: gain.id, under: gain.under, fromPile: loss.shown });
      if (hand) ways.push({ from: loss.id, to: hand.id });
      return false;
    });
  };
  const name = ({ under, card }) => under ?? card.name;
  match((loss, gain) =>
    loss.under || gain.under ? name(loss) === name(gain) : loss.what === gain.what && !loss.card.pile && !gain.card.pile
  );
  // An open card goes onto an open pile that displays the same kind of card.
  match((loss, gain) =>
    gain.card.pile && !gain.card.back && !loss.card.pile && !loss.card.back && loss.card.kind === gain.card.kind
  );
  // A card drawn into an open hand came from the deck. A card that the hand laid on a hidden pile did not.
  match((loss, gain) =>
    loss.card.pile && loss.card.back && !gain.card.pile && !gain.card.back &&
    losses.some((other) => other.home === gain.home && !other.card.pile && !other.card.back)
  );
  match((loss, gain) => loss.card.back && loss.card.back === gain.card.back);
  match((loss, gain) =>
    Boolean(loss.card.pile) !== Boolean(gain.card.pile) && !gain.under && !gain.card.slot &&
    loss.card.kind !== "free" && (!loss.card.slot || gain.card.pile)
  );
  match((loss, gain) => loss.card.back && !gain.card.pile);
  // If some piles are no longer displayed, a missing card may be on one of them.
  const hides = [...old.values()].some(({ id, card }) => card.pile && !after.has(id));
  return { ways, left: hides ? [] : [...losses, ...tops].filter(({ under, card }) => !under && !card.pile) };
}
