// Who is in the room: names, and who comes in or is taken out. The board's views build on it.

import { CLASS_TEXTS } from "./class_texts.js";
import { renderAvatar } from "./avatars.js";
import { h, isolateDirection } from "../page/elements.js";
import { selectListeners } from "../page/keyboard.js";
import { MAX_NAME_LENGTH } from "../page/constants.js";

const JUST = 60; // seconds in which somebody has just come in
const KINDS = [["free", CLASS_TEXTS.roster_any_name], ["made", CLASS_TEXTS.roster_made_up_names_only], [
  "list",
  CLASS_TEXTS.roster_names_of_a_list,
]];

export class Roster {
  name(one) {
    return this.ui.names ? one.name : "";
  }

  // What somebody is called where a word is needed, alone.
  called(one) {
    return this.name(one) || `pupil ${one.n}`;
  }

  // The same within a sentence.
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

  // Where a dialog says what was refused.
  wrong() {
    return h("p", { role: "alert", class: "km-classboard-warning", hidden: true });
  }

  // All that are in, each a button.
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
            { "aria-label": this.called(one), title: CLASS_TEXTS.roster_name_remove },
          ),
        )
      ),
      pupils.length
        ? null
        : h("li", { class: "km-classboard-empty", text: CLASS_TEXTS.roster_nobody_yet_faces_appear_here }),
    );
  }

  // What a teacher may do about one pupil.
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
      confirm(`Remove ${this.calledInSentence(one)} from the class? Their results are deleted.`) &&
      then("remove-pupil");
    const dialog = this.openDialog(
      CLASS_TEXTS.roster_one_pupil,
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
          h("button", { type: "submit", class: "km-primary", text: CLASS_TEXTS.roster_give_this_name }),
        ),
        h(
          "div",
          { class: "km-classboard-row" },
          this.button(
            one.hidden ? CLASS_TEXTS.roster_name_on_the_board : CLASS_TEXTS.roster_keep_the_name_off_the,
            "hide",
            () => then("set-name-hidden", { hidden: !one.hidden }),
          ),
          this.button(CLASS_TEXTS.roster_refuse_this_name, "refuse", () => then("rename-or-reject-name"), "", {
            title: CLASS_TEXTS.roster_a_made_up_name_replaces,
          }),
          this.button("Remove", "out", out, "km-red"),
        ),
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
      { key: "names-of", "aria-label": CLASS_TEXTS.roster_names_in_this_class, on: selectListeners(choose) },
      KINDS.map(([value, text]) => h("option", { value, text, selected: value === pace.names })),
    );
  }

  // A list that is pasted, a name on each line: pupils choose theirs.
  askList() {
    const lines = h("textarea", {
      rows: "12",
      autocomplete: "off",
      spellcheck: "false",
      dir: "auto",
      required: true,
      "aria-label": CLASS_TEXTS.roster_names_one_on_each_line,
      placeholder: CLASS_TEXTS.roster_one_name_on_each_line,
    });
    lines.value = this.data.pace.list.join("\n");
    const take = async (event) => {
      event.preventDefault();
      const list = lines.value.split(/\n/).map((line) => line.trim()).filter(Boolean);
      const answer = await this.sendRequest("change-session", { pace: { names: "list", list } });
      if (answer) dialog.close();
    };
    const dialog = this.openDialog(
      CLASS_TEXTS.roster_names_of_the_class,
      h(
        "form",
        { on: { submit: take } },
        h("h2", { text: CLASS_TEXTS.roster_who_is_in_this_class }),
        h("p", { text: CLASS_TEXTS.roster_pupils_choose_their_name_when }),
        lines,
        this.wrong(),
        h(
          "div",
          { class: "km-classboard-row" },
          h("button", { type: "submit", class: "km-primary", text: CLASS_TEXTS.roster_use_these_names }),
          this.button(CLASS_TEXTS.roster_not_now, "no-list", () => dialog.close()),
        ),
      ),
    );
  }

  // Devices that want to join from one address, as soon as there are many: the teacher decides about the address.
  waitingKids() {
    const { waiting, pace } = this.data;
    const admit = (one, admission, text, cls = "") =>
      this.button(
        text,
        `admit:${admission}:${one.address}`,
        () => this.sendRequest("set-address-admission", { address: one.address, admission }),
        cls,
      );
    return waiting.map((one) => {
      const devices = one.count === 1
        ? CLASS_TEXTS.roster_1_device_from_one_address
        : `${one.count} devices from one address want`;
      const text = {
        "": `${devices} to join.`,
        list: CLASS_TEXTS.roster_from_one_address_only_pupils,
        none: CLASS_TEXTS.roster_from_one_address_nobody_else,
      }[one.admission];
      return h(
        "div",
        { class: "km-classboard-row", role: "group", "aria-label": text },
        h("b", { role: "status", text }),
        admit(one, "all", CLASS_TEXTS.roster_admit_all, "km-primary"),
        pace.list.length && one.admission !== "list"
          ? admit(
            one,
            "list",
            one.admission ? CLASS_TEXTS.roster_only_pupils_on_the_list : `Only pupils on the list (${one.listed})`,
          )
          : null,
        one.admission === "none" ? null : admit(one, "none", "None"),
      );
    });
  }

  // Who has come in within the last minute: where somebody fills the room, all of them go, and may come in again.
  renderRemoveRecentButton() {
    const just = this.data.pupils.filter((one) => !one.coded && this.now() - one.joined < JUST);
    if (just.length < 2) return null;
    return this.button(
      `Remove those of the last minute (${just.length})`,
      "clear",
      () =>
        confirm(`Remove all ${just.length} who have joined within the last minute? They can join again.`) &&
        this.sendRequest("remove-recent-pupils", { pupils: just.map((one) => one.n) }),
      "",
      { title: CLASS_TEXTS.roster_if_someone_floods_the_room },
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
          h("span", { class: "km-classboard-face" }, renderAvatar(one.face)),
          h("bdi", { text: this.ui.names ? one.name : `pupil ${one.number}` }),
          " ",
          this.button(CLASS_TEXTS.roster_let_in, `letin:${one.number}`, () =>
            this.sendRequest("allow-return", { pupil: one.number }), "km-small"),
        )
      ),
    );
  }
}
