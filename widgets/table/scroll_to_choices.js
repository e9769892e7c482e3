// Scrolls areas so that they show the items that can be selected.

const AREAS = ".km-table-others, .km-table-mine, .km-table-middle, .km-table-hand";
const CHOICES = ".km-play, .km-target, .km-highlight, .km-mentioned";

/** @param {HTMLElement} root */
export function scrollToChoices(root) {
  for (const area of root.querySelectorAll(AREAS)) {
    const choices = [...area.querySelectorAll(CHOICES)];
    for (let box = choices[0]?.parentElement; box && box !== area.parentElement; box = box.parentElement) {
      const inside = choices.filter((choice) => box.contains(choice)).map((choice) => choice.getBoundingClientRect());
      const { overflowX, overflowY } = getComputedStyle(box), { left, top } = box.getBoundingClientRect();
      if (overflowY === "auto") box.scrollTop += distance(top, box.clientHeight, inside.map((b) => [b.top, b.bottom]));
      if (overflowX === "auto") box.scrollLeft += distance(left, box.clientWidth, inside.map((b) => [b.left, b.right]));
    }
  }
}

// The scroll distance at which a box shows these ranges, or the first of them if it cannot show all.
function distance(start, size, ranges) {
  const first = Math.min(...ranges.map(([from]) => from)) - start;
  const last = Math.max(...ranges.map(([, to]) => to)) - start - size;
  return Math.min(first, 0) || Math.max(0, Math.min(first, last));
}
