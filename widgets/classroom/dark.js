// The button between light and dark, for the pages of a class, which have no line at the top; theme.js listens to it.

import { h } from "../page/elements.js";

export const darkButton = () =>
  h("button", {
    type: "button",
    id: "km-theme",
    "aria-pressed": String(document.body.dataset.jpThemeLight === "false"),
    "aria-label": "Dark",
    title: "Dark",
  });
