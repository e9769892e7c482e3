// Event listeners of the table's frame, for its whole lifetime.

import { isComposing, isControlKey, preventRepeatedEnter, unmodifiedKey } from "../page/keyboard.js";
import { TEXTS } from "../page/texts.js";
import { clearCellTooltip } from "./cell_map.js";
import { finishTransition } from "./scene_transition.js";
import { onKeyDown } from "./table_keys.js";

/** @import { TableView } from "./view.d.ts" */

/** @param {TableView} view */
async function readFile(view) {
  const [file] = view.fileInput.files;
  view.fileInput.value = "";
  if (!file) return;
  if (file.size > 1_000_000) return view.showNotice({ text: TEXTS.too_large });
  try {
    view.sendRequest({ do: "open_file", text: await file.text() });
  } catch {
    view.showNotice({ text: TEXTS.not_text });
  }
}

// The introduction above the table is displayed once. Afterwards, the table uses the whole page.
/** @param {TableView} view */
function introduce(view) {
  view.hasReadIntro = true;
  const text = view.page.closest(".km-frame-cell")?.previousElementSibling;
  if (!text?.querySelector("h1")) return;
  const seen = `kismet:seen:${view.scene.game}`;
  text.classList.add("km-page-intro");
  const hide = () => {
    text.classList.add("km-is-read");
    view.saveItem(seen, "1");
  };
  if (view.loadItem(seen)) return hide();
  text.append(view.createButton(TEXTS.begin_here, "begin", () => {
    hide();
    view.focusKey("ask");
  }, { class: "km-button km-primary" }));
  view.page.addEventListener("click", hide, { once: true });
  view.page.addEventListener("keydown", (event) => unmodifiedKey(event) === "Escape" && hide(), {
    signal: view.abortController.signal,
  });
}

/** @param {TableView} view */
export function addTableListeners(view) {
  const landing = { capture: true, signal: view.abortController.signal };
  view.root.addEventListener("pointerdown", () => finishTransition(view), landing);
  view.fileInput.addEventListener("change", () => readFile(view));
  // Handle keys before JupyterLab's listener on the document, where a letter or an arrow would change the notebook.
  addEventListener("keydown", (event) => {
    const here = view.root.contains(event.target) || (view.isFullPage && event.target.matches("body, main"));
    const back = isControlKey(event, "z") && !event.target.matches("input, textarea");
    const key = unmodifiedKey(event);
    if (!here || !(back || key || isComposing(event))) return;
    event.stopPropagation();
    preventRepeatedEnter(event);
    if (event.repeat && !key.startsWith("Arrow")) return;
    if (back) {
      event.preventDefault();
      return view.elementByKey("undo")?.click();
    }
    if (view.pendingScene) {
      event.preventDefault();
      return finishTransition(view);
    }
    finishTransition(view);
    onKeyDown(view, event, key);
  }, { capture: true, signal: view.abortController.signal });
  view.mainPanelEl.addEventListener(
    "mouseleave",
    () => view.hasPanelPreview && !view.centerEl.matches(":focus-within") && clearCellTooltip(view),
  );
  const size = new ResizeObserver(() => {
    if (view.isFullPage && !view.hasReadIntro) introduce(view); // not before it stands in the page
    view.refreshLayout(true);
  });
  size.observe(view.root);
  addEventListener("hashchange", () => {
    const link = location.hash;
    if (!view.isFullPage || link.slice(1) === view.address) return;
    history.replaceState(history.state, "", `#${view.address ?? ""}`); // a link that is refused does not stay here
    view.sendRequest({ do: "open_link", values: { link } });
  }, { signal: view.abortController.signal });
  view.abortController.signal.addEventListener("abort", () => size.disconnect());
  if (new URLSearchParams(location.search).has("projector")) view.setProjectorMode(true);
}
