// What each view of the teacher's board shows.

import { BASE, codeDice, diceWord, face, lessonPage } from "./faces.js";
import { modelSender, ownModels } from "./models.js";
import { ownPicture } from "./news.js";
import {
  beforeAfter,
  chipColumns,
  fellColumns,
  of100,
  percent,
  settling,
  sureDot,
  tinyColumns,
  winners,
} from "./pictures.js";
import { People } from "./people.js";
import { h } from "../page/elements.js";
import { halfUp } from "../page/numbers.js";

const LETTERS = "ABCDEFGH";
const STUCK = 180; // seconds without a move after which somebody may need the teacher

export class Views extends People {
  namesButton() {
    return this.button(
      this.ui.names ? "Hide names" : "Show names",
      "names",
      () => this.set({ names: !this.ui.names }),
      "",
      { title: "Key M" },
    );
  }

  address() {
    const here = /^(localhost|127\.|\[::1\])/.test(location.hostname);
    return (here && this.data.hosts[0]) || new URL(BASE, location.href).href;
  }

  join() {
    const { data } = this;
    const group = (label, of) =>
      h(
        "optgroup",
        { label },
        Object.entries(of).map(([id, title]) => h("option", { value: id, text: title, selected: id === data.lesson })),
      );
    const choose = h(
      "select",
      {
        key: "lesson",
        "aria-label": "Lesson of the class",
        on: { change: (event) => event.target.value && this.goTo(event.target.value) },
      },
      h("option", { value: "", text: "Choose a lesson …", disabled: true, selected: !data.lesson }),
      group("Lessons: predict, run, compare", data.lessons),
      group("Questions: move one thing and watch", data.dashboards),
    );
    const alone = !data.hosts.length && /^(localhost|127\.)/.test(location.hostname);
    return [
      h(
        "section",
        { class: "km-card km-x-come" },
        h("h2", { text: `Come in with ${diceWord(data.code.length)} dice.` }),
        h("p", { class: "km-x-address", text: `${this.address().replace(/^http:\/\//, "")}join` }),
        h("p", { class: "km-x-big" }, codeDice(data.code)),
        h(
          "div",
          { class: "km-x-scan" },
          h("img", {
            src: `${BASE}class/qr.svg?path=${encodeURIComponent("join")}`,
            alt: "QR picture of the address",
            width: "220",
            height: "220",
          }),
          h(
            "p",
            {},
            "or scan this.",
            h("br"),
            h("b", { text: "No account, no real name:" }),
            h("br"),
            "the game gives you one.",
          ),
        ),
        alone
          ? h("p", { class: "km-x-warn", text: "This machine is in no network: only its own browser can join." })
          : null,
      ),
      h(
        "section",
        { class: "km-x-in" },
        h(
          "div",
          { class: "km-x-row" },
          h(
            "p",
            { class: "km-x-count" },
            h("b", { text: String(data.pupils.length) }),
            data.pupils.length === 1 ? " has come in" : " have come in",
          ),
          data.lesson ? choose : null,
        ),
        data.lesson ? null : h(
          "div",
          { class: "km-x-first" },
          h("label", {}, h("b", { text: "What does the class begin with?" }), choose),
          h("p", { text: "Who is in goes there by itself." }),
        ),
        this.faces(),
        this.takenOut(),
        h(
          "div",
          { class: "km-x-row" },
          this.nextDeed(),
          this.justCame(),
          this.namesChoice(),
          this.namesButton(),
          this.button(
            data.pace.locked ? "Open the door" : "Lock the door",
            "lock",
            () => this.pace({ locked: !data.pace.locked }),
            "",
            { title: "Nobody else can come in" },
          ),
        ),
      ),
    ];
  }

  // Another lesson: nothing exact of it has been shown yet.
  goTo(lesson) {
    this.set({ level: 0 });
    return this.send("change", { lesson });
  }

  // What comes next while a class gathers.
  nextDeed() {
    const { data, ui } = this;
    if (!data.lesson) return null;
    if (!data.pupils.length) {
      return ui.projector
        ? null
        : this.button("Make it large for the projector", "large", () => this.set({ projector: true }), "km-lead", {
          title: "Key F",
        });
    }
    return this.button(
      data.steps ? "All are in: see their progress" : "All are in: see what they roll",
      "begin",
      () => this.set({ tab: data.steps ? "Progress" : "Rolls" }),
      "km-lead",
    );
  }

  // ---- progress ----

  atGate(one) {
    return this.data.pace.upto && one.step === this.data.pace.upto && one.done.includes(one.step);
  }

  // What every view shows that needs a lesson, where there is none.
  noLesson() {
    const { data } = this;
    if (!data.lesson) return this.join();
    if (data.steps) return null;
    return h(
      "section",
      { class: "km-card km-x-open" },
      h("h2", { text: "This page has no steps." }),
      h("p", { text: "Everybody moves and runs it alone; all runs come together in one picture." }),
      this.button("Rolls", "to-rolls", () => this.set({ tab: "Rolls" }), "km-lead"),
    );
  }

  progress() {
    const { data, ui } = this;
    const instead = this.noLesson();
    if (instead) return instead;
    const stops = data.steps.map(({ kind, label }, i) => {
      const there = data.pupils.filter((one) => one.step === kind || (!one.step && !i));
      return h(
        "div",
        { class: "km-x-stop" },
        h("span", { class: "km-x-crowd" }, there.map((one) => face(one.face))),
        h("i", { class: there.length ? "km-some" : "", text: there.length || "" }),
        h("small", { text: `${i + 1} ${label}` }),
      );
    });
    const road = h(
      "section",
      { class: "km-cloth km-x-road", "aria-label": "Where everybody is", tabindex: "0" },
      stops,
    );
    const shown = data.shown.map((one) =>
      h(
        "section",
        { class: "km-card km-x-own" },
        h(
          "div",
          { class: "km-x-row" },
          h("span", { class: "km-x-face" }, face(one.face)),
          h("h2", { text: ui.names ? `The picture of ${one.name}` : "One picture of the class" }),
          this.button("Put it away", `away:${one.n}`, () => this.send("ask", { pupil: one.n, show: false })),
        ),
        ownPicture(this.exactShown() ? one : { ...one, exact: undefined }),
        h(
          "p",
          {},
          h("i", { class: "km-k km-k-chips" }),
          " chips  ",
          this.exactShown() ? [h("i", { class: "km-k km-k-exact" }), " exact  "] : null,
          one.runs ? `— ${one.runs} runs` : "",
        ),
      )
    );
    const view = this.button(ui.front ? "My view" : "Class view", "front", () => this.set({ front: !ui.front }), "", {
      title: "Key C",
    });
    if (ui.front) return [road, ...shown, h("div", { class: "km-x-row" }, view)];
    const stuck = data.pupils.filter((one) => !one.coded && this.now() - one.told > STUCK && !this.atGate(one)).sort((
      a,
      b,
    ) => a.told - b.told);
    const gate = data.pupils.filter((one) => this.atGate(one));
    const rows = [...data.pupils].sort((a, b) => stuck.includes(b) - stuck.includes(a));
    return [
      road,
      ...shown,
      h(
        "div",
        { class: "km-x-two" },
        this.rows(rows, stuck),
        h(
          "aside",
          {},
          h(
            "div",
            { class: "km-x-row" },
            h("h2", { text: stuck.length ? `${stuck.length} may need you` : "All are moving" }),
            view,
          ),
          stuck.slice(0, 5).map((one) =>
            h(
              "p",
              { class: "km-card km-x-stuck" },
              h("span", { class: "km-x-face" }, face(one.face)),
              h("span", {}, h("b", { text: this.called(one) }), ` ${this.label(one.step)}, ${this.minutes(one)}`),
              this.hintButton(one, "stuck"),
            )
          ),
          gate.length ? h("p", { class: "km-card", text: `${gate.length} at the gate, all done so far` }) : null,
          h(
            "p",
            { class: "km-x-key" },
            h("i", { class: "km-mark km-done", text: "✓" }),
            " done ",
            h("i", { class: "km-mark km-twice", text: "✓" }),
            " second try ",
            h("i", { class: "km-mark km-hinted", text: "✓" }),
            " with hints ",
            h("i", { class: "km-mark km-shown", text: "–" }),
            " shown or told ",
            h("i", { class: "km-mark km-now" }),
            " here",
          ),
          this.namesButton(),
        ),
      ),
    ];
  }

  label(kind) {
    const at = this.data.steps.findIndex((step) => step.kind === kind);
    return at < 0 ? "not begun" : `${at + 1} ${this.data.steps[at].label}`;
  }

  minutes(one) {
    return `${Math.floor((this.now() - one.told) / 60)} min`;
  }

  hintButton(one, where) {
    return this.button(
      { sent: "Sent", read: "Read" }[one.hint] ?? "Hint",
      `hint:${where}:${one.n}`,
      () => this.askHint(one),
      "km-small",
      {
        title: "Send a hint",
        "aria-label": `Send a hint to ${this.called(one)}${one.hint ? ` (the last one: ${one.hint})` : ""}`,
      },
    );
  }

  // A hint for one pupil: a nudge that tells nothing of the answer, or words of one's own.
  askHint(one) {
    const { steps } = this.data;
    const own = steps.find(({ kind }) => kind === one.step) ?? steps[0];
    const text = h("textarea", { rows: "3", maxlength: "200", required: true, "aria-label": "The hint" });
    text.value = own.nudge;
    const choose = h(
      "select",
      { "aria-label": "Hints for the steps", on: { change: () => (text.value = choose.value) } },
      steps.map((step, i) =>
        h("option", { value: step.nudge, selected: step === own, text: `${i + 1} ${step.label}` })
      ),
    );
    const send = async (event) => {
      event.preventDefault();
      if (await this.send("hint", { pupil: one.n, text: text.value })) dialog.close();
    };
    const dialog = this.openDialog(
      "Send a hint",
      h(
        "form",
        { on: { submit: send } },
        h("h2", {}, h("span", { class: "km-x-face" }, face(one.face)), `A hint for ${this.called(one)}`),
        choose,
        text,
        h(
          "div",
          { class: "km-x-row" },
          h("button", { type: "submit", class: "km-lead", text: "Send" }),
          this.button("Not now", "no-hint", () => dialog.close()),
        ),
      ),
    );
    text.focus();
  }

  rows(pupils, stuck) {
    const { steps } = this.data;
    const hints = (one, kind) => (kind === "check" && one.hints ? `done with hints (${one.hints})` : "");
    const mark = (one, kind) => {
      if (one.step === kind && stuck.includes(one)) {
        return h("i", { class: "km-mark km-wait", text: this.minutes(one) });
      }
      if (one.shown.includes(kind)) return h("i", { class: "km-mark km-shown", text: "–" });
      if (one.done.includes(kind)) {
        const cls = hints(one, kind) ? "km-hinted" : one.again.includes(kind) ? "km-twice" : "km-done";
        return h("i", { class: `km-mark ${cls}`, title: hints(one, kind) || null, text: "✓" });
      }
      return h("i", { class: one.step === kind ? "km-mark km-now" : "km-mark" });
    };
    const told = (
      one,
      kind,
    ) => (one.shown.includes(kind)
      ? "shown by the page"
      : one.done.includes(kind)
      ? hints(one, kind) || "done"
      : one.step === kind
      ? "here"
      : "not yet");
    const row = (one) =>
      h(
        "tr",
        { class: stuck.includes(one) ? "km-x-late" : "" },
        h(
          "th",
          { scope: "row" },
          h("span", { class: "km-x-face" }, face(one.face)),
          h("span", { text: this.called(one) }),
        ),
        steps.map(({ kind }) => h("td", { "aria-label": told(one, kind) }, mark(one, kind))),
        h(
          "td",
          {},
          one.coded ? h("small", { text: "by code" }) : this.button(
            ["Show", "Asked", "Shown", "No"][one.consent],
            `show:${one.n}`,
            () => this.send("ask", { pupil: one.n, show: one.consent === 0 || one.consent === 3 }),
            "km-small",
            { title: "Ask to show this picture to all" },
          ),
          one.coded ? null : this.hintButton(one, "row"),
          this.button(
            "×",
            `remove:${one.n}`,
            () =>
              confirm(`Take ${this.called(one)} out of the class? What was told is deleted.`) &&
              this.send("remove", { pupil: one.n }),
            "km-small",
            { "aria-label": `Take ${this.called(one)} out of the class` },
          ),
        ),
      );
    const half = pupils.length > 10 ? Math.ceil(pupils.length / 2) : pupils.length;
    const head = () =>
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", {}),
          steps.map(({ label }, i) =>
            h("th", { scope: "col", title: label, "aria-label": label, text: String(i + 1) })
          ),
          h("th", {}),
        ),
      );
    return h(
      "div",
      { class: "km-card km-x-rows" },
      [pupils.slice(0, half), pupils.slice(half)].filter((part) => part.length).map((part) =>
        h("table", {}, head(), h("tbody", {}, part.map(row)))
      ),
    );
  }

  // ---- predictions ----

  predictions() {
    const { data, ui } = this;
    const instead = this.noLesson();
    if (instead) return instead;
    const { predictions: p } = data;
    const level = ui.level < this.levels() ? ui.level : 0;
    const most = p.exact.indexOf(Math.max(...p.exact));
    const title = [p.ask, p.ask, p.most, p.came][level];
    const words = [
      null,
      null,
      `The class put ${of100(p.class[most])} of 100 chips on “${p.names[most]}”. The exact answer: ${p.answer}.`,
      `${p.after.put} have put their chips down again.`,
    ][level] ?? `${p.put} of ${data.pupils.length} have put down their chips.`;
    const next = [
      "Reveal the guesses",
      "Lay the exact bars behind",
      this.levels() > 3 ? "Before and after" : "Cover them",
      "Cover them",
    ][level];
    const plot = level > 2 ? beforeAfter(p) : level ? chipColumns(p, level) : h(
      "div",
      { class: "km-x-cover" },
      h("b", { text: String(p.put) }),
      h("span", { text: "predictions lie under the cloth" }),
    );
    const key = level > 2
      ? h(
        "p",
        { class: "km-x-key" },
        h("i", { class: "km-k km-k-before" }),
        " before, ",
        h("i", { class: "km-k km-k-after" }),
        " after, of 100 ",
        h("br"),
        h("i", { class: "km-k km-k-exact" }),
        " exact",
      )
      : h(
        "p",
        { class: "km-x-key" },
        h("i", { class: "km-k km-k-chips" }),
        " chips of the class, of 100",
        level > 1 ? [h("br"), h("i", { class: "km-k km-k-exact" }), " exact, of 100"] : null,
      );
    return [
      h(
        "div",
        { class: "km-x-row km-x-say" },
        h("div", {}, h("h2", { text: title }), h("p", { text: words })),
        this.voteButton("chips", "Predict again"),
        this.button(next, "level", () => this.reveal(), "km-lead", { title: "Key R" }),
      ),
      this.voteIsOn("chips", p.after.put),
      h(
        "div",
        { class: "km-x-two km-x-wide" },
        h("section", { class: "km-cloth km-x-plot" }, plot, h("p", { class: "km-x-what", text: data.what })),
        h(
          "aside",
          {},
          level
            ? [
              h("h2", { text: "Ways of thinking" }),
              (level > 1 ? p.groups : p.shapes).map((group) =>
                h(
                  "div",
                  { class: "km-card km-x-group" },
                  tinyColumns(group.chips),
                  h("p", {}, h("b", { text: String(group.n) }), h("br"), group.words),
                )
              ),
              level > 1 && p.lines.length
                ? h("p", { class: "km-x-key", text: `They worked out: ${p.lines.join("; ")}` })
                : null,
              key,
            ]
            : null,
        ),
      ),
    ];
  }

  // Whether the class has seen the exact chances: before, no view of the lesson tells them.
  exactShown() {
    return !this.data.steps || this.ui.level > 1;
  }

  exactButton() {
    return this.exactShown()
      ? null
      : this.button("Show the exact chances", "exact", () => this.set({ level: 2 }), "", { title: "In all views" });
  }

  levels() {
    return this.data.predictions?.after.put ? 4 : 3;
  }

  reveal() {
    this.set({ level: (this.ui.level + 1) % this.levels() });
  }

  // ---- votes: the prediction once more, or a question that all answer with the same numbers ----

  openVote(about) {
    return this.data.pace.vote?.about === about;
  }

  voteButton(about, words) {
    if (this.openVote(about)) {
      return this.button(
        "Close the vote",
        `vote:${about}`,
        () => this.pace({ vote: null }),
        "km-gold",
        { title: "Key V" },
      );
    }
    return this.button(
      this.data.pace.votes[about] ? "Vote again" : words,
      `vote:${about}`,
      () => this.vote(about),
      "",
      { title: "Key V: everybody is asked at once" },
    );
  }

  voteIsOn(about, n) {
    return this.openVote(about)
      ? h("p", {
        class: "km-x-talk",
        role: "status",
        text: `All are asked now: ${n} of ${this.data.pupils.length} have voted.`,
      })
      : null;
  }

  vote(about) {
    this.set(about === "chips" ? { tab: "Predictions" } : { tab: "Answers", votes: true, replies: false });
    return this.pace({ vote: about });
  }

  // Key V: close the vote that is on; else open that of the view.
  voteKey() {
    if (this.data.pace.vote) return this.pace({ vote: null });
    if (!this.data.steps) return null;
    if (this.ui.tab === "Predictions") return this.vote("chips");
    return this.ui.tab === "Answers" && this.data.answers.length ? this.vote(String(this.question())) : null;
  }

  // ---- answers ----

  question() {
    return Math.min(this.ui.question ?? 0, this.data.answers.length - 1);
  }

  answers() {
    const { data, ui } = this;
    const instead = this.noLesson();
    if (instead) return instead;
    if (!data.answers.length) return [h("h2", { text: "This lesson asks no questions." })];
    const at = this.question();
    const found = data.answers[at];
    const picks = data.answers.map((one, i) =>
      this.button(
        `${i + 1} (${one.tried})`,
        `question:${i}`,
        () => this.set({ question: i }),
        i === at ? "km-here" : "",
        { "aria-pressed": String(i === at), title: one.title },
      )
    );
    const voted = ui.votes && found.votes.length > 0;
    const source = found.votes.length
      ? h(
        "span",
        { class: "km-x-picks" },
        [[false, "Lesson"], [true, "Vote"]].map(([votes, text]) =>
          this.button(text, `of:${text}`, () => this.set({ votes }), voted === votes ? "km-here" : "", {
            "aria-pressed": String(voted === votes),
          })
        ),
      )
      : null;
    const position = found.link &&
      h("a", {
        class: "km-button",
        href: `${BASE}voila/render/${found.link}`,
        target: "_blank",
        text: "Show the position",
      });
    const words = voted || found.riddle
      ? found.ask
      : `${found.tried} first answers, everyone with other numbers. For example: ${found.ask}`;
    return [
      h(
        "div",
        { class: "km-x-row km-x-say" },
        h(
          "div",
          {},
          h("h2", { text: found.title }),
          h("p", { text: `${words}${ui.replies ? ` ${found.exact}.` : ""}` }),
        ),
        h("span", { class: "km-x-picks" }, picks),
        source,
        position,
        this.voteButton(String(at), "Let all vote"),
        this.button(
          ui.replies ? "Hide the key" : "Show the key",
          "replies",
          () => this.set({ replies: !ui.replies }),
          "km-lead",
        ),
      ),
      ...(voted ? this.votes(found, String(at)) : this.mistakes(found)),
    ];
  }

  dots(sure) {
    const say = `${sure.filter((one) => one >= 75).length} sure, ${
      sure.filter((one) => one === 50).length
    } half sure, ${sure.filter((one) => one < 50).length} guessed`;
    return h("span", { class: "km-x-dots", role: "img", "aria-label": say }, sure.map(sureDot));
  }

  // What first answers stand for.
  mistakes(found) {
    const { replies } = this.ui;
    const rows = found.rows.map((row, i) =>
      h(
        "section",
        { class: `km-card km-x-answer${replies ? "" : " km-x-plain"}${row.right ? " km-x-right" : ""}` },
        h("i", { class: "km-x-letter", text: LETTERS[i] }),
        h("h3", { text: row.words }),
        h("b", { class: "km-x-n", text: String(row.sure.length) }),
        this.dots(row.sure),
        h("p", { text: replies ? row.reply : "" }),
        replies && row.lines.length ? h("p", { class: "km-x-key", text: `They wrote: ${row.lines.join("; ")}` }) : null,
      )
    );
    const below = this.belowAnswers(found.right, found.tried, found.sure_wrong);
    const [own, hinted, told] = found.how;
    if (own + hinted + told) {
      const helped = [hinted && `${hinted} with hints`, told && `${told} after they were told`].filter(Boolean);
      below.append(
        h(
          "p",
          {},
          "Right in the end: ",
          h("b", { text: `${own} by own work` }),
          helped.length ? `, ${helped.join(", ")}` : "",
        ),
      );
    }
    return [...rows, below];
  }

  // How all voted on the same numbers; with a second vote, before and after the talk.
  votes(found, about) {
    const { replies } = this.ui;
    const last = found.votes.at(-1);
    const open = this.openVote(about);
    const first = found.votes.length > 1 ? found.votes[0] : null;
    const rows = found.options.map((option, i) => {
      const sure = last.sure[i];
      const bars = first &&
        h(
          "span",
          { class: "km-x-bars" },
          this.bar("before", first.sure[i].length, first.n, "km-p-chips"),
          this.bar("after", sure.length, last.n, replies && option.right ? "km-p-hit" : "km-p-exact"),
        );
      return h(
        "section",
        { class: `km-card km-x-answer${replies ? "" : " km-x-plain"}${replies && option.right ? " km-x-right" : ""}` },
        h("i", { class: "km-x-letter", text: LETTERS[i] }),
        h("h3", { text: option.text }),
        h("b", { class: "km-x-n", text: open ? "" : String(sure.length) }),
        open ? h("span") : bars || this.dots(sure),
        h("p", {
          text: replies ? (option.right ? "Right" : [option.words, option.reply].filter(Boolean).join(". ")) : "",
        }),
      );
    });
    if (open) return [...rows, this.voteIsOn(about, last.n)];
    const right = found.options.findIndex((option) => option.right);
    const wrong = last.sure.flatMap((sure, i) => (i === right ? [] : sure));
    return [
      ...rows,
      this.belowAnswers(
        replies ? last.sure[right].length : null,
        last.n,
        replies ? wrong.filter((sure) => sure >= 75).length : null,
        last.sure[right].length / last.n,
      ),
    ];
  }

  // `right` and `wrong` are null while the key is hidden.
  belowAnswers(right, of, wrong, part = right / of) {
    const told = right === null ? "" : `${right} of ${of} are right: `;
    const talk = of > 3 && part > 1 / 3 && part < 2 / 3;
    return h(
      "div",
      { class: "km-x-row" },
      h("p", { class: "km-x-key" }, sureDot(95), " sure ", sureDot(50), " half sure ", sureDot(25), " guessed "),
      wrong === null ? null : h("p", {}, h("b", { text: String(wrong) }), " sure and wrong"),
      talk
        ? h(
          "p",
          { class: "km-x-talk" },
          told ? `${told}let neighbours talk. ` : "The class is divided: let neighbours talk. ",
          this.button("2 minutes", "talk", () => this.pace({ timer: 120 }), "km-lead"),
          " then vote.",
        )
        : null,
    );
  }

  // ---- rolls ----

  round(rolls) {
    this.set({ source: "round", tab: "Rolls" });
    return this.pace({ round: rolls });
  }

  // The pictures of runs that there are: [id, what its button says, the picture].
  sources() {
    const { data } = this;
    const own = data.steps
      ? [["lesson", "Lesson", data.rolls], ...(data.pace.rounds.length ? [["round", "Round", data.round]] : [])]
      : [];
    const tallied = (data.data ?? []).map((
      one,
      n,
    ) => [`data:${n}`, `Own data: ${one.words}`, { ...one, tallied: true }]);
    return [
      ...own,
      ...tallied,
      ...data.pools.map((pool) => [pool.id, pool.line || (data.dashboards[pool.page] ?? "Question"), pool]),
    ];
  }

  // Which of the pictures of runs is shown.
  picks(sources, id) {
    if (sources.length < 2) return null;
    return h(
      "span",
      { class: "km-x-picks" },
      sources.map(([name, text, of]) =>
        this.button(text, `source:${name}`, () => this.set({ source: name }), name === id ? "km-here" : "", {
          "aria-pressed": String(name === id),
          title: of.ask ?? text,
        })
      ),
    );
  }

  // What pupils have thrown or drawn themselves, together, beside the model.
  ownData(all, picks) {
    return [
      h(
        "div",
        { class: "km-x-row km-x-say" },
        h(
          "div",
          {},
          h("h2", { text: `Our own data: ${all.words}` }),
          h("p", {
            text: `${all.total} tallied by ${all.pupils} of ${this.data.pupils.length}. Does the model fit?`,
          }),
        ),
        picks,
      ),
      h(
        "div",
        { class: "km-x-half" },
        h(
          "section",
          { class: "km-card" },
          h("h3", { text: "What came" }),
          fellColumns(all),
          h("p", { class: "km-x-key", text: "open bars: the model" }),
        ),
        h(
          "section",
          { class: "km-card" },
          h("h3", { text: "How often is the model this far off?" }),
          h("p", { class: "km-x-verdict", text: all.says }),
        ),
      ),
    ];
  }

  rolls() {
    const { data, ui } = this;
    if (!data.lesson) return this.join();
    const sources = this.sources();
    if (!sources.length) {
      return [
        modelSender(this),
        h(
          "section",
          { class: "km-card km-x-open" },
          h("h2", { text: "Nobody has run it yet." }),
          h("p", { text: "As soon as pupils run the simulation of this page, all their runs come together here." }),
        ),
        ownModels(this),
      ];
    }
    const [id, , all] = sources.find(([name]) => name === ui.source) ?? sources[0];
    if (all.tallied) return this.ownData(all, this.picks(sources, id));
    const told = Boolean(all.ask) || this.exactShown();
    const found = told ? all : { ...all, exact: null, share: null };
    const inRound = id === "round";
    this.inRound = inRound;
    const words = `${found.hits} of ${found.total} ${found.total === 1 ? "run" : "runs"}: ${found.words}`;
    const one = inRound && data.pace.rounds.at(-1)[1] === 1;
    const picks = this.picks(sources, id);
    const title = one
      ? `How many of us? ${data.go}!`
      : found.ask
      ? found.ask.replace(/[\s:,]+$/, "")
      : "Alone it jumps, together it settles.";
    const heard = inRound
      ? `${found.pupils.length} of ${data.pupils.length} have done it.`
      : found.ask
      ? `${found.pupils.length} of ${data.pupils.length} run it with this setting.`
      : "Everybody’s runs of the lesson land in one picture.";
    return [
      h(
        "div",
        { class: "km-x-row km-x-say" },
        h("div", {}, h("h2", { text: title }), h("p", { text: heard })),
        h("span", { class: "km-x-dial", style: `--p:${found.total ? found.hits / found.total : 0}` }),
        h(
          "p",
          { class: "km-x-sum" },
          h("b", {
            text: found.total ? (one ? `${found.hits} of ${found.total}` : percent(found.hits / found.total)) : "–",
          }),
          h("span", {}, one ? found.words : words, told ? [h("br"), `exact: ${percent(found.share, 1)}`] : null),
        ),
        picks,
        this.exactButton(),
        data.steps
          ? [
            this.button("Once each", "round:1", () => this.round(1), one ? "km-lead" : "", {
              title: "Everybody makes one run: how many of us? (key O)",
            }),
            this.button("Ten each", "round:10", () => this.round(10), one ? "" : "km-lead", {
              title: "Everybody makes ten runs (key G)",
            }),
          ]
          : null,
        data.pace.rolls ? this.button("End", "round:0", () => this.pace({ round: 0 })) : null,
      ),
      h(
        "ul",
        { class: "km-x-strip" },
        found.pupils.map((line) =>
          h(
            "li",
            { class: one || told ? (line.share >= (one ? 1 : found.share) ? "km-hit" : "km-miss") : null },
            face(line.face),
            h("b", { text: one ? (line.share ? "✓" : "✗") : String(halfUp(line.share * line.runs)) }),
          )
        ),
      ),
      h(
        "div",
        { class: "km-x-half" },
        h(
          "section",
          { class: "km-card" },
          h("h3", { text: found.ask ? "What came" : data.what }),
          fellColumns(found),
          told ? h("p", { class: "km-x-key", text: "open bars: exact" }) : null,
        ),
        one
          ? h(
            "section",
            { class: "km-card" },
            h("h3", { text: `How many of ${data.games.won.at(-1)?.n ?? data.pupils.length} of us: ${found.words}` }),
            winners(data.games, told),
            h("p", {
              class: "km-x-key",
              text: `${told ? "bars: how likely each number is; " : ""}balls: our rounds, the last one golden`,
            }),
          )
          : h("section", { class: "km-card" }, h("h3", { text: `Share of “${found.words}”` }), settling(found, true)),
      ),
      modelSender(this),
      ownModels(this),
    ];
  }

  // ---- the end ----

  bar(label, n, of, cls) {
    return h(
      "div",
      { class: "km-x-bar" },
      h("small", { text: label }),
      h("span", {}, h("i", { class: cls, style: `width:${of ? (100 * n) / of : 0}%` })),
      h("b", { text: `${n} of ${of}` }),
    );
  }

  // Codes that were pasted, a line each, with a name behind it if it has one. What has a slip stays to be read once
  // more.
  async paste(field) {
    const wrong = [];
    let [came, why] = [0, ""];
    for (const line of field.value.split(/\n/).map((text) => text.trim()).filter(Boolean)) {
      const [, code, name] = /^(\S+-\S+)[\s,;:]+(.+)$/.exec(line) ?? [null, line, ""];
      if (await this.send("code", { text: code, name })) came++;
      else {
        wrong.push(line);
        why = this.said.textContent;
      }
    }
    if (wrong.length) {
      this.tell(
        wrong.length === 1 ? why : `${wrong.length} codes have a slip or are of another lesson. Read them once more.`,
      );
    }
    this.live.textContent = `${came} on the board${wrong.length ? `, ${wrong.length} not` : ""}.`;
    for (const place of this.view.querySelectorAll("textarea")) place.value = wrong.join("\n");
  }

  end() {
    const { data, ui } = this;
    const { answers = [], predictions: p } = data;
    const codes = h("textarea", {
      key: "codes",
      rows: "3",
      maxlength: "9000",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "7KQ2M-… Anna\n(a line for each pupil)",
      "aria-label": "Result codes, a line each",
    });
    const withNames = ui.names ? "names=1" : "";
    const votes = ({ votes, options }) =>
      votes.map(({ n, sure }, i) =>
        this.bar(i ? "vote after" : "vote", sure[options.findIndex((one) => one.right)].length, n, "km-p-exact")
      );
    const first = p?.after.put
      ? h(
        "section",
        { class: "km-card" },
        h("h3", { text: "Chips before, chips after" }),
        beforeAfter(p),
        h("p", { text: p.came }),
      )
      : data.steps &&
        h(
          "section",
          { class: "km-card" },
          h("h3", { text: "How far they came" }),
          data.steps.map(({ kind, label }) =>
            this.bar(label, data.pupils.filter((one) => one.done.includes(kind)).length, data.pupils.length, "km-p-hit")
          ),
        );
    return [
      h("h2", { text: data.steps ? `What ${data.pupils.length} pupils have found` : "The class" }),
      data.steps
        ? h(
          "div",
          { class: "km-x-three" },
          first,
          h(
            "section",
            { class: "km-card" },
            h("h3", { text: "Right, before and after" }),
            answers.map((
              one,
            ) => [
              h("p", { text: one.title }),
              this.bar("first answer", one.right, one.tried, "km-p-chips"),
              this.bar("in the end", one.after, one.tried, "km-p-hit"),
              one.told ? this.bar("told by the page", one.told, one.tried, "km-p-exact") : null,
              votes(one),
            ]),
          ),
          h(
            "section",
            { class: "km-card" },
            h("h3", { text: "Sure, and wrong" }),
            answers.map((
              one,
            ) => [
              h("p", { text: one.title }),
              h("p", { class: "km-x-sum" }, h("b", { text: `${one.sure_wrong} → ${one.still}` })),
            ]),
          ),
        )
        : null,
      h(
        "div",
        { class: "km-x-three" },
        data.steps
          ? h(
            "section",
            { class: "km-card" },
            h("h3", { text: "Take it along" }),
            h("p", { text: ui.names ? "With names and reasons." : "Without names." }),
            h(
              "div",
              { class: "km-x-row" },
              this.button(
                "Table (CSV)",
                "csv",
                () => this.save(`csv?${withNames}`, `class-${data.code}.csv`, "text/csv"),
              ),
              this.button("Page to print", "paper", () => this.show(`paper?${withNames}`)),
              this.button("Teacher’s sheet", "sheet", () => this.show("sheet")),
              this.namesButton(),
            ),
          )
          : null,
        data.steps
          ? h(
            "form",
            {
              class: "km-card",
              on: {
                submit: (event) => {
                  event.preventDefault();
                  this.paste(codes);
                },
              },
            },
            h("h3", { text: "Result codes" }),
            h("p", { text: "From pupils who could not join: under “My work” their lesson gives one." }),
            codes,
            h("div", { class: "km-x-row" }, h("button", { type: "submit", key: "paste", text: "Put on the board" })),
          )
          : null,
        h(
          "section",
          { class: "km-card" },
          h("h3", { text: "Close the class" }),
          h("p", {
            text: "Names, chips, runs and answers are deleted. Until then they are kept, even if the machine is " +
              "switched off.",
          }),
          this.button("Close and delete", "close", () => this.close(), "km-red"),
        ),
      ),
      h("p", {
        class: "km-x-key",
        text: "Keys: 1 to 6 views, P eyes to the front, H hold, N open next, T one minute more, R reveal, V vote, O " +
          "once each, G ten each, M names, C class view, F projector.",
      }),
      h(
        "div",
        { class: "km-x-row" },
        this.button(
          ui.projector ? "Ordinary size" : "Projector size",
          "projector",
          () => this.set({ projector: !ui.projector }),
          "",
          { title: "Key F" },
        ),
        data.lesson
          ? h("a", {
            class: "km-button",
            href: lessonPage(data.lesson),
            target: "_blank",
            text: data.steps ? "The lesson, all steps" : "The page",
            on: { click: () => sessionStorage.setItem("kismet:teacher", data.teacher) },
          })
          : null,
      ),
    ];
  }
}
