// What the frame of a table listens to, from its making to its end.

import { isComposing, isControlKey, preventRepeatedPress, unmodifiedKey } from "../page/keyboard.js";
import { TEXTS } from "../page/texts.js";
import { clearCellTooltip } from "./cell_map.js";
import { markScrollArea, SCROLL_AREAS } from "./overflow.js";
import { finishTransition } from "./scene_transition.js";
import { onKeyDown } from "./table_keys.js";

/** @import { View } from "./view.d.ts" */

/** @param {View} view */
async function readFile(view) {
  const [file] = view.file.files;
  view.file.value = "";
  if (!file) return;
  if (file.size > 1_000_000) return view.notice({ text: TEXTS.too_large });
  try {
    view.send({ do: "open", text: await file.text() });
  } catch {
    view.notice({ text: TEXTS.not_text });
  }
}

// The words above the table are read once; then the table has the whole page.
/** @param {View} view */
function introduce(view) {
  view.introduced = true;
  const text = view.page.closest(".km-frame-cell")?.previousElementSibling;
  if (!text?.querySelector("h1")) return;
  const seen = `kismet:seen:${view.scene.game}`;
  text.classList.add("km-page-intro");
  const hide = () => {
    text.classList.add("km-is-read");
    view.remember(seen, "1");
  };
  if (view.recall(seen)) return hide();
  text.append(view.button(TEXTS.begin_here, "begin", () => {
    hide();
    view.focus("ask");
  }, { class: "km-button km-primary" }));
  view.page.addEventListener("click", hide, { once: true });
  view.page.addEventListener("keydown", (event) => unmodifiedKey(event) === "Escape" && hide(), {
    signal: view.stop.signal,
  });
}

/** @param {View} view */
export function addTableListeners(view) {
  const landing = { capture: true, signal: view.stop.signal };
  view.root.addEventListener("pointerdown", () => finishTransition(view), landing);
  view.file.addEventListener("change", () => readFile(view));
  // Before JupyterLab hears them on the document: there a plain letter or arrow would change the notebook.
  addEventListener("keydown", (event) => {
    const here = view.root.contains(event.target) || (view.inPage && event.target.matches("body, main"));
    const back = isControlKey(event, "z") && !event.target.matches("input, textarea");
    const key = unmodifiedKey(event);
    if (!here || !(back || key || isComposing(event))) return;
    event.stopPropagation();
    preventRepeatedPress(event);
    if (event.repeat && !key.startsWith("Arrow")) return;
    if (back) {
      event.preventDefault();
      return view.at("undo")?.click();
    }
    if (view.falling) {
      event.preventDefault();
      return finishTransition(view);
    }
    finishTransition(view);
    onKeyDown(view, event, key);
  }, { capture: true, signal: view.stop.signal });
  const rolled = ({ target }) => target.matches?.(SCROLL_AREAS) && markScrollArea(target);
  view.root.addEventListener("scroll", rolled, { capture: true, passive: true });
  view.odds.addEventListener(
    "mouseleave",
    () => view.ahead && !view.middle.matches(":focus-within") && clearCellTooltip(view),
  );
  const size = new ResizeObserver(() => {
    if (view.inPage && !view.introduced) introduce(view); // not before it stands in the page
    view.point(true);
  });
  size.observe(view.root);
  addEventListener("hashchange", () => {
    const link = location.hash;
    if (!view.inPage || link.slice(1) === view.address) return;
    history.replaceState(history.state, "", `#${view.address ?? ""}`); // a link that is refused does not stay here
    view.send({ do: "open_link", values: { link } });
  }, { signal: view.stop.signal });
  view.stop.signal.addEventListener("abort", () => size.disconnect());
  if (new URLSearchParams(location.search).has("projector")) view.enlarge(true);
}
