// The teacher page, which only the teacher sees: texts and models of pupils, tray, plan, and data kept after the
// lesson. It opens in a separate window or on a phone. The projector shows the board.

import { CLASS_TEXTS } from "./class_texts.js";
import { renderAfterClassView } from "./after_class_view.js";
import { TeacherPage } from "./teacher_page.js";
import { darkModeButton, languageButton } from "../page/page_controls.js";
import { pageAddress, renderRoomCode } from "./avatars.js";
import { renderLessonPlanView } from "./lesson_plan_view.js";
import { placeLiftedSampleByKey, renderSelectionView } from "./selection_view.js";
import { renderPupilsView } from "./pupils_view.js";
import { renderMisconceptions } from "../lesson/misconceptions_view.js";
import { h } from "../page/elements.js";

const DESK = {
  Plan: renderLessonPlanView,
  Pupils: renderPupilsView,
  Tray: renderSelectionView,
  Ideas: (desk) => renderMisconceptions(desk.data.misconceptions, pageAddress),
  After: renderAfterClassView,
};
const SIDES = Object.keys(DESK);
const AT_FIRST = { tab: "Pupils", names: true, about: "chips", who: "all" };

class TeacherView extends TeacherPage {
  constructor(main) {
    super(main, "poll-teacher-view", "kismet:desk", AT_FIRST);
    if (this.key) this.pollData();
    else this.showClassClosed(CLASS_TEXTS.teacher_no_link);
  }

  get timed() {
    return this.ui.tab === "Pupils";
  }

  render() {
    const { data, ui } = this;
    this.redrawIfChanged(this.head, [data.title, data.code, data.pupils.length, ui.tab], () => this.deskHead());
    this.redrawIfChanged(this.foot, [data.pace, data.steps], () => this.footKids());
    this.redrawIfChanged(
      this.view,
      [{ ...data, version: 0, now: 0 }, ui, this.beat],
      () => [DESK[ui.tab](this)].flat(),
    );
    this.view.dataset.tab = `Desk${ui.tab}`;
  }

  deskHead() {
    const { data, ui } = this;
    return [
      this.titleHeading(),
      h(
        "nav",
        { "aria-label": "Views" },
        SIDES.map((tab) =>
          this.button(tab, `tab:${tab}`, () => this.updateViewState({ tab }), tab === ui.tab ? "km-is-active" : "", {
            "aria-current": tab === ui.tab ? "page" : null,
          })
        ),
      ),
      h(
        "span",
        { class: "km-classboard-room-code" },
        h("small", { text: "only you see this " }),
        renderRoomCode(data.code),
        this.button("Phone", "phone", () => this.onPhone(), "km-small", {
          title: CLASS_TEXTS.teacher_phone_hint,
        }),
        languageButton(),
        darkModeButton(),
      ),
    ];
  }

  // A code to scan. Anyone with this code can open the teacher page, so the board never displays it.
  async onPhone() {
    const found = await this.sendRequest("create-phone-link", {});
    if (!found) return;
    const picture = h("img", {
      src: URL.createObjectURL(new Blob([found.picture], { type: "image/svg+xml" })),
      alt: CLASS_TEXTS.teacher_phone_qr_alt,
      width: "280",
      height: "280",
    });
    const dialog = this.openDialog(
      CLASS_TEXTS.teacher_phone_label,
      h("h2", { text: CLASS_TEXTS.teacher_phone_title }),
      h("p", {
        text: CLASS_TEXTS.teacher_phone_note,
      }),
      picture,
      h("p", { class: "km-teacher-address", text: found.address }),
      this.button("Close", "no-phone", () => dialog.close(), "km-primary"),
    );
  }

  // Handles a key. Returns whether the key is a command of this page.
  pressed(key) {
    if (this.ui.tab === "Tray" && placeLiftedSampleByKey(this, key)) return true;
    const run = { p: () => this.pause(), h: () => this.hold(), n: () => this.openNext(), t: () => this.more(60) }[key];
    run?.();
    return Boolean(run);
  }
}

new TeacherView(document.getElementById("km-main"));
