// The content of each step of a lesson, by its kind.

import { drawRunningCurve, drawTrialItem, drawTrialItems } from "../chart/outcome_chart.js";
import { animateTrial } from "../chart/trial_animation.js";
import { h } from "../page/elements.js";
import { renderExplainTask, renderOrderList } from "./explain_task.js";
import { renderCheckStep } from "./check_step.js";
import { renderPredictStep } from "./predict_step.js";
import { MAX_REASON_LENGTH } from "../page/constants.js";

// The mini-game: the items on its table, a text, and the possible moves. A move on a cell is a click on the cell.
function drawMini(view, { pieces: list, say, ask, moves, more }) {
  const move = (n) => view.send({ do: "take_action", n });
  const cells = new Set(list.flatMap(({ grid }) => grid ?? []).map((cell) => cell.move));
  const buttons = moves.map((text, n) => (cells.has(n) ? null : view.button(text, `move:${n}`, () => move(n))));
  return [
    h(
      "div",
      { class: "km-lesson-trial km-minigame" },
      list.map((one) => drawTrialItem(one, move)),
      h("p", { class: "km-minigame-text", text: say }),
    ),
    moves.length
      ? h(
        "fieldset",
        { class: "km-space-level" },
        h("legend", { text: ask }),
        h("div", { class: "km-lesson-row" }, buttons),
      )
      : null,
    more
      ? h(
        "div",
        { class: "km-lesson-row" },
        view.button("Once more", "deal", () => view.send({ do: "start_another_mini_game" })),
      )
      : null,
  ];
}

// Items move into a tray, and the texts appear after they rest. The animation begins when the tray is in the page.
function lieFirst(tray, told, falls = {}) {
  const here = (all) => all.filter(Boolean);
  const [thrown, said] = tray.children;
  queueMicrotask(() =>
    animateTrial([...thrown.children], here([said, ...told]), { ...falls, told: here(falls.told ?? []) })
  );
}

// Kind of step -> function that draws a step for the lesson view. Figures are drawn next to the text.
export const STEP_RENDERERS = {
  // Errors that the author of the lesson has to correct. They replace the lesson.
  faults(view, step) {
    return [
      h("ul", { class: "km-lesson-lines" }, step.faults.map((text) => h("li", { text }))),
      h("p", {
        class: "km-lesson-muted",
        text:
          "For the author: “kismet check” with the name of the file shows the same in the terminal. Everybody else: " +
          "tell your teacher.",
      }),
    ];
  },

  example(view, step) {
    return view.picture(h("p", { class: "km-lesson-caption", text: step.caption }), view.bench(step.bench));
  },

  play(view, step) {
    const riddles = step.riddles && view.button("Three questions about the rules (if you like)", "riddles", () => {
      view.opening = true;
      view.send({ do: "open_quiz" });
    });
    const whole = step.place || riddles
      ? h(
        "div",
        { class: "km-lesson-row" },
        riddles,
        step.place && view.opener("Play the whole game (if you like)", step.place),
      )
      : null;
    if (step.mini) return [view.picture(view.lookup(step), drawMini(view, step.mini)), whole];
    const said = h("p", { class: "km-lesson-muted", text: [step.told, step.score].filter(Boolean).join(" ") });
    const calls = step.calls.map((text, n) =>
      view.button(text, `call:${n}`, () => view.send({ do: "play_predicted_round", n }))
    );
    const tray = h(
      "div",
      { class: "km-lesson-trial" },
      step.pieces.length || step.say
        ? [drawTrialItems(step.pieces), h("span", { text: step.say })]
        : h("span", { text: step.prompt }),
    );
    if (view.called > step.left) lieFirst(tray, [said]);
    view.called = step.left;
    return [
      view.picture(
        view.lookup(step),
        tray,
        step.left
          ? h(
            "fieldset",
            { class: "km-space-level" },
            h("legend", { text: `${step.go}: what will the result be?` }),
            h("div", { class: "km-lesson-row" }, calls),
          )
          : h("p", { text: "You have done enough trials by hand. Continue." }),
        said,
      ),
      whole,
    ];
  },

  back(view, step) {
    return step.place ? h("div", { class: "km-lesson-row" }, view.opener("Back to the table", step.place)) : null;
  },

  machine(view, step) {
    return [
      view.view(view.model.get("charts").machine, h("div", { class: "km-lesson-machine" })).el,
      step.right ? h("p", { class: "km-lesson-feedback-right", tabindex: "-1", text: step.reply }) : null,
      step.show_me
        ? h(
          "div",
          { class: "km-lesson-row" },
          view.button("Show me", "show_machine", () => view.send({ do: "show_model" })),
        )
        : null,
    ];
  },

  predict: renderPredictStep,

  run(view, step) {
    const { total } = step.bench;
    const wait = step.enough - total;
    const names = { 1: `${step.go} once`, 10: "10 times", 1000: "1,000 times" };
    const portions = step.portions.map((n) =>
      view.button(names[n], `run:${n}`, () => view.send({ do: "run_trials", n }))
    );
    const last = step.last.at(-1);
    const tray = h(
      "div",
      { class: "km-lesson-trial" },
      last
        ? [drawTrialItems(last.pieces), h("span", { text: last.say })]
        : h("span", { text: total ? "That was too quick to see." : "There are no results yet." }),
    );
    if (!step.revealed) {
      view.lead = view.button(
        wait > 0 ? `Compare (after ${wait} more trial${wait === 1 ? "" : "s"})` : "Compare with the exact answer",
        "reveal",
        () => view.send({ do: "reveal_answer" }),
        { class: "km-primary", "data-wait": wait > 0 },
      );
    }
    const fresh = total === view.ran ? [] : step.last.map(({ at }) => at);
    view.ran = total;
    const bench = view.bench(step.bench, { runs: true, fresh });
    const course = drawRunningCurve(step.trail, step.running, step.mean);
    const unseen = step.unseen.length > 0 &&
      h("ul", { class: "km-lesson-is-missing" }, step.unseen.map((text) => h("li", { text })));
    const [plot, , table] = bench;
    if (fresh.length && last) {
      const dots = plot.querySelectorAll(".km-outcomes-falling-dot").length;
      lieFirst(tray, [], {
        plot,
        dots,
        told: [course, unseen, table, ...plot.querySelectorAll(".km-outcomes-axis-label > small")],
      });
    }
    return [
      tray,
      h("div", { class: "km-lesson-row", key: "portions" }, portions),
      course,
      unseen || null,
      view.picture(...bench),
    ];
  },

  compare(view, step) {
    const [summary, ...details] = step.lines;
    return [
      summary ? h("p", { text: summary }) : null,
      step.thought ? h("p", { class: "km-lesson-feedback-wrong", tabindex: "-1", text: step.thought }) : null,
      view.which(step.which, {}),
      step.reason ? h("p", { text: `You wrote: “${step.reason}”` }) : null,
      view.lines(step.thinking),
      details.length
        ? h(
          "details",
          { class: "km-lesson-collapsible", "data-fold": "comparison" },
          h("summary", { text: step.details_title }),
          details.map((text) => h("p", { text })),
        )
        : null,
      step.missing ? h("p", { class: "km-lesson-muted", text: step.missing }) : null,
      view.picture(
        step.caption ? h("p", { class: "km-lesson-caption", text: step.caption }) : null,
        view.bench(step.bench),
      ),
    ].flat();
  },

  why(view, step) {
    const built = renderExplainTask(step, (message) => view.send(message), (text) => view.say(text));
    if (!step.ready) return built ?? [];
    const path = (p, i) =>
      h(
        "li",
        {},
        h(
          "details",
          { "data-fold": `path:${i}` },
          h("summary", {}, h("span", { text: p.label }), h("span", { class: "km-lesson-term", text: p.sum })),
          h("p", { text: [p.detail, p.term].filter(Boolean).join(" — ") }),
          p.place ? view.opener("See it at the table", p.place) : null,
        ),
      );
    const revised = h("input", {
      type: "text",
      maxlength: MAX_REASON_LENGTH,
      key: "revised",
      value: step.revised,
      autocomplete: "off",
    });
    revised.addEventListener("input", () => view.keepSoon(() => ({ do: "set_revised_reason", reason: revised.value })));
    return [
      h("p", { class: "km-lesson-large", text: step.big }),
      built,
      step.paths.length
        ? h(
          "details",
          { class: "km-lesson-collapsible", "data-fold": "paths" },
          h("summary", { text: step.summary }),
          h("ul", { class: "km-lesson-paths" }, step.paths.map(path)),
          h("p", { class: "km-lesson-sum", text: step.total }),
        )
        : h("p", { class: "km-lesson-sum", text: step.total }),
      h(
        "label",
        { class: "km-lesson-reason" },
        h("span", {
          text: step.reason
            ? `Before, you wrote: “${step.reason}”. What would you write now?`
            : "Explain in one line why this is so.",
        }),
        revised,
      ),
      step.chart ? view.picture(view.chart(step.chart)) : null,
    ];
  },

  change(view, step) {
    const ask = [...view.lookup(step), h("p", { class: "km-lesson-question", text: step.ask })];
    if (!step.guess) {
      return [
        ask,
        h(
          "div",
          { class: "km-lesson-row" },
          step.ways.map(([way, text]) =>
            view.button(text, `way:${way}`, () => view.send({ do: "predict_direction", way }))
          ),
        ),
      ];
    }
    const top = Math.max(...step.both.flatMap(({ bench }) => bench.columns.map((column) => column.exact)));
    return [
      ask,
      h("p", {
        class: step.right ? "km-lesson-feedback-right" : "km-lesson-feedback-wrong",
        tabindex: "-1",
        text: step.reply,
      }),
      ...view.prose(step.because),
      view.picture(
        step.both.map(({ caption, bench }) =>
          h(
            "div",
            { class: "km-lesson-half-width" },
            h("p", { class: "km-lesson-caption", text: caption }),
            view.bench(bench, { top }),
          )
        ),
      ),
    ];
  },

  // Own data: a count for each outcome, and the comparison of these counts with the model.
  data(view, step) {
    let model = step.model;
    const place = h("div", { class: "km-lesson-tally" });
    const fields = () => [...place.querySelectorAll("input")];
    const fill = (values) =>
      place.replaceChildren(
        ...step.models[model][1].map((name, i) =>
          h(
            "label",
            {},
            h("span", { text: name }),
            h("input", { type: "number", min: "0", max: "600", key: `tally:${i}`, value: String(values[i] ?? 0) }),
          )
        ),
      );
    const choose = h(
      "select",
      {
        key: "model",
        on: {
          change: () => {
            model = choose.selectedIndex;
            fill([]);
          },
        },
      },
      step.models.map(([words], i) => h("option", { value: String(i), selected: i === model, text: words })),
    );
    fill(step.tally);
    view.lead = view.button(
      "How often is the model view far off?",
      "fit",
      () => view.send({ do: "compare_data", model, counts: fields().map((field) => Number(field.value || 0)) }),
      {
        class: step.verdict ? null : "km-primary",
      },
    );
    return [
      h("label", {}, h("span", { text: "I have " }), choose),
      place,
      step.verdict ? h("p", { class: "km-lesson-feedback-right", tabindex: "-1", text: step.verdict }) : null,
      step.bench ? view.picture(view.bench(step.bench)) : null,
    ];
  },

  rank(view, step) {
    const ask = h("p", { class: "km-lesson-question", text: step.ask });
    if (step.put) {
      return [
        ask,
        h("p", {
          class: step.right ? "km-lesson-feedback-right" : "km-lesson-feedback-wrong",
          tabindex: "-1",
          text: step.reply,
        }),
        ...view.prose(step.because),
        view.picture(view.chart(step.chart)),
      ];
    }
    const order = [...step.order];
    view.lead = view.button("This is my order", "rank", () => view.send({ do: "submit_order", order }), {
      class: "km-primary",
    });
    return [
      ask,
      renderOrderList(
        step.items,
        order,
        ["Less ↑", "More ↓"],
        (now) => view.send({ do: "set_item_order", order: now }),
        (text) => view.say(text),
      ),
    ];
  },

  check: renderCheckStep,

  sum(view, step) {
    const reasons = [step.reason && `Before: “${step.reason}”`, step.revised && `Now: “${step.revised}”`].filter(
      Boolean,
    );
    const { link, title } = step.onward ?? { link: step.home, title: "all pages of Kismet" };
    view.lead = h("a", { class: "km-primary km-lesson-onward", href: link, text: `Next: ${title}` });
    return [
      h("ul", { class: "km-lesson-lines" }, [...step.lines, ...reasons].map((text) => h("li", { text }))),
      view.picture(
        view.bench(step.bench),
        step.terms
          ? h(
            "section",
            { class: "km-lesson-terms" },
            h("h3", { text: step.terms_title }),
            h("dl", {}, step.terms.map(([name, text]) => [h("dt", { text: name }), h("dd", { text })])),
          )
          : null,
        step.chart ? [view.chart(step.chart), view.prose(step.after)] : null,
      ),
    ];
  },
};
