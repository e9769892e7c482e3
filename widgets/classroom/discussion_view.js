// The view Talk: two or three slips side by side, one question under them. Nothing says right or wrong.

import { renderCountBar } from "./view_parts.js";
import { renderWorkSample } from "./work_sample.js";
import { h } from "../page/elements.js";

const SAID = { vote: "have chosen", sentence: "have written a sentence" };

export function renderDiscussionView(board) {
  const { talk, pupils } = board.data;
  if (!talk) {
    return [
      h(
        "section",
        { class: "km-classboard-card km-classboard-is-open" },
        h("h2", { text: "There is no discussion at the moment." }),
        h("p", { text: "On your own page, select two or three work samples, then show them here side by side." }),
        h("a", { class: "km-class-button km-primary", href: `desk#${board.key}`, target: "_blank", text: "My desk" }),
      ),
    ];
  }
  const asks = talk.ask && !talk.told;
  return [
    h(
      "div",
      { class: "km-classboard-canvas km-discussion-sides", style: `--n:${talk.slips.length}` },
      talk.slips.map((slip, i) =>
        h(
          "section",
          { class: "km-discussion-side", "aria-label": `Slip ${i + 1}` },
          h("b", { class: "km-discussion-number", text: String(i + 1) }),
          renderWorkSample(slip),
          talk.votes.length ? renderCountBar("", talk.votes[i], talk.n, "km-predictions-chips") : null,
        )
      ),
      talk.slips.length ? null : h("p", { text: "These work samples are no longer in the class." }),
    ),
    h(
      "div",
      { class: "km-classboard-row km-discussion-question" },
      h("h2", { text: talk.question }),
      talk.ask ? h("p", { role: "status", text: `${talk.n} of ${pupils.length} ${SAID[talk.ask]}.` }) : null,
      board.button("2 minutes in pairs", "neighbour", () => board.changeSession({ timer: 120 })),
      asks
        ? board.button(
          talk.ask === "vote" ? "Show the votes" : "Close the question",
          "talk-told",
          () => board.changeSession({ talk: { told: true } }),
          "km-primary",
        )
        : board.button("End the discussion", "talk-over", () => board.changeSession({ talk: null })),
    ),
  ];
}
