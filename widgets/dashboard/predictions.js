// "Predict before you see": while it is on, each new answer is covered until the reader has predicted the answer.

import { fillPlaceholders, h } from "../page/elements.js";
import { unmodifiedKeyUnlessRepeated } from "../page/keyboard.js";
import { TEXTS } from "../page/texts.js";

const CLOSE = 2; // percentage points within which a prediction counts as right
const HALF = 50; // where the slider of a probability starts

function verdict(predicted, probability) {
  const off = Math.round(Math.abs(predicted - 100 * probability));
  const key = off <= CLOSE ? "predicted_right" : predicted < 100 * probability ? "predicted_low" : "predicted_high";
  return fillPlaceholders(TEXTS[key], { p: predicted, n: off });
}

// `kept` is state that survives a redraw of the dashboard. `onReveal` is called when the answer appears. `cover(shown)`
// is called with each new answer and returns whether it is covered.
/**
 * @param {{ isOn?: boolean, isCovered?: boolean, answer?: any }} kept
 * @returns {{ el: Element, cover: Function }}
 */
export function createPredictionCover(isProbability, kept, onReveal) {
  const toggle = h("button", { type: "button", "aria-pressed": `${Boolean(kept.isOn)}`, text: TEXTS.predict_first });
  const slider = h("input", { type: "range", min: 0, max: 100, step: 1, "aria-label": TEXTS.predict_label });
  const value = h("output");
  const words = h("input", { type: "text", maxlength: 80 });
  const show = h("button", { type: "button", text: TEXTS.predict_show });
  const form = h(
    "div",
    { class: "km-dashboard-row", hidden: true },
    isProbability ? [value, slider] : h("label", { class: "km-dashboard-row" }, TEXTS.predict_words, words),
    show,
  );
  const said = h("p", { class: "km-dashboard-verdict", role: "status" });
  const el = h("div", { class: "km-dashboard-prediction" }, toggle, form, said);

  const setCovered = (isCovered) => {
    kept.isCovered = isCovered;
    form.hidden = !isCovered;
    const section = el.closest(".km-dashboard-section");
    if (isCovered) section.dataset.covered = isProbability ? "number" : "all";
    else delete section.dataset.covered;
  };
  const writeValue = () => (value.textContent = fillPlaceholders(TEXTS.predict_probability, { p: slider.value }));
  slider.addEventListener("input", writeValue);
  toggle.addEventListener("click", () => {
    kept.isOn = !kept.isOn;
    toggle.setAttribute("aria-pressed", `${kept.isOn}`);
    said.textContent = kept.isOn ? TEXTS.predict_next : "";
    setCovered(false);
  });
  const reveal = () => {
    const text = words.value.trim();
    setCovered(false);
    said.textContent = isProbability
      ? verdict(slider.valueAsNumber, kept.answer.share[0])
      : text
      ? fillPlaceholders(TEXTS.predicted_words, { text })
      : TEXTS.predicted_nothing;
    onReveal();
    toggle.focus();
  };
  show.addEventListener("click", reveal);
  words.addEventListener("keydown", (event) => {
    if (unmodifiedKeyUnlessRepeated(event) !== "Enter") return;
    event.preventDefault(); // the key would press the button that gets the focus
    reveal();
  });

  const cover = (shown) => {
    const { answer, isOn, isCovered } = kept;
    const isOther = answer && ["lead", "big", "share"].some((key) => `${answer[key]}` !== `${shown[key]}`);
    kept.answer = shown;
    if (!isOn || !(isOther || isCovered)) return false;
    if (form.hidden) {
      slider.value = HALF;
      words.value = "";
      writeValue();
    }
    said.textContent = "";
    setCovered(true);
    return true;
  };
  return { el, cover };
}
