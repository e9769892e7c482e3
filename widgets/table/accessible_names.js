// Accessible names of elements, for screen readers and voice control.

/** @import { TableView } from "./view.d.ts" */

// The name of a card begins with the words displayed on it, in the same order. No word is repeated.
/** @param {TableView} view @param {{ includeNamed?: boolean }} [options] */
export function updateAccessibleNames(view, { includeNamed = false } = {}) {
  const cards = [...view.root.querySelectorAll("[data-full-name]")].filter((card) =>
    includeNamed || !view.namedElements.has(card)
  );
  const seen = cards.map((card) => card.innerText.replace(/\s+/g, " ").trim());
  cards.forEach((card, i) => {
    view.namedElements.add(card);
    const { fullName: said } = card.dataset, parts = [...new Set(said.split(/[,;] /))];
    const shows = seen[i];
    const rest = shows && !said.startsWith(shows) ? [shows, ...parts.filter((part) => !shows.includes(part))] : parts;
    card.setAttribute("aria-label", rest.join(", "));
  });
}
