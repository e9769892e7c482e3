// Coins that change hands go from who pays to who is paid; what is sold sinks into the purse of its seller.

import { h, icon } from "../page/elements.js";

/** @import { Scene } from "./scene.d.ts" */
/** @import { Motion } from "./motion.js" */
/** @import { View, Way } from "./view.d.ts" */

export const COINS = ["coin", "stone"]; // icons of what is paid with

// What each seat has to pay with, by zone, and where it says so; its pawn where there is no room for that.
/** @param {HTMLElement} root @param {Scene} scene */
export function purses(root, { zones }) {
  const found = new Map();
  for (const { id, facts } of zones) {
    const at = facts.findIndex((fact) => COINS.includes(fact.icon));
    const value = Number(`${facts[at]?.value}`.replace("\u2212", "-"));
    if (at < 0 || Number.isNaN(value)) continue;
    const header = root.querySelector(`[data-k="${CSS.escape(id)}"] > header`);
    const el = [header?.querySelectorAll(".km-facts > li")[at], header?.querySelector(".km-pawn")]
      .find((place) => place?.checkVisibility());
    if (el) found.set(id, { value, icon: facts[at].icon, rect: el.getBoundingClientRect() });
  }
  return found;
}

// Coins alone that some lose and others gain were paid by the ones to the others; a bank makes no such sum.
// `left`: what has left the table.
/** @param {Motion} motion @param {View} view @param {any} before @param {any} after @param {Way[]} ways */
export function pay(motion, view, before, after, ways, left) {
  const change = (id) => after.purses.get(id).value - (before.purses.get(id)?.value ?? after.purses.get(id).value);
  const all = [...after.purses.keys()].map((id) => ({ id, more: change(id) })).filter(({ more }) => more);
  const paid = all.filter(({ more }) => more > 0), payers = all.filter(({ more }) => more < 0);
  const among = !ways.length && !left.length && all.reduce((sum, { more }) => sum + more, 0) === 0;
  for (const to of among ? paid : []) {
    for (const from of payers) {
      const n = Math.min(to.more, -from.more);
      if (n <= 0) continue;
      to.more -= n;
      from.more += n;
      const purse = before.purses.get(from.id);
      const chip = h("span", { class: "km-chip" }, icon(view.icons[purse.icon]), `${n}`);
      motion.sink(chip, purse.rect, after.purses.get(to.id).rect, { duration: 620 });
    }
  }
  for (const one of left) {
    const { el, rect } = before.get(one.id);
    const seller = paid.find(({ id }) => id === one.home) ??
      (all.length === 1 && !after.purses.has(one.home) && paid[0]);
    if (el && rect && seller) motion.sink(el, rect, after.purses.get(seller.id).rect);
  }
}
