// The button between light and dark of pages that hide the line at the top or have none; theme.js listens to it.

import { h } from "./elements.js";

export const darkButton = (look = "") =>
  h("button", {
    type: "button",
    class: `km-theme ${look}`,
    key: "theme",
    "aria-pressed": String(document.body.dataset.jpThemeLight === "false"),
    "aria-label": "Dark",
    title: "Dark",
  });
