// The class board, which the projector shows: the selected view and the commands of the teacher.

import { CLASS_TEXTS } from "./class_texts.js";
import { TeacherPage } from "./teacher_page.js";
import { answersViewElements } from "./answers_view.js";
import { renderJoinView } from "./join_view.js";
import { renderEndView } from "./end_view.js";
import { BUILDER_PAGE, ownerKeyFromLinkOrStorage, renderRoomCode, requestClassEndpoint } from "./avatars.js";
import { darkModeButton, languageButton } from "../page/page_controls.js";
import { animateDrop } from "./board_charts.js";
import { cycleRevealLevel, renderPredictionsView } from "./predictions_view.js";
import { renderProgressView } from "./progress_view.js";
import { renderTrialsView, startClassRound } from "./trials_view.js";
import { renderDiscussionView } from "./discussion_view.js";
import { boardQuestions } from "./view_parts.js";
import { toggleVoteOfView } from "./vote_controls.js";
import { h } from "../page/elements.js";
import { normalizeLink, normalizeLinkAndRemoveSpaces } from "../page/links.js";
import { DEFAULT_DAYS_KEPT, KEPT_DAYS_CHOICES } from "../page/constants.js";

const VIEWS = {
  Join: renderJoinView,
  Progress: renderProgressView,
  Predictions: renderPredictionsView,
  Answers: answersViewElements,
  Rolls: renderTrialsView,
  Talk: renderDiscussionView,
  End: renderEndView,
};
const TABS = Object.keys(VIEWS);
// `front`: the class sees the board, so stuck pupils are displayed only on request of the teacher.
const FIRST = { tab: "Join", names: true, front: true, level: 0, source: "lesson", replies: false, votes: false };

class ClassBoard extends TeacherPage {
  constructor(main) {
    super(main, "poll-board", "kismet:board", FIRST);
    ownerKeyFromLinkOrStorage(); // goes from the address
    this.key = normalizeLinkAndRemoveSpaces(location.hash).slice(1);
    if (this.key) this.pollData();
    else this.offer();
  }

  get timed() {
    return ["Join", "Progress"].includes(this.ui.tab);
  }

  async offer() {
    const { local } = await requestClassEndpoint("teacher-permissions", { key: ownerKeyFromLinkOrStorage() }).catch(
      () => ({}),
    );
    const asked = new URLSearchParams(location.search);
    const [lesson, model] = ["lesson", "model"].map((name) => normalizeLink(asked.get(name) ?? ""));
    const days = h(
      "select",
      { "aria-label": CLASS_TEXTS.class_board_keep_label },
      KEPT_DAYS_CHOICES.map((value) =>
        h("option", {
          value,
          text: `Kept for ${{ 1: "1 day", 7: "a week", 365: "a year" }[value] ?? `${value} days`}`,
          selected: value === DEFAULT_DAYS_KEPT,
        })
      ),
    );
    this.key = ownerKeyFromLinkOrStorage();
    const papers = lesson && !lesson.includes("/") && lesson !== BUILDER_PAGE
      ? this.paperButtons(`?lesson=${encodeURIComponent(lesson)}`)
      : [];
    const open = this.button("Open a class", "open", async () => {
      days.disabled = true;
      const made = await this.sendRequest("open-room", { lesson, days: Number(days.value) });
      days.disabled = false;
      if (!made || this.key === made.secret) return; // a second press has got the same class
      this.key = made.secret;
      history.replaceState(null, "", `${location.pathname}#${made.secret}`);
      if (model) await this.changeSession({ model });
      this.view.replaceChildren();
      this.pollData();
    }, "km-primary");
    this.head.replaceChildren(languageButton(), darkModeButton());
    this.view.replaceChildren(
      h(
        "div",
        { class: "km-classboard-is-open" },
        h("h1", { text: CLASS_TEXTS.class_board_open_title }),
        h("p", {
          text: CLASS_TEXTS.class_board_open_note,
        }),
        lesson ? h("p", { text: CLASS_TEXTS.class_board_open_lesson }) : null,
        local ? h("div", { class: "km-classboard-row" }, open, days, papers) : h("p", {
          text: CLASS_TEXTS.class_board_open_how,
        }),
      ),
    );
    open.focus();
  }

  render() {
    const { data, ui } = this;
    const talk = data.talk?.number ?? 0;
    if (talk > (ui.talked ?? 0)) { // opened at the desk: the projector goes there by itself, once
      Object.assign(ui, { tab: "Talk", talked: talk });
    }
    const spot = data.pace.votes.spot?.[0] ?? 0;
    if (spot > (ui.spot ?? 0)) Object.assign(ui, { tab: "Answers", question: boardQuestions(this).length - 1, spot });
    document.documentElement.toggleAttribute("data-projector", Boolean(ui.projector));
    this.redrawIfChanged(this.head, [data.title, data.code, data.pupils.length, ui.tab], () => this.headKids());
    this.redrawIfChanged(this.foot, [data.pace, data.steps, ui.tab], () => this.footKids());
    this.redrawIfChanged(
      this.view,
      [{ ...data, version: 0, now: 0 }, ui, this.beat],
      () => [VIEWS[ui.tab](this)].flat(),
    );
    // without a lesson, all views lead to Join
    this.view.dataset.tab = data.lesson || ["Talk", "End"].includes(ui.tab) ? ui.tab : "Join";
    if (ui.tab === "Rolls" && this.inRound) this.fall();
  }

  // In a round, a ball falls from the avatar of each pupil who has just played into the column of the outcome.
  fall() {
    const { pace: { rounds }, round: { pupils } } = this.data;
    const [number] = rounds.at(-1);
    if (this.fell?.number !== number) this.fell = { number, of: new Set() };
    const faces = this.view.querySelectorAll(".km-classboard-strip li");
    const columns = this.view.querySelectorAll(".km-predictions-outcomes .km-predictions-track");
    pupils.filter((line) => !this.fell.of.has(line.n)).forEach((line, i) => {
      this.fell.of.add(line.n);
      const from = faces[pupils.indexOf(line)]; // none for those whose faces have no room
      if (from) animateDrop(from, columns[line.at], 30 * i);
    });
  }

  headKids() {
    const { data, ui } = this;
    return [
      this.titleHeading(),
      h(
        "nav",
        { "aria-label": "Views" },
        TABS.map((tab, i) =>
          this.button(tab, `tab:${tab}`, () => this.updateViewState({ tab }), tab === ui.tab ? "km-is-active" : "", {
            "aria-current": tab === ui.tab ? "page" : null,
            title: `Key ${i + 1}`,
          })
        ),
      ),
      h(
        "span",
        { class: "km-classboard-room-code" },
        h("a", {
          class: "km-classboard-teacher-link",
          href: `desk#${this.key}`,
          target: "_blank",
          text: CLASS_TEXTS.class_board_desk_link,
        }),
        h("small", { text: "room " }),
        renderRoomCode(data.code),
        h("b", { text: ` ${data.pupils.length}`, "aria-label": `${data.pupils.length} pupils` }),
        languageButton(),
        darkModeButton(),
      ),
    ];
  }

  // Returns whether the key is a command of the board.
  pressed(key) {
    const { ui } = this;
    const keys = {
      p: () => this.pause(),
      h: () => this.hold(),
      n: () => this.openNext(),
      t: () => this.more(60),
      g: () => startClassRound(this, 10),
      o: () => startClassRound(this, 1),
      m: () => this.updateViewState({ names: !ui.names }),
      c: () => this.updateViewState({ front: !ui.front }),
      f: () => this.updateViewState({ projector: !ui.projector }),
      r: () => cycleRevealLevel(this),
      v: () => toggleVoteOfView(this),
    };
    const tab = TABS[Number(key) - 1];
    const run = tab ? () => this.updateViewState({ tab }) : keys[key];
    if (!run) return false;
    run();
    this.live.textContent = tab ?? "";
    return true;
  }

  async close() {
    if (
      !confirm(CLASS_TEXTS.class_board_close_question) ||
      !confirm(CLASS_TEXTS.class_board_close_again)
    ) return;
    this.asking.abort();
    if (await this.sendRequest("close-room", {})) {
      this.showClassClosed(CLASS_TEXTS.class_board_closed_note);
    } else this.pollData();
  }
}

new ClassBoard(document.getElementById("km-main"));
