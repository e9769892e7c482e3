// Parts that users drag: edges of a spinner, balls of a bag, and devices.

import { TEXTS } from "../page/texts.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { unmodifiedKey } from "../page/keyboard.js";
import { withFaces } from "./model_edits.js";
import { displayedBalls, pointOnRim, spinnerSectors, valueText } from "./device_drawings.js";

const onEdge = (knob, turn) => {
  const [x, y] = pointOnRim(turn, 48);
  knob.style.setProperty("--x", x / 100 - 0.5);
  knob.style.setProperty("--y", y / 100);
};

// Adds handles to the edges of a spinner. Users drag an edge, or move it one part of the spinner with an arrow key.
/** @returns {void} */
export function addSectorHandles(page, spinnerEl, faces, path) {
  if (faces.length < 2 || faces.length > 8) return;
  const all = faces.reduce((sum, [, weight]) => sum + weight, 0);
  const shift = (i, by) => {
    const j = (i + 1) % faces.length;
    const [from, to] = [faces[i][1] + by, faces[j][1] - by];
    if (from < 1 || to < 1) return false;
    page.change(
      withFaces(
        page.table,
        path,
        (now) => now.map(([face, weight], k) => [face, k === i ? from : k === j ? to : weight]),
      ),
    );
    return true;
  };
  spinnerSectors(faces).forEach(({ to, weight, value }, i) => {
    const knob = h("span", {
      class: "km-builder-handle",
      role: "slider",
      tabindex: "0",
      key: `knob-${i}`,
      "aria-label": fillPlaceholders(TEXTS.sector_border, { x: valueText(value) }),
      "aria-valuenow": weight,
      "aria-valuemin": 1,
      "aria-valuemax": all - 1,
      "aria-valuetext": `${weight} of ${all} parts`,
    });
    onEdge(knob, to);
    knob.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[unmodifiedKey(event)];
      if (by) {
        event.preventDefault();
        shift(i, by);
      }
    });
    knob.addEventListener("click", (event) => event.stopPropagation());
    knob.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      event.stopPropagation();
      knob.focus();
      const box = spinnerEl.getBoundingClientRect();
      let moved_ = 0;
      const move = (e) => {
        const turn =
          (Math.atan2(e.clientX - box.left - box.width / 2, -(e.clientY - box.top - box.height / 2)) / 2 / Math.PI +
            2) % 1;
        let by = Math.round((turn - (to % 1)) * all);
        if (by > all / 2) by -= all;
        if (by < -all / 2) by += all;
        by = Math.max(1 - weight, Math.min(faces[(i + 1) % faces.length][1] - 1, by));
        moved_ = by;
        onEdge(knob, to + by / all);
      };
      const up = () => {
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", up);
        if (moved_) shift(i, moved_);
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", up);
    });
    spinnerEl.parentElement.append(knob);
  });
}

// A tap on a ball removes it. Keyboard users remove a ball with the stepper buttons below.
export function bindBallRemoval(page, bagEl, faces, path) {
  bagEl.addEventListener("click", (event) => {
    const ball = event.target.closest?.("circle");
    if (!ball?.getAttribute("stroke")) return;
    const i = [...bagEl.querySelectorAll("circle[stroke]")].indexOf(ball);
    const value = displayedBalls(faces)[i];
    if (value === undefined || faces.reduce((sum, [, weight]) => sum + weight, 0) < 2) return;
    event.stopImmediatePropagation();
    page.change(
      withFaces(page.table, path, (now) => now.map(([face, weight]) => [face, face === value ? weight - 1 : weight])),
    );
  }, true);
}

// Makes an element of the palette or the chain draggable to a place in the chain. A tap adds it at the end.
// `onDropAtIndex` gets the index of the part before which the element is dropped.
export function makeDraggable(page, el, onDropAtIndex) {
  el.addEventListener("pointerdown", (event) => {
    if (event.button || event.target.closest(".km-builder-handle")) return;
    const [x0, y0] = [event.clientX, event.clientY];
    let ghost = null;
    const move = (e) => {
      if (!ghost && Math.hypot(e.clientX - x0, e.clientY - y0) > 9) {
        ghost = el.querySelector("svg").cloneNode(true);
        ghost.classList.add("km-builder-dragged");
        page.root.append(ghost);
      }
      if (ghost) {
        ghost.style.transform = `translate(${e.clientX - 40}px, ${e.clientY - 40}px)`;
        e.preventDefault();
      }
    };
    const up = (e) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      if (!ghost) return;
      ghost.remove();
      const swallow = (c) => c.stopImmediatePropagation(); // the click that a drag may end in
      el.addEventListener("click", swallow, { capture: true });
      setTimeout(() => el.removeEventListener("click", swallow, { capture: true }), 0);
      const cloth = page.body.querySelector(".km-builder-canvas").getBoundingClientRect();
      if (
        e.type === "pointercancel" || e.clientX < cloth.left || e.clientX > cloth.right || e.clientY < cloth.top ||
        e.clientY > cloth.bottom
      ) return;
      const down = page.narrow();
      const things = [
        ...page.body.querySelectorAll(
          ".km-builder-chain > li > [data-path], .km-builder-chain > li > .km-builder-branch-block",
        ),
      ];
      const index = things.filter((one) => {
        const box = one.getBoundingClientRect();
        return down ? box.top + box.height / 2 < e.clientY : box.left + box.width / 2 < e.clientX;
      }).length;
      onDropAtIndex(index);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  });
}
