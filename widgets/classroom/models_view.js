// The Builder on the class board: one model for all, and the pupils' models side by side, with their consent.

import { CLASS_TEXTS } from "./class_texts.js";
import { BUILDER_PAGE, pageAddress, renderAvatar } from "./avatars.js";
import { renderOutcomeCounts } from "./board_charts.js";
import { fillPlaceholders, h } from "../page/elements.js";

/** @returns {HTMLElement | null} null outside the page of the Builder */
export function renderSendModelForm(board) {
  const { data } = board;
  if (data.lesson !== BUILDER_PAGE) return null;
  const field = h("input", {
    type: "text",
    key: "model",
    value: data.pace.model || "2d6 : sum",
    maxlength: "1000",
    size: "34",
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": CLASS_TEXTS.models_line_label,
  });
  const send = (event) => {
    event.preventDefault();
    board.changeSession({ model: field.value });
  };
  return h(
    "form",
    { class: "km-classboard-card km-classboard-row", on: { submit: send } },
    h("b", { text: CLASS_TEXTS.models_class_heading }),
    field,
    h("button", { type: "submit", key: "send-model", class: "km-primary", text: CLASS_TEXTS.models_send_button }),
    h("a", {
      class: "km-class-button",
      href: `${pageAddress(BUILDER_PAGE)}#m=${encodeURIComponent(data.pace.model || "2d6 : sum")}`,
      target: "_blank",
      text: CLASS_TEXTS.models_builder_button,
    }),
  );
}

export function renderPupilModels(board) {
  const { models = [] } = board.data;
  if (!models.length) return null;
  return h(
    "section",
    { class: "km-classboard-models", "aria-label": CLASS_TEXTS.models_own_label },
    h("h2", { text: fillPlaceholders(CLASS_TEXTS.models_own_count, { n: `${models.length}` }) }),
    models.map((one) =>
      h(
        "div",
        { class: "km-classboard-card" },
        h(
          "div",
          { class: "km-classboard-row" },
          h("span", { class: "km-classboard-face" }, renderAvatar(one.face)),
          h("b", { dir: "auto", text: board.called(one) }),
          board.button(
            [
              CLASS_TEXTS.models_ask_button,
              "Asked",
              CLASS_TEXTS.models_hide_button,
              CLASS_TEXTS.models_ask_again_button,
            ][one.consent],
            `own:${one.n}`,
            () =>
              board.sendRequest("request-or-remove-pupil-picture", {
                pupil: one.n,
                show: one.consent === 0 || one.consent === 3,
              }),
            "km-small",
            { title: CLASS_TEXTS.models_ask_hint },
          ),
        ),
        one.picture && [
          h("p", {}, h("code", { text: one.picture.line })),
          h("p", { text: one.picture.ask }),
          renderOutcomeCounts(one.picture),
          h("p", {
            class: "km-classboard-key",
            text: `${one.picture.total} trials${
              one.picture.said ? ", as the pupil’s own browser says" : ""
            }, open bars: exact probabilities`,
          }),
        ],
      )
    ),
  );
}
