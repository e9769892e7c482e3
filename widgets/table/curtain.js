// Curtain between several people at one screen. While it is closed, the page contains nothing of the table.

import { KernelClient } from "../page/client.js";
import { h } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";

/** @import { ClosedCurtainScene } from "./scene.d.ts" */

// Otherwise the page is JupyterLab's, or of a lesson, or has an earlier table, and its address is not ours.
/** @param {any} model */
export const isFullPageTable = (model) => "voila" in document.body.dataset && model.get("keep") && !model.get("place");

// Draws the curtain or the table. A table that is drawn again keeps no trace of an earlier view.
/** @param {any} model @param {HTMLElement} el @param {boolean} held
 * @param {(held: boolean) => () => void} drawTable */
export function renderBehindCurtain(model, el, held, drawTable) {
  let isClosed = false;
  let end = () => {};
  const draw = (isFocused) => {
    end();
    el.replaceChildren();
    isClosed = Boolean(model.get("scene").curtain);
    end = isClosed ? drawClosedCurtain(model, el) : drawTable(isFocused);
  };
  const onScene = () => {
    if (isClosed || model.get("scene").curtain) draw(false);
  };
  model.on("change:scene", onScene);
  draw(held);
  return () => {
    model.off("change:scene", onScene);
    end();
  };
}

/** @param {any} model @param {HTMLElement} el */
function drawClosedCurtain(model, el) {
  /** @type {ClosedCurtainScene} */
  const scene = model.get("scene");
  const client = new KernelClient(model, { onMessage: () => {} });
  const open = h("button", {
    type: "button",
    class: "km-button km-primary",
    text: scene.curtain.open,
    on: { click: () => client.request({ do: "open_curtain" }) },
  });
  const section = h(
    "section",
    { class: "km-table km-curtain", "data-game": scene.game, lang: TEXTS.lang, "aria-label": scene.title },
    h("h2", { tabindex: "-1", text: scene.ask }),
    h("p", { text: scene.curtain.text }),
    open,
  );
  el.append(h("div", { class: `km-page ${isFullPageTable(model) ? "km-full-page" : ""}` }, section));
  el.querySelector("h2").focus({ preventScroll: true });
  return () => client.close();
}
