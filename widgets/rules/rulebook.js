// The rulebook: chapters on a rail, a search, rules with examples. It knows no game.
// The format of a book is in widgets/rules/rulebook_data.py.

import { isInNotebook, KernelClient } from "../page/client.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { preventRepeatedEnter } from "../page/keyboard.js";
import { normalizeLinkAndRemoveSpaces } from "../page/links.js";
import { renderInLanguage, TEXTS } from "../page/texts.js";
import { drawRulePicture, pictureWidth } from "./rule_picture.js";
import { QuizPanel } from "./quiz_panel.js";
import { addToSavedRuleCoverage, loadMetAndUnderstoodRuleIds } from "../table/rule_coverage.js";
import { roundHundredths, svgFromMarkup } from "../page/drawing.js";
import { drawRuleExample } from "../table/rule_example.js";

/** @import { RuleExampleDisplay } from "../table/messages.d.ts" */

const RIDDLES = "riddles";
const FIRST = "riddles:first"; // a few on what the first game has met
const OPTIONS = "options";

class RulebookView {
  constructor(model, el) {
    this.model = model;
    this.book = model.get("book");
    this.rules = new Map();
    for (const chapter of this.book.chapters) {
      for (const rule of chapter.rules) this.rules.set(rule.id, { ...rule, chapter });
    }
    this.open = new Set();
    this.details = new Map();
    this.pictures = new Map();
    this.found = { text: "", rules: [] };
    this.stop = new AbortController();
    this.inPage = "voila" in document.body.dataset;
    this.build(el);
    this.client = new KernelClient(model, {
      onMessage: (message) => this.onMessage(message),
      onConnectionChange: (lost) => this.showNotice(!lost ? "" : isInNotebook() ? TEXTS.lost_cell : TEXTS.lost),
    });
    this.stop.signal.addEventListener("abort", () => this.client.close());
    this.chapter = this.book.chapters[0];
    if (!this.openHash()) this.draw();
  }

  // ---- the frame ---------------------------------------------------------------------------------------------------

  build(el) {
    this.search = h("input", {
      type: "search",
      placeholder: TEXTS.search,
      "aria-label": TEXTS.search,
      autocomplete: "off",
      on: { input: () => this.draw() },
    });
    this.rail = h("nav", { lang: "en", class: "km-chapters", "aria-label": TEXTS.chapters });
    this.main = h("div", { lang: "en", class: "km-rules-all" });
    this.ring = h("p", { class: "km-rule-coverage" });
    this.live = h("p", { class: "km-visually-hidden", role: "status" });
    this.riddles = new QuizPanel({
      game: this.book.game,
      look: this.model.get("look"),
      send: (message) => this.client.request(message),
      ruleLink: (id) => this.ruleLink(id),
      onCover: () => this.drawCover(),
    });
    this.quiz = this.riddles.root;
    this.meets = h("section", { class: "km-next-rules" });
    this.strip = h("p", { class: "km-problem-message", role: "alert", hidden: true });
    this.root = h(
      "section",
      { class: "km-page km-rulebook", lang: TEXTS.lang },
      h(
        "div",
        { class: "km-table km-rule-sheet" },
        h(
          "header",
          { class: "km-rulebook-header" },
          h("h1", { text: fillPlaceholders(TEXTS.heading, this.book) }),
          this.search,
          this.ring,
          h(
            "div",
            { class: "km-row" },
            h("a", { class: "km-button", href: `../tables/${this.book.page}.ipynb`, text: TEXTS.table }),
            this.book.learn && h("a", { class: "km-button", href: this.book.learn, text: TEXTS.learn }),
            h("button", {
              type: "button",
              class: "km-button",
              text: TEXTS.print,
              on: { click: () => print() },
            }),
          ),
        ),
        this.strip,
        this.rail,
        h("div", { class: "km-rules-side" }, this.quiz, this.meets),
        this.main,
        this.live,
      ),
    );
    el.append(this.root);
    this.root.addEventListener("keydown", preventRepeatedEnter);
    const signal = { signal: this.stop.signal };
    addEventListener("hashchange", () => this.openHash(), signal);
    addEventListener("beforeprint", () => this.draw(true), signal);
    addEventListener("afterprint", () => this.draw(), signal);
  }

  // Opens the rule that the address names. Returns whether the address names a rule.
  openHash() {
    const id = normalizeLinkAndRemoveSpaces(location.hash).slice(1);
    if (this.inPage && id === OPTIONS && this.book.options.length) return this.openChapter(OPTIONS);
    if (this.inPage && [RIDDLES, FIRST].includes(id)) {
      this.draw();
      this.toRiddles();
      if (id === FIRST) this.riddles.ask({ do: "run", first: true });
      return true;
    }
    if (!this.inPage || !this.rules.has(id)) return false;
    this.openRule(id);
    return true;
  }

  openRule(id) {
    const { chapter } = this.rules.get(id);
    this.chapter = chapter;
    this.search.value = "";
    this.setRuleExpanded(id, true);
    this.draw();
    const card = this.root.querySelector(`[data-rule="${CSS.escape(id)}"]`);
    card.scrollIntoView({ block: "start" });
    card.querySelector("h3").focus({ preventScroll: true });
  }

  openChapter(chapter) {
    this.chapter = chapter;
    this.search.value = "";
    this.draw();
    this.main.scrollIntoView({ block: "nearest" });
    this.main.querySelector("h2").focus({ preventScroll: true });
    if (this.root.getBoundingClientRect().top < 0) this.root.scrollIntoView();
    return true;
  }

  ruleLink(id) {
    return this.rules.has(id)
      ? h("a", {
        class: "km-rule",
        href: `#${id}`,
        text: id,
        "aria-label": fillPlaceholders(TEXTS.rule, { id }),
        on: {
          click: (event) => {
            event.preventDefault();
            this.address(id);
            this.openRule(id);
          },
        },
      })
      : h("span", { class: "km-rule", text: id });
  }

  toRiddles() {
    const low = this.quiz.getBoundingClientRect().top > innerHeight / 3; // below the rules, as on a phone
    this.quiz.scrollIntoView({ block: low ? "start" : "nearest" });
    this.quiz.querySelector("h2, .km-button")?.focus({ preventScroll: true });
  }

  address(id) {
    if (this.inPage) history.replaceState(history.state, "", `#${id}`);
  }

  // ---- messages to the kernel --------------------------------------------------------------------------------------

  setRuleExpanded(id, on) {
    if (!on) return this.open.delete(id);
    this.open.add(id);
    if (!this.details.has(id)) this.client.request({ do: "rule", id }, { isRepeatable: true });
    else if (this.rules.get(id).shows) addToSavedRuleCoverage(this.book.game, { met: [id] });
    return true;
  }

  showNotice(text) {
    this.strip.hidden = !text;
    this.strip.textContent = text;
  }

  onMessage(message) {
    if (message.kind === "notice") this.showNotice(message.text);
    if (message.kind === "pictures") this.drawPictures(message.of);
    if (message.kind === "found" && message.text === this.search.value.trim()) {
      this.found = message;
      this.draw();
    }
    if (message.kind === "meet") this.drawNextRuleSuggestions(message.next);
    this.riddles.told(message);
    if (message.kind === "riddle") this.toRiddles(); // what lies above it may have grown since
    if (message.kind !== "rule") return;
    this.details.set(message.id, message);
    if (message.moment) addToSavedRuleCoverage(this.book.game, { met: [message.id] });
    const body = this.root.querySelector(`[data-rule="${CSS.escape(message.id)}"] .km-detail`);
    body?.replaceChildren(...this.detail(this.rules.get(message.id)));
    this.drawCover();
    const chip = body?.closest("article").querySelector(".km-rule-coverage-chip");
    chip?.replaceWith(this.drawState(message.id));
  }

  // ---- drawing -----------------------------------------------------------------------------------------------------

  state(id) {
    return this.cover.understood.has(id) ? "understood" : this.cover.met.has(id) ? "met" : "to_meet";
  }

  // A ring with text: how many rules of a game the reader has encountered and understood, without clarifications.
  drawRing({ game, rules }) {
    const cover = loadMetAndUnderstoodRuleIds(game);
    const all = rules.length;
    const count = (which) => rules.filter((id) => cover[which].has(id)).length;
    const [met, understood] = [count("met"), count("understood")];
    const ring = svgFromMarkup(
      "0 0 36 36",
      `<circle cx="18" cy="18" r="14" fill="none" stroke="#a0937a" stroke-opacity=".45" stroke-width="7"/>` +
        [[met, "#e0a017"], [understood, "#0b8465"]].map(([n, colour]) =>
          `<circle cx="18" cy="18" r="14" fill="none" stroke="${colour}" stroke-width="7" stroke-dasharray="${
            roundHundredths((88 * n) / all)
          } 88" transform="rotate(-90 18 18)"/>`
        ).join(""),
      "km-coverage-ring",
    );
    return [ring, h("span", { text: fillPlaceholders(TEXTS.coverage, { met, all, understood }) })];
  }

  // Suggestions for encountering the next rules, and the reader's progress in every game.
  drawNextRuleSuggestions(next) {
    const rule = (one) =>
      h(
        "li",
        {},
        h("b", { text: `${one.title} ` }),
        this.ruleLink(one.rule),
        h("br"),
        h("a", { href: one.link, text: TEXTS.meet_open }),
        h("span", { text: ` ${fillPlaceholders(TEXTS[`meet_${one.how}`], one)}` }),
      );
    const row = (game) =>
      h(
        "li",
        {},
        h("a", { href: `${game.page}.ipynb`, text: game.title }),
        h("p", { class: "km-rule-coverage" }, this.drawRing(game)),
      );
    this.meets.replaceChildren(
      h("h2", { text: TEXTS.meet_next }),
      next.length ? h("ul", {}, next.map(rule)) : h("p", { text: TEXTS.meet_all }),
      h("h2", { text: TEXTS.your_games }),
      h("ul", { class: "km-own-games" }, this.book.games.map(row)),
      h("p", { class: "km-note", text: TEXTS.coverage_text }),
    );
  }

  // Requests suggestions only once for all rules encountered while an answer is pending, as when a chapter opens.
  meetNext(met) {
    this.met = met;
    if (this.meeting || met.length === this.metBefore) return;
    this.metBefore = met.length;
    this.meeting = true;
    this.client.request({ do: "meet", met }, { isRepeatable: true }).then(() => {
      this.meeting = false;
      this.meetNext(this.met);
    });
  }

  drawCover() {
    this.cover = loadMetAndUnderstoodRuleIds(this.book.game);
    const here = this.book.games.find((one) => one.game === this.book.game);
    this.ring.replaceChildren(...this.drawRing(here));
    this.meetNext(here.rules.filter((id) => this.cover.met.has(id)));
    this.rail.replaceChildren(
      h(
        "ol",
        {},
        this.book.chapters.map((chapter, i) =>
          h(
            "li",
            {},
            h(
              "a",
              {
                href: `#${chapter.rules[0].id}`,
                "aria-current": chapter === this.chapter && !this.search.value ? "true" : null,
                on: {
                  click: (event) => {
                    event.preventDefault();
                    this.address(chapter.rules[0].id);
                    this.openChapter(chapter);
                  },
                },
              },
              h("b", { text: i + 1 }),
              h("span", { text: chapter.title }),
              h(
                "span",
                { class: "km-rule-level", "aria-hidden": "true" },
                chapter.rules.filter((rule) => !rule.question).map(({ id }) =>
                  h("i", { class: `km-state-${this.state(id)}` })
                ),
              ),
            ),
          )
        ),
        h(
          "li",
          {},
          h(
            "a",
            {
              href: `#${RIDDLES}`,
              on: {
                click: (event) => {
                  event.preventDefault();
                  this.toRiddles();
                },
              },
            },
            h("b", { text: "?" }),
            h("span", { text: TEXTS.riddles }),
          ),
        ),
        this.book.options.length > 0 &&
          h(
            "li",
            {},
            h(
              "a",
              {
                href: `#${OPTIONS}`,
                "aria-current": this.chapter === OPTIONS && !this.search.value ? "true" : null,
                on: {
                  click: (event) => {
                    event.preventDefault();
                    this.address(OPTIONS);
                    this.openChapter(OPTIONS);
                  },
                },
              },
              h("b", { text: "\u2194" }),
              h("span", { text: TEXTS.options }),
            ),
          ),
      ),
    );
  }

  draw(all = false) {
    const text = this.search.value.trim();
    this.drawCover();
    if (all) {
      const chapters = this.book.chapters.flatMap((chapter) => this.drawChapter(chapter));
      this.main.replaceChildren(...this.drawEssentialRules(), ...chapters, ...this.drawOptions());
    } else if (text && this.found.text !== text) {
      return this.client.request({ do: "search", text }, { isRepeatable: true });
    } else if (text) this.main.replaceChildren(...this.drawSearchResults(text));
    else if (this.chapter === OPTIONS) this.main.replaceChildren(...this.drawOptions());
    else {
      const first = this.chapter === this.book.chapters[0] ? this.drawEssentialRules() : [];
      this.main.replaceChildren(...first, ...this.drawChapter(this.chapter), this.drawWays());
    }
    const wanted = all
      ? []
      : [...this.main.querySelectorAll("[data-rule]")].map((card) => card.dataset.rule).filter((id) =>
        !this.pictures.has(id)
      );
    if (wanted.length) this.client.request({ do: "pictures", rules: wanted }, { isRepeatable: true });
    for (const id of wanted) this.pictures.set(id, null);
  }

  // Draws the pictures of some rules after the kernel has sent them.
  drawPictures(of) {
    for (const [id, picture] of Object.entries(of)) {
      this.pictures.set(id, picture);
      this.main.querySelector(`[data-rule="${CSS.escape(id)}"] .km-rule-picture`)?.replaceWith(this.drawPicture(id));
    }
  }

  drawPicture(id) {
    const picture = this.pictures.get(id);
    return h(
      "span",
      { class: "km-rule-picture", style: picture && `--km-wide:${pictureWidth(picture)}`, "aria-hidden": "true" },
      picture && drawRulePicture(this.model.get("look"), picture),
    );
  }

  drawChapter(chapter) {
    const number = this.book.chapters.indexOf(chapter) + 1;
    return [
      h("h2", { tabindex: "-1", text: `${number}. ${chapter.title}` }),
      ...chapter.rules.map((rule) => this.drawRule(rule)),
    ];
  }

  // The options of a game: the choices of each option, and the effect of each choice that is not the default.
  drawOptions() {
    const { options } = this.book;
    if (!options.length) return [];
    const row = (option) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, option.label, " ", this.ruleLink(option.rule)),
        h(
          "td",
          {},
          h(
            "ul",
            {},
            option.choices.map((choice) =>
              h("li", { text: choice.usual ? `${choice.label} (${TEXTS.usual})` : choice.label })
            ),
          ),
        ),
        h("td", { text: option.effect }),
      );
    const heads = [TEXTS.options_what, TEXTS.options_choices, TEXTS.options_effect];
    return [
      h("h2", { tabindex: "-1", text: TEXTS.options }),
      h("p", { text: TEXTS.options_text }),
      h(
        "table",
        { class: "km-options" },
        h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col", text })))),
        h("tbody", {}, options.map(row)),
      ),
    ];
  }

  // The essential rules before the chapters: how to win, what a turn is, and what can go wrong.
  drawEssentialRules() {
    if (!this.book.first.length) return [];
    const rule = (id) => {
      const { title, text } = this.rules.get(id);
      return h("li", {}, h("b", { text: `${title} ` }), this.ruleLink(id), h("p", { text }));
    };
    const part = ({ id, rules }) =>
      h("section", {}, h("h3", { text: TEXTS[`first_${id}`] }), h("ul", {}, rules.map(rule)));
    return [
      h("h2", { tabindex: "-1", text: TEXTS.first }),
      h("div", { class: "km-essential-rules" }, this.book.first.map(part)),
    ];
  }

  // The rules that the kernel has found for a question.
  drawSearchResults(text) {
    const said = fillPlaceholders(this.found.rules.length ? TEXTS.found : TEXTS.found_none, {
      n: this.found.rules.length,
      text,
    });
    this.live.textContent = said;
    return [
      h("h2", { tabindex: "-1", text: said }),
      ...this.found.rules.map((id) => this.drawRule(this.rules.get(id))),
    ];
  }

  drawWays() {
    const at = this.book.chapters.indexOf(this.chapter);
    const way = (to, label) =>
      to &&
      h(
        "button",
        {
          type: "button",
          class: "km-button",
          on: { click: () => this.openChapter(to) },
        },
        h("small", { text: label }),
        h("span", { text: to.title }),
      );
    return h(
      "nav",
      { class: "km-rules-ways" },
      way(this.book.chapters[at - 1], TEXTS.previous),
      way(this.book.chapters[at + 1], TEXTS.next),
    );
  }

  drawRule(rule) {
    const { id } = rule;
    const shown = this.open.has(id);
    const more = rule.shows || rule.chances || rule.options || rule.pages || rule.related || rule.why;
    const detail = h("div", { class: "km-detail", id: `detail-${id}`, hidden: !shown });
    if (shown) detail.append(...this.detail(rule));
    const button = more &&
      h("button", {
        type: "button",
        class: "km-button km-primary",
        "aria-expanded": String(shown),
        "aria-controls": `detail-${id}`,
        text: shown ? TEXTS.hide : TEXTS.show,
        "aria-label": `${shown ? TEXTS.hide : TEXTS.show}: ${rule.title}`,
        on: {
          click: () => {
            this.setRuleExpanded(id, !this.open.has(id));
            if (this.open.has(id)) this.address(id);
            card.replaceWith(this.drawRule(rule));
            this.root.querySelector(`[data-rule="${CSS.escape(id)}"] .km-button`).focus({ preventScroll: true });
          },
        },
      });
    const card = h(
      "article",
      { class: `km-rule-entry ${rule.question ? "km-has-question" : ""}`, "data-rule": id, id },
      this.drawPicture(id),
      h("h3", { tabindex: "-1", text: rule.title, class: rule.title.endsWith("?") && "km-quiz-question" }),
      rule.question && h("p", { class: "km-rule-question", text: rule.question }),
      h("p", { text: rule.text }),
      h(
        "footer",
        {},
        button,
        this.ruleLink(id),
        rule.source !== "printed" && h("span", { class: "km-chip", text: TEXTS[rule.source] }),
        this.drawState(id),
      ),
      detail,
    );
    return card;
  }

  drawState(id) {
    const state = this.state(id);
    return h(
      "span",
      { class: "km-rule-coverage-chip" },
      h("i", { class: `km-state-${state}`, "aria-hidden": "true" }),
      h("span", { text: TEXTS[state] }),
    );
  }

  detail(rule) {
    const told = this.details.get(rule.id);
    if (!told) return [h("p", { class: "km-note", text: TEXTS.loading })];
    const part = (label, ...kids) => h("section", { class: "km-rule-section" }, h("h4", { text: label }), kids);
    const { chances } = told;
    /** @type {RuleExampleDisplay} */
    const moment = told.moment;
    return [
      moment
        ? drawRuleExample(this.model.get("look"), moment, (id) => this.ruleLink(id))
        : h("p", { class: "km-note", text: rule.why }),
      moment?.link && h("p", {}, h("a", { class: "km-button", href: moment.link, text: TEXTS.on_table })),
      part(
        TEXTS.decided,
        h("p", { text: TEXTS[rule.source] }),
        rule.question && h("p", {}, h("b", { text: `${TEXTS.open_question}: ` }), h("span", { text: rule.question })),
      ),
      (rule.options ?? []).map((option) =>
        part(
          fillPlaceholders(TEXTS.option, option),
          h(
            "ul",
            {},
            option.choices.map((choice) =>
              h("li", { text: choice.usual ? `${choice.label} (${TEXTS.usual})` : choice.label })
            ),
          ),
        )
      ),
      rule.related &&
      h(
        "p",
        {},
        h("b", { text: `${TEXTS.see}: ` }),
        rule.related.map((id) => [this.ruleLink(id), h("span", { text: ` ${this.rules.get(id)?.title ?? ""} ` })]),
      ),
      chances.length > 0 &&
      part(
        TEXTS.chances,
        h(
          "ul",
          {},
          chances.map((one) =>
            h(
              "li",
              {},
              h("span", { text: one.prompt }),
              " ",
              h("b", { text: one.answer }),
              " ",
              this.buildLink(one.model),
            )
          ),
        ),
      ),
      rule.pages &&
      part(TEXTS.lessons, h("ul", {}, rule.pages.map(({ title, href }) => h("li", {}, h("a", { href, text: title }))))),
    ].flat().filter(Boolean);
  }

  // Link that opens this chance model in the Builder. A notebook in JupyterLab has no address for it.
  buildLink(line) {
    if (!line || !("voila" in document.body.dataset)) return null;
    return h("a", { href: `../builder.ipynb#m=${encodeURIComponent(line)}`, text: TEXTS.build_it });
  }
}

export default {
  render(shown) {
    return renderInLanguage(shown, (model, el) => {
      const book = new RulebookView(model, el);
      return () => book.stop.abort();
    });
  },
};
