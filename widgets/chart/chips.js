// Columns with chips. A tap adds one chip, and holding adds more and more. The count of a column is a handle by which
// users drag the column.

import { renderBenchFrame } from "./outcome_chart.js";
import { h } from "../page/elements.js";
import { unmodifiedKey } from "../page/keyboard.js";

const HOLD = 400; // ms until a press counts as held
const QUICK = 90; // ms between two chips of a held press
const SLACK = 6; // px that a pointer may move in a tap
const KEYS = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 };

// `chips`: number of chips by column, changed in place. `totalChips`: number of chips in all columns together.
// `onChange()` is called after each change. `show` displays `chips` again.
/** @returns {{ el: Element, show: () => void }} */
export function createChipBench(data, chips, totalChips, onChange) {
  const left = () => totalChips - chips.reduce((sum, n) => sum + n, 0);
  const add = (i, by) => {
    const now = Math.max(0, Math.min(chips[i] + by, chips[i] + left()));
    if (now === chips[i]) return;
    chips[i] = now;
    show();
    onChange();
  };
  const columns = data.columns.map(({ name }, i) => chipColumn(name, i, (by) => add(i, by), () => chips[i]));
  const feet = data.columns.map(({ name }, i) => {
    const step = (by, key, text, label) =>
      h("button", {
        type: "button",
        key: `${key}:${i}`,
        class: "km-outcomes-step",
        text,
        "aria-label": label,
        on: { click: () => add(i, by) },
      });
    return h(
      "span",
      { class: "km-outcomes-axis-label" },
      h("b", { text: name }),
      h(
        "span",
        { class: "km-outcomes-steps" },
        step(-1, "less", "−", `Take one chip from ${name}`),
        step(5, "more", "+5", `Add five chips to ${name}`),
      ),
    );
  });
  const show = () => columns.forEach((column, i) => column.show(chips[i]));
  show();
  return { el: renderBenchFrame(data, columns.map((column) => column.el), feet), show };
}

function chipColumn(name, i, add, now) {
  const count = h("b", { class: "km-outcomes-grip" });
  const heap = h("span", { class: "km-outcomes-chips" });
  const button = h(
    "button",
    { type: "button", key: `chip:${i}`, class: "km-outcomes-col" },
    h("span", { class: "km-outcomes-track" }, heap),
  );
  let timer, start, isDone; // isDone: this press has done its work, so that its click adds nothing
  const end = () => {
    clearTimeout(timer);
    start = null;
  };
  const hold = () => {
    isDone = true;
    add(1);
    timer = setTimeout(hold, QUICK);
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    isDone = false;
    start = { y: event.clientY, n: now(), isGrip: event.target === count };
    if (start.isGrip) button.setPointerCapture(event.pointerId);
    else timer = setTimeout(hold, HOLD);
  });
  button.addEventListener("pointermove", (event) => {
    if (!start || (!isDone && Math.abs(event.clientY - start.y) <= SLACK)) return;
    if (!start.isGrip) return isDone || clearTimeout(timer);
    isDone = true;
    const pixels = heap.clientHeight * Number(getComputedStyle(heap).getPropertyValue("--rise")); // of one chip
    add(start.n + Math.round((start.y - event.clientY) / pixels) - now());
  });
  for (const type of ["pointerup", "pointercancel", "pointerleave", "lostpointercapture"]) {
    button.addEventListener(type, end);
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault()); // a finger that rests
  button.addEventListener("click", () => {
    if (!isDone) add(1);
    isDone = false;
  });
  button.addEventListener("keydown", (event) => {
    const by = KEYS[unmodifiedKey(event)];
    if (!by) return;
    event.preventDefault();
    add(by);
  });
  return {
    el: button,
    show: (n) => {
      count.textContent = String(n);
      heap.replaceChildren(...Array.from({ length: n }, () => h("i", { class: "km-outcomes-chip" })), count);
      button.setAttribute("aria-label", `${name}: ${n} chips. Add one more`);
    },
  };
}
