// Pupils in the room: names, admission and removal. It is the base of the board's views.

import { CLASS_TEXTS } from "./class_texts.js";
import { renderAvatar, spacedReturnCode } from "./avatars.js";
import { fillPlaceholders, h, isolateDirection } from "../page/elements.js";
import { selectListenersAfterKeyRelease } from "../page/keyboard.js";
import { MAX_NAME_LENGTH } from "../page/constants.js";

const JUST = 60; // seconds in which somebody has just come in
const KINDS = [["free", CLASS_TEXTS.roster_names_free], ["made", CLASS_TEXTS.roster_names_made_up], [
  "list",
  CLASS_TEXTS.roster_names_listed,
]];

export class Roster {
  name(one) {
    return this.ui.names ? one.name : "";
  }

  // The name or number of a pupil, to be displayed alone.
  called(one) {
    return this.name(one) || `pupil ${one.n}`;
  }

  // The name or number of a pupil, for use inside a sentence.
  calledInSentence(one) {
    return isolateDirection(this.called(one));
  }

  now() {
    return Date.now() / 1000 + this.skew;
  }

  openDialog(label, ...kids) {
    const dialog = h("dialog", {
      class: "km-classboard-card km-classboard-dialog",
      "aria-label": label,
      on: { close: () => dialog.remove() },
    }, ...kids);
    this.main.append(dialog);
    dialog.showModal();
    return dialog;
  }

  // Element in a dialog for the reason why a request was refused.
  wrong() {
    return h("p", { role: "alert", class: "km-classboard-warning", hidden: true });
  }

  // All pupils in the room, each as a button.
  faces() {
    const { pupils } = this.data;
    return h(
      "ul",
      { class: "km-classboard-canvas km-classboard-faces" },
      pupils.map((one) =>
        h(
          "li",
          {},
          this.button(
            [renderAvatar(one.face), h("b", { dir: "auto", text: this.name(one) })],
            `pupil:${one.n}`,
            () => this.askPupil(one),
            "km-classboard-pupil",
            { "aria-label": this.called(one), title: CLASS_TEXTS.roster_pupil_hint },
          ),
        )
      ),
      pupils.length ? null : h("li", { class: "km-classboard-empty", text: CLASS_TEXTS.roster_empty }),
    );
  }

  // Dialog with the teacher's commands for one pupil.
  askPupil(one) {
    const field = h("input", {
      type: "text",
      maxlength: MAX_NAME_LENGTH,
      autocomplete: "off",
      required: true,
      dir: "auto",
      "aria-label": "Name",
      value: one.hidden || (this.ui.names ? one.name : ""),
    });
    const then = async (name, tell) => (await this.sendRequest(name, { pupil: one.n, ...tell })) && dialog.close();
    const rename = (event) => {
      event.preventDefault();
      then("rename-or-reject-name", { name: field.value });
    };
    const out = () =>
      confirm(fillPlaceholders(CLASS_TEXTS.progress_remove_question, { pupil: this.calledInSentence(one) })) &&
      then("remove-pupil");
    const dialog = this.openDialog(
      CLASS_TEXTS.roster_pupil_label,
      h(
        "form",
        { on: { submit: rename } },
        h(
          "h2",
          {},
          h("span", { class: "km-classboard-face" }, renderAvatar(one.face)),
          h("bdi", { text: this.called(one) }),
        ),
        h(
          "div",
          { class: "km-classboard-row" },
          field,
          h("button", { type: "submit", class: "km-primary", text: CLASS_TEXTS.roster_give_name_button }),
        ),
        h(
          "div",
          { class: "km-classboard-row" },
          this.button(
            one.hidden ? CLASS_TEXTS.roster_show_name_button : CLASS_TEXTS.roster_hide_name_button,
            "hide",
            () => then("set-name-hidden", { hidden: !one.hidden }),
          ),
          this.button(CLASS_TEXTS.roster_refuse_name_button, "refuse", () => then("rename-or-reject-name"), "", {
            title: CLASS_TEXTS.roster_refuse_name_hint,
          }),
          this.button("Remove", "out", out, "km-red"),
        ),
        one.return_code
          ? h( // closed, because the board may be on the projector
            "details",
            {},
            h("summary", { text: CLASS_TEXTS.roster_return_code_label }),
            h("p", {}, h("b", { text: spacedReturnCode(one) }), " ", CLASS_TEXTS.roster_return_code_note),
          )
          : null,
        this.wrong(),
        h("div", { class: "km-classboard-row" }, this.button("Close", "no-pupil", () => dialog.close())),
      ),
    );
    field.select();
  }

  namesChoice() {
    const { pace } = this.data;
    const choose = (event) => {
      const names = event.target.value;
      event.target.value = pace.names;
      return names === "list" ? this.askList() : this.changeSession({ names });
    };
    return h(
      "select",
      { key: "names-of", "aria-label": CLASS_TEXTS.roster_names_label, on: selectListenersAfterKeyRelease(choose) },
      KINDS.map(([value, text]) => h("option", { value, text, selected: value === pace.names })),
    );
  }

  // Dialog in which the teacher pastes a list with one name per line. Pupils then choose their names from it.
  askList() {
    const lines = h("textarea", {
      rows: "12",
      autocomplete: "off",
      spellcheck: "false",
      dir: "auto",
      required: true,
      "aria-label": CLASS_TEXTS.roster_list_label,
      placeholder: CLASS_TEXTS.roster_list_placeholder,
    });
    lines.value = this.data.pace.list.join("\n");
    const take = async (event) => {
      event.preventDefault();
      const list = lines.value.split(/\n/).map((line) => line.trim()).filter(Boolean);
      const answer = await this.sendRequest("change-session", { pace: { names: "list", list } });
      if (answer) dialog.close();
    };
    const dialog = this.openDialog(
      CLASS_TEXTS.roster_list_title,
      h(
        "form",
        { on: { submit: take } },
        h("h2", { text: CLASS_TEXTS.roster_list_heading }),
        h("p", { text: CLASS_TEXTS.roster_list_note }),
        lines,
        this.wrong(),
        h(
          "div",
          { class: "km-classboard-row" },
          h("button", { type: "submit", class: "km-primary", text: CLASS_TEXTS.roster_list_button }),
          this.button(CLASS_TEXTS.roster_cancel_button, "no-list", () => dialog.close()),
        ),
      ),
    );
  }

  // Devices at one address that wait to join, if there are many. The teacher decides about the whole address.
  waitingKids() {
    const { waiting, pace } = this.data;
    const admit = (one, admission, text, cls = "") =>
      this.button(
        text,
        `admit:${admission}:${one.address}`,
        () => this.sendRequest("decide-address-admission", { address: one.address, admission }),
        cls,
      );
    return waiting.map((one) => {
      const devices = one.count === 1
        ? CLASS_TEXTS.roster_one_device_waits
        : fillPlaceholders(CLASS_TEXTS.roster_devices_wait, { n: `${one.count}` });
      const text = {
        "": `${devices} to join.`,
        list: CLASS_TEXTS.roster_address_listed_only,
        none: CLASS_TEXTS.roster_address_closed,
      }[one.admission];
      return h(
        "div",
        { class: "km-classboard-row", role: "group", "aria-label": text },
        h("b", { role: "status", text }),
        admit(one, "all", CLASS_TEXTS.roster_admit_all_button, "km-primary"),
        pace.list.length && one.admission !== "list"
          ? admit(
            one,
            "list",
            one.admission
              ? CLASS_TEXTS.roster_admit_listed_button
              : fillPlaceholders(CLASS_TEXTS.roster_admit_listed_count, { n: `${one.listed}` }),
          )
          : null,
        one.admission === "none" ? null : admit(one, "none", "None"),
      );
    });
  }

  // Button for use if somebody fills the room. It removes all who joined in the last minute. They may join again.
  renderRemoveRecentButton() {
    const just = this.data.pupils.filter((one) => !one.coded && this.now() - one.joined < JUST);
    if (just.length < 2) return null;
    return this.button(
      fillPlaceholders(CLASS_TEXTS.roster_remove_recent_button, { n: `${just.length}` }),
      "clear",
      () =>
        confirm(
          fillPlaceholders(CLASS_TEXTS.roster_remove_recent_question, { n: `${just.length}` }),
        ) &&
        this.sendRequest("remove-listed-recent-pupils", { pupils: just.map((one) => one.n) }),
      "",
      { title: CLASS_TEXTS.roster_flood_hint },
    );
  }

  renderRemovedPupils() {
    const { removed } = this.data;
    if (!removed.length) return null;
    return h(
      "section",
      { class: "km-classboard-is-removed", "aria-label": "Removed" },
      h("b", { text: "Removed:" }),
      removed.map((one) =>
        h(
          "span",
          {},
          h("span", { class: "km-classboard-face" }, renderAvatar(one.avatar)),
          `pupil ${one.number}`, // the class must not see a name that was taken out
          " ",
          this.button(CLASS_TEXTS.roster_admit_button, `letin:${one.number}`, () =>
            this.sendRequest("allow-return", { pupil: one.number }), "km-small"),
        )
      ),
    );
  }
}
