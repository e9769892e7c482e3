// The switches of pages that hide the line at the top or have none: between light and dark, and of the language.
// theme.js and language.js listen to them.

import { h } from "./elements.js";
import { pageLanguage, pageTranslator } from "./texts.js";

/** A word of the frame; language.js changes it. @param {string} id */
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

// The same in the room of a sign.
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
