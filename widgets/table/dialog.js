// Draws a dialog that the kernel describes (widgets/table/dialogs.py) with native controls and sends back what they
// say.

import { pageUrlWithHash, tryCopyText } from "../page/sharing.js";
import { h } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { drawRuleExample, drawVariationComparison } from "./rule_example.js";

/** @import { DialogMessage, DialogPart } from "./messages.d.ts" */
/** @import { TableView } from "./view.d.ts" */

export class Dialog {
  /** @param {TableView} view */
  constructor(view) {
    this.view = view;
    this.el = h("dialog", {
      class: "km-table-dialog",
      on: { click: (event) => event.target === this.el && this.el.close() },
    });
  }

  /** @param {DialogPart} part */
  fields({ label, fold, fields }) {
    const body = fields.map((field) => {
      const props = { name: field.name, on: { change: () => field.again && this.again() } };
      const choice = (one, i) =>
        h(
          "label",
          { class: "km-switch" },
          h("input", { type: "radio", ...props, value: i, checked: one.value === field.value }),
          h("span", { text: one.label }),
        );
      if (field.radio) {
        return h("div", { class: "km-switches", role: "radiogroup", "aria-label": label }, field.choices.map(choice));
      }
      const input = field.choices
        ? h(
          "select",
          props,
          field.choices.map((one, i) =>
            h("option", { value: i, text: one.label, selected: one.value === field.value })
          ),
        )
        : field.least !== undefined
        ? h("input", {
          ...props,
          type: "number",
          min: field.least,
          step: 1,
          value: field.value ?? "",
          placeholder: field.hint,
        })
        : h("input", { ...props, maxlength: field.most, value: field.value, autocomplete: "off" });
      return h("label", { class: "km-field" }, h("span", { text: field.label }), input);
    });
    return fold
      ? this.view.drawDisclosure(`fold:${label}`, label, h("div", { class: "km-fields" }, body))
      : h("fieldset", { class: "km-fields" }, h("legend", { text: label }), body);
  }

  // The values of the fields: for choices their own values, for an empty number field null.
  values() {
    const form = new FormData(this.el.querySelector("form"));
    return Object.fromEntries(
      this.asked.parts.flatMap((part) => part.fields ?? []).map((field) => {
        const typed = form.get(field.name);
        const value = field.choices
          ? field.choices[String(typed)]?.value
          : field.least === undefined
          ? typed
          : typed === ""
          ? null
          : Number(typed);
        return [field.name, value];
      }),
    );
  }

  again() {
    this.view.sendRequest({ do: "open_dialog", dialog: this.asked.name, values: this.values() });
  }

  /** @param {DialogPart} part */
  part(part) {
    if (part.fields) return this.fields(part);
    if (part.columns) {
      return h(
        "section",
        {},
        h("h3", { text: part.label }),
        h(
          "div",
          { class: "km-sides" },
          h(
            "table",
            {},
            h("thead", {}, h("tr", {}, part.columns.map((text) => h("th", { scope: "col", text })))),
            h(
              "tbody",
              {},
              part.rows.map(([head, ...cells]) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row", text: head }),
                  cells.map((text) => h("td", { text })),
                )
              ),
            ),
          ),
        ),
      );
    }
    if (part.link) return this.copyLink();
    if (part.fork) return drawVariationComparison(this.view.theme, part.fork);
    if (part.show) {
      return drawRuleExample(this.view.theme, part.show, (id) => this.view.createRuleButton(id, `show:${id}`));
    }
    if (part.href) return h("p", {}, h("a", { href: part.href, target: "_blank", text: part.label }));
    if (part.rules) {
      return h(
        "p",
        { class: "km-related" },
        `${part.label}: `,
        part.rules.map((id) => this.view.createRuleButton(id, `see:${id}`)),
      );
    }
    if (part.book) {
      return h(
        "section",
        {},
        h("h3", { text: part.label }),
        h(
          "ul",
          { class: "km-rules-met" },
          part.book.map((rule) =>
            h(
              "li",
              { class: rule.met ? "km-rule-met" : "" },
              this.view.createRuleButton(rule.rule, `book:${rule.rule}`),
              h("span", { text: rule.text }),
              h("span", { class: "km-chip", text: rule.met ? TEXTS.met : TEXTS.not_met }),
            )
          ),
        ),
      );
    }
    return h("p", { class: part.look ? `km-dialog-${part.look}` : "", text: part.text });
  }

  // Opens a dialog. If a rule is opened from a dialog (the list of rules, another rule), this dialog stays behind it.
  /** @param {DialogMessage} asked */
  show(asked) {
    if (!this.el.open) this.trail = [];
    else if (asked.name === "rule" && this.asked !== asked) {
      this.trail.push({ asked: this.asked, at: this.el.scrollTop });
    }
    this.lay(asked);
  }

  back() {
    const { asked, at } = this.trail.pop();
    this.lay(asked);
    this.el.scrollTop = at;
    this.el.querySelector("header button").focus({ preventScroll: true });
  }

  /** @param {DialogMessage} asked */
  lay(asked) {
    this.asked = asked;
    const close = () => this.el.close();
    const focusedName = this.el.contains(document.activeElement) ? document.activeElement.getAttribute("name") : "";
    const parts = asked.parts.map((part) => this.part(part));
    const send = (event) => {
      event.preventDefault();
      const values = this.values();
      close();
      this.view.sendRequest({ do: asked.submit.do, values });
    };
    const body = asked.submit
      ? h(
        "form",
        { on: { submit: send } },
        parts,
        h("button", { type: "submit", class: "km-primary", text: asked.submit.label }),
      )
      : parts;
    this.el.replaceChildren(
      h(
        "header",
        {},
        h("h2", { text: asked.title }),
        this.trail.length > 0 && this.view.createButton(TEXTS.back_to_question, "back", () => this.back()),
        this.view.createButton(TEXTS.close, "close", close),
      ),
      ...[body].flat(),
    );
    this.el.setAttribute("aria-label", asked.title);
    if (!this.el.open) this.el.showModal();
    else (this.el.querySelector(`select[name="${focusedName}"]`) ?? this.el.querySelector(":checked"))?.focus();
  }

  copyLink() {
    const address = pageUrlWithHash(this.view.address ?? "");
    const field = h("input", {
      value: address,
      readonly: true,
      "aria-label": TEXTS.link,
      on: { focus: (e) => e.target.select() },
    });
    const done = h("span", { role: "status" });
    const copy = async () => {
      const taken = await tryCopyText(address);
      if (!taken) field.select();
      done.textContent = taken ? TEXTS.copied : TEXTS.copy_by_hand;
    };
    return h("div", { class: "km-row" }, field, this.view.createButton(TEXTS.copy, "copy", copy), done);
  }
}
