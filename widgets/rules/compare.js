// Rules compared: an option with another value beside the usual one (widgets/rules/compared.py says what is sent).

import { fill, h } from "../page/elements.js";
import { W } from "../page/words.js";
import { round, svg } from "../page/kit.js";
import { drawLying } from "../table/show.js";

export const COMPARE = "compare";
const BATCHES = 10; // so many times a few deals are asked for at one click

export class Compared {
  constructor(book) {
    this.book = book;
    this.options = book.book.compare;
    this.picked = null;
    this.data = null;
    this.games = null;
    this.left = 0;
  }

  get address() {
    return this.picked ? `${COMPARE}:${this.picked.option}=${this.picked.value}` : COMPARE;
  }

  // Opens what an address names; whether it names any of this.
  follow(hash) {
    if (hash !== COMPARE && !hash.startsWith(`${COMPARE}:`)) return false;
    const [option, value] = hash.slice(COMPARE.length + 1).split("=");
    const found = this.options.find((one) => one.option === option);
    const wanted = found?.values.find((one) => String(one.value) === value) ?? found?.values[0];
    if (wanted) this.pick(found.option, wanted.value);
    return true;
  }

  pick(option, value) {
    if (this.picked?.option === option && this.picked.value === value) return;
    this.picked = { option, value };
    this.data = this.games = null;
    this.left = 0;
    this.book.client.ask({ do: "compare", option, value }, { again: true });
  }

  told(message) {
    if (message.option !== this.picked?.option || message.value !== this.picked.value) return;
    if (message.kind === "compared") this.data = message;
    if (message.kind === "deals") {
      this.games = message;
      this.left = message.full ? 0 : this.left - 1;
      if (this.left > 0) this.ask();
    }
    this.redraw(message.kind === "deals");
  }

  ask() {
    const seats = Number(this.seats.value);
    this.book.client.ask({ do: "deals", ...this.picked, seats }, { again: true });
  }

  play() {
    this.left = BATCHES;
    this.ask();
    this.redraw(true);
  }

  redraw(gamesOnly) {
    if (!this.root?.isConnected) return;
    const games = this.root.querySelector(".km-wholegames");
    if (gamesOnly && games) this.drawGames(games);
    else this.root.replaceChildren(...this.parts());
  }

  draw() {
    this.root = h("div", { class: "km-compare" }, this.parts());
    return [h("h2", { tabindex: "-1", text: W.compare }), h("p", { text: W.compare_text }), this.picker(), this.root];
  }

  picker() {
    const value = (one, other) => JSON.stringify([one.option, other.value]);
    const select = h(
      "select",
      {
        id: "km-compare",
        on: {
          change: ({ target }) => {
            if (target.value) this.pick(...JSON.parse(target.value));
            this.book.address(this.address);
            this.redraw();
          },
        },
      },
      h("option", { value: "", text: W.compare_pick }),
      this.options.map((one) =>
        h(
          "optgroup",
          { label: one.label },
          one.values.map((other) =>
            h("option", {
              value: value(one, other),
              text: `${one.label}: ${other.label}`,
              selected: this.picked?.option === one.option && this.picked.value === other.value,
            })
          ),
        )
      ),
    );
    return h("p", { class: "km-picker" }, h("label", { for: "km-compare", text: W.compare_label }), select);
  }

  parts() {
    const { data } = this;
    if (!this.picked) return [];
    if (!data) return [h("p", { class: "km-note", text: W.loading })];
    const part = (title, ...kids) => h("section", { class: "km-ruling" }, h("h3", { text: title }), kids);
    const games = h("div", { class: "km-wholegames" });
    this.seats = h("select", {
      id: "km-seats",
      on: {
        change: () => {
          this.games = null;
          this.left = 0;
          this.redraw(true);
        },
      },
    }, data.seats.map((n) => h("option", { value: n, text: n })));
    this.drawGames(games);
    return [
      h(
        "p",
        { class: "km-versus" },
        h("span", {}, h("small", { text: W.usual_rule }), h("b", { text: data.usual })),
        h("span", {}, h("small", { text: W.other_rule }), h("b", { text: data.other })),
      ),
      part(
        W.compare_rules,
        h(
          "ul",
          { class: "km-plainlist" },
          data.rules.map((rule) =>
            h(
              "li",
              {},
              h("b", { text: rule.title }),
              h("span", { text: ` ${rule.text} ` }),
              this.book.ruleLink(rule.id),
            )
          ),
        ),
      ),
      part(W.compare_position, data.why ? h("p", { text: data.why }) : this.position()),
      data.odds.length > 0 && part(W.compare_odds, this.odds()),
      part(
        W.compare_games,
        h("p", { text: W.compare_games_text }),
        h("p", { class: "km-picker" }, h("label", { for: "km-seats", text: W.compare_seats }), this.seats),
        games,
      ),
    ].filter(Boolean);
  }

  position() {
    const { data } = this;
    const table = (parts) =>
      h("div", { class: "km-t-middle km-lies" }, parts.map((one) => drawLying(this.book.model.get("look"), one)));
    const side = (one, label) =>
      h(
        "section",
        { class: `km-showcol ${one.refused || one.never ? "km-no2" : ""}` },
        h("h4", { text: label }),
        one.say && h("p", { class: "km-deed", text: one.say }),
        one.never && h("p", { text: W.never }),
        one.chance && h("p", { text: fill(W.chance_of, one) }),
        h(
          "ul",
          { class: "km-told2" },
          one.told.map((line) =>
            h(
              "li",
              { class: line.cites ? "km-cites" : "" },
              h("span", { text: `${line.text} ` }),
              this.book.ruleLink(line.rule),
            )
          ),
        ),
        table(one.after),
        one.next && h("p", { text: `${W.then} ${one.next}` }),
        one.link && h("p", {}, h("a", { class: "km-btn", href: one.link, text: W.on_table })),
      );
    return h(
      "div",
      { class: "km-show" },
      data.ask &&
        h(
          "section",
          { class: "km-showcol" },
          h("h4", { text: W.before }),
          table(data.before),
          h("p", { text: data.ask }),
        ),
      side(data.sides[0], W.usual_rule),
      side(data.sides[1], W.other_rule),
    );
  }

  odds() {
    const bar = (size, label, cls) =>
      h("span", { class: `km-bar2 ${cls}`, style: `--p:${100 * size}%` }, h("b", { text: label }));
    return h(
      "ul",
      { class: "km-oddslist" },
      this.data.odds.map((row) =>
        h(
          "li",
          {},
          h("span", { text: `${row.such ? `${W.such_as}: ` : ""}\u201c${row.text}\u201d ` }),
          this.book.ruleLink(row.rule),
          h(
            "div",
            { class: "km-two" },
            h("small", { text: W.usual_rule }),
            bar(row.sizes[0], row.usual, ""),
            h("small", { text: W.other_rule }),
            bar(row.sizes[1], row.other, "km-here"),
          ),
        )
      ),
    );
  }

  drawGames(box) {
    const { games } = this;
    const busy = this.left > 0;
    const button = h("button", {
      type: "button",
      class: "km-btn km-lead",
      disabled: busy || games?.full,
      text: games ? W.more_deals : W.deals,
      on: { click: () => this.play() },
    });
    const held = box.contains(document.activeElement);
    const row = (one) =>
      h(
        "tr",
        {},
        h("th", { scope: "row", text: one.label }),
        h("td", { "data-label": W.usual_rule, text: one.usual }),
        h("td", { "data-label": W.other_rule, text: one.other }),
        h(
          "td",
          {},
          one.sure !== "same" && [h("b", { text: one.by }), " ", h("small", { text: one.band }), this.band(one)],
          h("small", { class: "km-sure", text: W[`sure_${one.sure}`] }),
        ),
      );
    box.replaceChildren(
      ...[
        games && h("p", { role: "status", text: fill(W.deals_played, games) }),
        games &&
        h(
          "div",
          { class: "km-scroll" },
          h(
            "table",
            { class: "km-effects" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                [W.measured, W.usual_rule, W.other_rule, W.difference].map((text) => h("th", { scope: "col", text })),
              ),
            ),
            h("tbody", {}, games.rows.map(row)),
          ),
        ),
        h("p", {}, button),
      ].filter(Boolean),
    );
    if (held) button.focus({ preventScroll: true });
  }

  // Where the difference lies, with its band, on a scale with nothing in the middle.
  band({ at }) {
    const [low, mid, high] = at.map((x) => 60 + 55 * Math.max(-1, Math.min(1, x)));
    return svg(
      "0 0 120 16",
      `<line x1="60" x2="60" y1="1" y2="15" stroke="currentColor" stroke-opacity=".5"/><line x1="5" x2="115" ` +
        `y1="8" y2="8" stroke="currentColor" stroke-opacity=".2"/>` +
        `<line x1="${round(low)}" x2="${
          round(high)
        }" y1="8" y2="8" stroke="var(--km-hit)" stroke-width="5" stroke-linecap="round"/><circle cx="${
          round(mid)
        }" cy="8" r="4.5" fill="var(--km-ink)"/>`,
      "km-bandline",
    );
  }
}
