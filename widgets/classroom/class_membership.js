// Additions of a class to any page: joining, the pupil's identity, requests of the teacher. A lesson accesses them as
// window.kismetClass and receives the event "kismet:class".

import {
  BASE_URL,
  BUILDER_PAGE,
  clearStoredMembership,
  delay,
  MEMBERSHIP_KEY,
  ownerKeyFromLinkOrStorage,
  pageAddress,
  readMembership,
  renderAvatar,
  requestClassEndpoint,
  spacedReturnCode,
} from "./avatars.js";
import { renderHint, renderSharedPicture, renderVoteForm } from "./pupil_notices.js";
import { Outbox } from "./outbox.js";
import { renderConsentRequest, renderDiscussionForm } from "./discussion_form.js";
import { h } from "../page/elements.js";
import { preventRepeatedEnter } from "../page/keyboard.js";
import { normalizeLink } from "../page/links.js";
import { browserStorage, tabStorage } from "../page/storage.js";
import { frameTextProps } from "../page/page_controls.js";

const TEACHER = "kismet:teacher";

class ClassMembership {
  constructor() {
    this.me = readMembership();
    ownerKeyFromLinkOrStorage();
    this.pace = null;
    this.teacher = tabStorage().getItem(TEACHER) ?? "";
    this.lesson = /\/(?:lessons\/|(?=dashboards\/|builder\.))([^.]+)\.ipynb$/.exec(decodeURI(location.pathname))?.[1] ??
      "";
    this.place = h("span", { class: "km-membership" });
    this.news = h("div", { class: "km-class-news", role: "region", "aria-label": "Your class", "aria-live": "polite" });
    this.pauseOverlay = h("div", {
      class: "km-pause-overlay",
      role: "alertdialog",
      "aria-modal": "true",
      "aria-label": "Your class",
      tabindex: "-1",
      hidden: true,
    });
    this.news.addEventListener("keydown", preventRepeatedEnter);
    document.querySelector(".km-top")?.append(this.place);
    document.body.append(this.news, this.pauseOverlay);
    new ResizeObserver(
      () => {
        const room = this.news.offsetHeight ? `${this.news.offsetHeight + 16}px` : "";
        document.body.style.paddingBottom = document.documentElement.style.scrollPaddingBottom = room;
      },
    ).observe(this.news); // it covers nothing, also not what gets the focus
    this.draw();
    this.outbox = new Outbox(this);
    if (this.me) this.follow();
    else this.askTeacher();
    if (new URLSearchParams(location.search).get("show")?.startsWith("chart")) {
      document.body.append(h("img", { class: "km-show-qr", alt: "QR code of this page", src: pictureOfPage() }));
    }
    const code = new URLSearchParams(location.search).get("class");
    if (code && !this.me) location.assign(`${BASE_URL}join?class=${encodeURIComponent(code)}`);
  }

  get joined() {
    return Boolean(this.me);
  }

  // Storage for work on this page. In a class, it lasts only as long as the tab.
  get storage() {
    return this.me ? tabStorage() : browserStorage();
  }

  get lastAllowedStep() {
    return this.pace && this.pace.lesson === this.lesson ? this.pace.upto : null;
  }

  // Step at which a late pupil begins. The pupil goes there automatically or on request.
  get startStep() {
    const { lesson, start, late_start: isAutomatic } = this.pace ?? {};
    return lesson === this.lesson && (isAutomatic || this.hasCaughtUp) ? start : null;
  }

  get mayOpenAll() {
    return Boolean(this.teacher) && !this.me;
  }

  changed() {
    document.dispatchEvent(new CustomEvent("kismet:class"));
  }

  async askTeacher() {
    try {
      const { teacher } = await requestClassEndpoint("teacher-permissions", { key: ownerKeyFromLinkOrStorage() });
      if (teacher) {
        this.teacher = teacher;
        this.draw();
        tabStorage().setItem(TEACHER, teacher);
      }
    } catch {
      return; // a server that is busy: the page goes on without a class
    }
    this.changed();
  }

  // ---- telling ----

  // Sends a report. `work`: data for continuing on another device.
  report(data, work) {
    if (!this.me || !this.lesson) return;
    this.outbox.send("save-report", { lesson: this.lesson, data, work }, `report ${this.lesson}`).catch((error) => {
      if (error.status === 410) this.closed(error);
      else console.warn(error.message);
    });
  }

  nextNumber() {
    this.keep({ told: this.me.told + 1 });
    return this.me.told;
  }

  // Whether a copy of this tab has sent reports with higher numbers. If so, the next number is above theirs.
  isBehind(number) {
    if (!(number > this.me?.told)) return false;
    this.keep({ told: number });
    return true;
  }

  // Displays why the server does not accept requests now, and that no work is lost.
  warn(why) {
    const text = why && `${why} Your work is kept in this tab and is sent again automatically. Tell your teacher.`;
    this.part("unsent", text, () => text && h("p", { text }));
  }

  keep(change) {
    Object.assign(this.me, change);
    tabStorage().setItem(MEMBERSHIP_KEY, JSON.stringify(this.me));
  }

  // ---- hearing ----

  async follow() {
    for (let at = ""; this.me;) {
      try {
        const pace = await requestClassEndpoint(`poll-session-state${at}`, { key: this.me.token });
        at = `?at=${pace.at}`;
        this.pace = pace;
        if (pace.name !== this.me.name) this.keep({ name: pace.name }); // the teacher has changed it
        this.skew = pace.now - Date.now() / 1000;
        this.changed();
        this.draw();
      } catch (error) {
        if (error.status === 410) return this.closed(error);
        await delay(2000);
      }
    }
  }

  closed(error) {
    this.leave(error);
    this.news.replaceChildren(h("p", { text: `${error.message} Your work stays in this tab.` }));
  }

  leave(error) {
    clearStoredMembership(error);
    clearInterval(this.ticking);
    this.me = this.pace = null;
    this.draw();
    this.changed();
  }

  // ---- showing ----

  draw() {
    const { me, pace } = this;
    this.place.replaceChildren(
      me
        ? h(
          "details",
          { class: "km-membership-menu" },
          h("summary", {}, renderAvatar(me.face), h("b", { dir: "auto", text: me.name })),
          h(
            "div",
            {},
            h("p", {
              text: "You are in a class. Your teacher sees how far you are and what you write, and can show it to " +
                "the class. The class doesn’t see your name unless you agree.",
            }),
            me.return_code &&
              h("p", {}, h("span", frameTextProps("return_code")), " ", h("b", { text: spacedReturnCode(me) })),
            h("button", {
              type: "button",
              text: "Leave the class",
              on: {
                click: () =>
                  confirm("Do you want to leave the class? Your results stay with the class.") && this.leave(),
              },
            }),
          ),
        )
        : h(
          "span",
          { class: "km-pupil-ways" },
          this.projector(),
          this.renderOpenClassLink(),
          h("a", { href: `${BASE_URL}join`, class: "km-join", ...frameTextProps("join") }),
        ),
    );
    const paused = Boolean(pace?.paused);
    if (this.pauseOverlay.hidden === paused) {
      this.pauseOverlay.hidden = !paused;
      for (const el of document.body.children) if (el !== this.pauseOverlay) el.inert = paused;
      if (paused) {
        this.pauseOverlay.replaceChildren(
          renderAvatar(me.face),
          h("h2", { text: "Eyes to the front" }),
          h("p", { text: "Your work is saved. The lesson continues automatically." }),
        );
        this.pauseOverlay.focus();
      }
    }
    if (!pace) this.news.replaceChildren();
    else for (const [part, of, make] of this.parts(pace)) this.part(part, JSON.stringify(of), make);
  }

  // Parts of the notices. A part is redrawn only if its content has changed, so that a form keeps the typed text.
  parts({ lesson, ends, consent, round, rolls, vote, hint, shown, talk, start, late_start, own = [] }) {
    return [
      ["hint", hint, () => hint && renderHint(hint, () => this.sendQuietly("mark-hint-read"))],
      [
        "vote",
        vote,
        () => vote && renderVoteForm(vote, (voice) => this.outbox.send("save-vote", voice)),
      ],
      [
        "talk",
        talk,
        () => talk && renderDiscussionForm(talk, (voice) => this.outbox.send("save-discussion-reply", voice)),
      ],
      [
        "own",
        own,
        () =>
          h(
            "div",
            {},
            own.map((one) =>
              renderConsentRequest(one, (yes) =>
                this.sendQuietly("save-name-consent", { slip: one.id, yes }, `mine ${one.id}`))
            ),
          ),
      ],
      ["round", [round, rolls, lesson], () => this.round()],
      ["late", [lesson, start, late_start], () => this.late()],
      ["consent", consent, () => this.consent()],
      ["shown", shown, () => h("div", {}, shown.map(renderSharedPicture))],
      ["elsewhere", lesson, () => this.elsewhere()],
      ["timer", ends, () => this.timer()],
    ];
  }

  part(name, now, make) {
    let place = this.news.querySelector(`:scope > [data-part="${name}"]`);
    if (place?.now === now) return;
    place ??= this.news.appendChild(h("div", { "data-part": name }));
    place.now = now;
    place.replaceChildren(...[make()].filter((el) => el && el.childNodes.length));
    place.hidden = !place.childElementCount;
  }

  sendQuietly(name, tell, place) {
    return this.outbox.send(name, tell, place).catch(() => {});
  }

  // Link that displays only the chart of a dashboard, with its current setting, for a projector.
  projector() {
    if (!location.pathname.includes("/dashboards/") || document.querySelector(".km-project")) return null;
    return h("a", {
      href: "?show=chart",
      class: "km-join km-wide",
      target: "_blank",
      ...frameTextProps("project"),
      on: { click: (event) => (event.target.href = `?show=chart${location.hash}`) },
    });
  }

  // Link for the owner of the server. It opens a class with this page.
  renderOpenClassLink() {
    const isPrivate = document.body.dataset.private !== undefined; // nobody else can come in
    return this.teacher && this.lesson && !isPrivate
      ? h("a", {
        href: `${BASE_URL}class?lesson=${encodeURIComponent(this.lesson)}`,
        class: "km-join km-wide",
        ...frameTextProps("open_class"),
        on: { click: (event) => this.withModel(event.target) },
      })
      : null;
  }

  // A class that is opened from the Builder begins with the current model.
  withModel(link) {
    const model = this.lesson === BUILDER_PAGE && /^#m=(.+)$/.exec(normalizeLink(location.hash))?.[1];
    if (model) link.href = `${BASE_URL}class?lesson=${BUILDER_PAGE}&model=${encodeURIComponent(model)}`;
  }

  elsewhere() {
    if (!this.pace.lesson || this.pace.lesson === this.lesson) return null;
    return h(
      "p",
      {},
      "Your class is on a different page. ",
      h("a", { href: pageAddress(this.pace.lesson), text: "Go there" }),
    );
  }

  late() {
    const { lesson, start, late_start: isAutomatic } = this.pace;
    if (!start || isAutomatic || lesson !== this.lesson) return null;
    const place = h("p", {}, h("span", frameTextProps("class_ahead")), " ");
    place.append(h("button", {
      type: "button",
      class: "km-primary",
      ...frameTextProps("class_ahead_button"),
      on: {
        click: () => {
          this.hasCaughtUp = true;
          place.remove();
          this.changed();
        },
      },
    }));
    return place;
  }

  timer() {
    clearInterval(this.ticking);
    if (!this.pace.ends) return null;
    const clock = h("b");
    const tick = () => {
      const left = Math.max(0, Math.round(this.pace.ends - Date.now() / 1000 - this.skew));
      clock.textContent = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "Time is up.";
      if (!left) clearInterval(this.ticking);
    };
    this.ticking = setInterval(tick, 1000);
    tick();
    return h("p", { class: "km-class-clock", role: "timer", "aria-live": "off" }, clock);
  }

  consent() {
    const { consent } = this.pace;
    const say = (yes) => () => this.sendQuietly("save-picture-consent", { yes });
    if (consent === 1) {
      return h(
        "p",
        {},
        "Can the class see your picture? ",
        h("button", { type: "button", class: "km-primary", text: "Yes", on: { click: say(true) } }),
        " ",
        h("button", { type: "button", text: "No", on: { click: say(false) } }),
      );
    }
    if (consent === 2) {
      return h(
        "p",
        {},
        "The class can see your picture. ",
        h("button", { type: "button", text: "Hide it again", on: { click: say(false) } }),
      );
    }
    return null;
  }

  round() {
    const { round, rolls, lesson } = this.pace;
    if (!round || lesson !== this.lesson) return null;
    const place = h("div", { class: "km-round-of" });
    const go = async () => {
      try {
        const came = await requestClassEndpoint("play-round", { key: this.me.token, tell: {} });
        const tokens = h(
          "span",
          { class: "km-tokens" },
          came.at.map((_, i) => h("i", { class: came.hit[i] ? "km-hit" : "km-miss", text: came.names[i] })),
        );
        const sum = rolls === 1
          ? `${came.say}: ${came.hits ? `yes, ${came.words}` : `not ${came.words}`}.`
          : `${came.hits} of ${rolls}: ${came.words}.`;
        place.replaceChildren(
          rolls > 1 ? tokens : "",
          h(
            "p",
            {},
            sum,
            " ",
            h("button", { type: "button", text: "Close", on: { click: () => (place.parentElement.hidden = true) } }),
          ),
        );
      } catch (error) {
        place.append(h("p", { text: error.status ? error.message : "This didn’t reach the server. Try again." }));
      }
    };
    place.append(
      h("p", { text: rolls === 1 ? "The whole class: one trial each." : `The whole class: ${rolls} trials each.` }),
      h("button", {
        type: "button",
        class: "km-primary",
        text: rolls === 1 ? "My turn" : `My ${rolls} goes`,
        on: { click: go },
      }),
    );
    return place;
  }
}

function pictureOfPage() {
  const path = location.pathname.slice(BASE_URL.length) + location.hash;
  return `${BASE_URL}class/qr.svg?path=${encodeURIComponent(path)}`;
}

window.kismetClass = new ClassMembership();
