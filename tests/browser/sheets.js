// Lays shows on a sheet, each under its rule, and finds text that leaves its box: the functions that `sheets.py` runs.
({
  lay: ([shows, look, words]) => {
    Object.assign(globalThis.TEXTS, words);
    const link = (id) => Object.assign(document.createElement("b"), { textContent: id });
    const cells = shows.map(({ rule, text, moment }) => {
      const cell = document.createElement("article");
      cell.dataset.rule = rule;
      cell.append(link(`${rule} `), text, globalThis.drawRuleExample(look, moment, link));
      return cell;
    });
    document.getElementById("sheet").replaceChildren(...cells);
  },
  outside: () => {
    const found = [], walk = document.createTreeWalker(document.getElementById("sheet"), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode, holder = text.parentElement;
      if (!text.data.trim() || !holder.closest(".km-rule-example") || holder.closest("svg, .km-visually-hidden, .km-pawn")) continue;
      if (!holder.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const at = range.getBoundingClientRect();
      for (let box = holder; at.width && box.localName !== "article"; box = box.parentElement) {
        const holds = box.matches(".km-card, .km-piece, .km-example-column, li");
        if (!holds && getComputedStyle(box).overflow === "visible") continue;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        if (at.left < left - 2 || at.right > right + 2 || at.top < top - 2 || at.bottom > bottom + 2) {
          found.push(`${holder.closest("article").dataset.rule}: ${text.data} in ${box.className}`);
          break;
        }
      }
    }
    return found;
  },
})
