// Dice in their tray: what is thrown, what is added, what it gives.

import { signed } from "../page/numbers.js";
import { h, icon, words } from "../page/elements.js";
import { die, picture } from "../page/kit.js";

/** @import { Odds } from "./scene.d.ts" */
/** @import { View } from "./view.d.ts" */

/** @param {View} view @param {Odds} odds */
export function tray(view, { tray: { sides, between, gives, emblem }, rolls, falls }) {
  const waiting = !rolls;
  const due = waiting && !view.preview && view.scene.controls.find(({ do: what }) => what === "roll");
  const parts = sides.map((side, i) => {
    const dice = (rolls ? falls.faces[i] : [[5, 3], [2, 4]][i % 2]).map((n) => die(n, side.seat === view.scene.viewer));
    return h(
      "span",
      { class: "km-side" },
      h("span", { class: "km-lab" }, view.pawn(side.seat), " ", side.who),
      " ",
      h(
        "span",
        { class: "km-dd" },
        dice,
        side.mod !== undefined &&
          [" ", h("span", { class: "km-mod" }, side.icon && icon(view.icons[side.icon]), signed(side.mod))],
      ),
      " ",
      h(
        "span",
        { class: "km-sum" },
        rolls && (side.mod === undefined ? h("b", { text: rolls[i] }) : [
          `${rolls[i]} ${side.mod < 0 ? "\u2212" : "+"} ${Math.abs(side.mod)} = `,
          h("b", { text: rolls[i] + side.mod }),
        ]),
      ),
    );
  });
  const middle = h(
    "span",
    { class: "km-emblem" },
    emblem && picture({ kind: emblem }, view.look, view.icons),
    between && h("i", { text: between }),
  );
  const last = gives &&
    h(
      "span",
      { class: "km-side km-gives" },
      h("span", { class: "km-lab", text: gives.label }),
      " ",
      h("strong", { text: rolls ? gives.value : "?" }),
    );
  const kids = [parts[0], (between || gives || emblem) && middle, ...parts.slice(1), last].filter(Boolean);
  const props = { class: `km-dice ${waiting ? "km-rocking" : ""} ${kids.length === 1 ? "km-one" : ""}` };
  if (!due) return h("div", props, words(kids)); // apart for those who hear them
  return h("button", {
    type: "button",
    key: "tray",
    ...props,
    "aria-label": due.label,
    "data-said": due.label, // the name begins with what is seen
    on: { click: () => view.send({ do: "roll" }) },
  }, words(kids));
}
