// Coins fly from the payer to the recipient. The bank is in the middle of the table, or at the main panel. A sold card
// sinks into the money of its seller.

import { h, icon } from "../page/elements.js";

/** @import { Scene } from "./scene.d.ts" */
/** @import { Animator } from "./animator.js" */
/** @import { TableView } from "./view.d.ts" */

export const MONEY_ICONS = ["coin", "stone"]; // icons of what is paid with
const BETWEEN = 140; // ms between two payments

// The place of each seat's money, by seat. If the money has no space, the place of the seat's pawn.
/** @param {HTMLElement} root @param {Scene} scene
 * @returns {Map<number, { zone: string, icon: string, amount: number, rect: DOMRect }>} */
export function moneyAndRectBySeat(root, { zones }) {
  const found = new Map();
  for (const { id, seat, facts } of zones) {
    const at = facts.findIndex((fact) => MONEY_ICONS.includes(fact.icon));
    if (at < 0 || seat === undefined) continue;
    const header = root.querySelector(`[data-key="${CSS.escape(id)}"] > header`);
    const el = [header?.querySelectorAll(".km-facts > li")[at], header?.querySelector(".km-pawn")]
      .find((place) => place?.checkVisibility());
    if (!el) continue;
    const fact = facts[at], amount = fact.bank ? Number(fact.value) : NaN;
    found.set(seat, { zone: id, icon: fact.icon, amount, rect: el.getBoundingClientRect() });
  }
  return found;
}

// Space for a coin and its number, at the money of a seat.
function around({ left, top, height }) {
  const size = 1.8 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  return new DOMRect(left - size / 4, top + (height - size) / 2, 2 * size, size);
}

// Animates the reported payments since the previous state. `removedCards`: cards that left the table; `startDelay`:
// time
// when these have gone.
/** @param {Animator} animator @param {TableView} view @param {any} before @param {any} after
 * @param {any[]} removedCards @param {number} startDelay @returns {void} */
export function animatePayments(animator, view, before, after, removedCards, startDelay) {
  let n = 0;
  const between = new Map(), sellers = new Set();
  const coin = (by, to, { icon: of }, much) => {
    const chip = h("span", { class: "km-animation-coin" }, icon(view.icons[of]), `${much}`);
    animator.sinkCardInto(chip, around(by), around(to), { duration: 900, delay: startDelay + BETWEEN * n++ });
  };
  for (const one of view.scene.paid) {
    const from = before.purses.get(one.by), to = after.purses.get(one.to);
    for (const [seat, sign] of [[one.by, -1], [one.to, 1]]) {
      between.set(seat, (between.get(seat) ?? 0) + sign * (one.n ?? 0));
    }
    if (one.by === undefined) sellers.add(one.to);
    if (!to) continue;
    if (from) {
      coin(from.rect, to.rect, from, one.n);
      continue;
    }
    const sold = removedCards.find(({ id, what, home }) =>
      before.get(id).el && (one.card ? what === one.card : home === to.zone)
    );
    if (sold) animator.sinkCardInto(before.get(sold.id).el, before.get(sold.id).rect, to.rect);
  }
  if (view.scene.reckoning) return; // the count is looked at
  const bank = (view.centerEl.checkVisibility() ? view.centerEl : view.mainPanelEl).getBoundingClientRect();
  const middle = new DOMRect(bank.left + bank.width / 2, bank.top + bank.height / 2, 1, 1);
  for (const [seat, to] of after.purses) {
    const from = before.purses.get(seat), more = to.amount - from?.amount - (between.get(seat) ?? 0);
    if (!more || sellers.has(seat)) continue; // what is no number is hidden, or no gold of a bank
    if (more > 0) coin(middle, to.rect, to, more);
    else coin(from.rect, middle, to, -more);
  }
}
