// A series of quiz questions about rules, one after the other, and its result (widgets/rules/quiz.py).

import { fillPlaceholders, h } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { addToSavedRuleCoverage } from "../table/rule_coverage.js";
import { drawRuleExample, drawSeatFacts, drawStaticGroup } from "../table/rule_example.js";

export class QuizPanel {
  // `send` sends to the kernel. `ruleLink` creates a link to a rule. `covered` is called when a rule was understood.
  constructor({ game, look, send, ruleLink, onCover }) {
    this.game = game;
    this.look = look;
    this.send = send;
    this.ruleLink = ruleLink;
    this.onCover = onCover;
    this.root = h("aside", { class: "km-quiz", "aria-label": TEXTS.riddles });
    this.draw(null);
  }

  told(message) {
    if (message.kind === "riddle") this.draw(message);
    if (message.kind === "answer") this.drawAnswer(message);
    if (message.kind === "notice" && this.root.querySelector(".km-primary:disabled")) this.draw(null);
  }

  button(label, ask) {
    return h("button", {
      type: "button",
      class: "km-button km-primary",
      text: label,
      on: {
        click: () => this.ask({ do: ask }),
      },
    });
  }

  // Creating a question may take seconds. The button says so until the question comes.
  ask(message) {
    const button = this.root.querySelector(".km-primary");
    if (button) {
      button.disabled = true;
      button.textContent = TEXTS.preparing;
    }
    this.send(message);
  }

  // Displays the current question. If there is none, displays the start of a series.
  draw(riddle) {
    if (!riddle) {
      this.root.replaceChildren(
        h("h2", { tabindex: "-1", text: TEXTS.riddles }),
        h("p", { text: TEXTS.riddles_text }),
        this.button(TEXTS.start, "run"),
      );
      return;
    }
    const choices = riddle.choices.map((text, n) =>
      h(
        "button",
        { type: "button", class: "km-choice", on: { click: () => this.answer(n) } },
        h("b", { text: "ABCD"[n] }),
        h("span", { text }),
      )
    );
    const lies = (riddle.parts.length > 0 || riddle.facts.length > 0) &&
      h(
        "div",
        { class: "km-rule-example" },
        h(
          "div",
          { class: "km-table-middle km-static" },
          riddle.parts.map((part) => drawStaticGroup(this.look, part)),
          riddle.facts.length > 0 && drawSeatFacts(riddle.facts),
        ),
      );
    this.root.replaceChildren(
      ...[
        h("h2", { tabindex: "-1", text: fillPlaceholders(TEXTS.riddle_of, riddle) }),
        h("p", { class: "km-chip", text: TEXTS[`level_${riddle.level}`] }),
        lies,
        riddle.prompt.startsWith(riddle.ask) || h("p", { class: "km-quiz-question", text: riddle.ask }),
        h("p", { class: "km-quiz-prompt", text: riddle.prompt }),
        h("div", { class: "km-choices" }, choices),
        h("div", { class: "km-quiz-verdict", role: "status" }),
      ].filter(Boolean),
    );
    this.root.querySelector("h2").focus({ preventScroll: true });
  }

  answer(n) {
    for (const button of this.root.querySelectorAll(".km-choice")) button.disabled = true;
    this.send({ do: "answer", n });
  }

  drawAnswer({ chosen, right, good, why, note, replay, rule, score, asked, over }) {
    const buttons = this.root.querySelectorAll(".km-choice");
    buttons[right].classList.add("km-is-correct");
    buttons[right].querySelector("b").textContent = "\u2713";
    if (!good) {
      buttons[chosen].classList.add("km-is-wrong");
      buttons[chosen].querySelector("b").textContent = "\u00d7";
    }
    if (good) addToSavedRuleCoverage(this.game, { understood: [rule] });
    const verdict = h("b", { text: `${good ? TEXTS.right : TEXTS.wrong} ` });
    const reason = [h("span", { text: `${why} ` }), this.ruleLink(rule)];
    const again = replay && [
      h("h3", { text: replay.step.refused ? TEXTS.replay_refused : TEXTS.replay }),
      drawRuleExample(this.look, replay, this.ruleLink),
    ];
    const stars = over &&
      h("p", { text: TEXTS[score === asked ? "result_all" : score * 2 >= asked ? "result_good" : "result_again"] });
    this.root.querySelector(".km-quiz-verdict").replaceChildren(
      ...[
        note && h("p", {}, verdict, h("span", { text: note })),
        h("p", {}, ...(note ? [] : [verdict]), ...reason),
        ...(again || []),
        h("p", { class: "km-quiz-score", text: fillPlaceholders(TEXTS.result, { score, asked }) }),
        stars,
      ].filter(Boolean),
    );
    const on = this.button(over ? TEXTS.again : TEXTS.go_on, over ? "run" : "riddle");
    this.root.append(on);
    on.focus({ preventScroll: true });
    this.onCover();
  }
}
