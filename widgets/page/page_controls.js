// Switches for pages that hide the top line or have none: light or dark, and the language. theme.js and language.js
// listen to them.

import { h } from "./elements.js";
import { pageLanguage, pageTranslator } from "./texts.js";

/** A text of the page frame. language.js updates it. @param {string} id */
export const frameTextProps = (id) => ({ "data-text-id": id, lang: pageLanguage(), text: pageTranslator().say(id) });

export const darkModeButton = (look = "") =>
  h("button", {
    type: "button",
    class: `km-theme ${look}`,
    key: "theme",
    "aria-pressed": String(document.body.dataset.jpThemeLight === "false"),
    "data-label-text-id": "dark",
    "aria-label": pageTranslator().say("dark"),
    title: pageTranslator().say("dark"),
  });

// A list of all languages.
export const languageSelect = (props = {}) =>
  h(
    "select",
    { class: "km-languages", key: "language", ...props },
    pageTranslator().languages.map(([code, name]) =>
      h("option", { value: code, lang: code, text: name, selected: code === pageLanguage() })
    ),
  );

// The same in the space of an icon.
export const languageButton = (look = "") =>
  h(
    "label",
    { class: `km-language ${look}` },
    h("span", { class: "km-language-now", "aria-hidden": "true", text: pageLanguage() }),
    languageSelect({
      "data-label-text-id": "language",
      "aria-label": pageTranslator().say("language"),
      title: pageTranslator().say("language"),
    }),
  );
