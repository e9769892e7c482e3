// The view Talk: two or three slips side by side, one question under them. Nothing says right or wrong.

import { barOf } from "./common.js";
import { slipPicture } from "./slip.js";
import { h } from "../page/elements.js";

const SAID = { vote: "have chosen", sentence: "have written a sentence" };

export function talkView(board) {
  const { talk, pupils } = board.data;
  if (!talk) {
    return [
      h(
        "section",
        { class: "km-x-card km-x-open" },
        h("h2", { text: "There is no discussion at the moment." }),
        h("p", { text: "On your own page, select two or three work samples, then show them here side by side." }),
        h("a", { class: "km-button km-lead", href: `desk#${board.key}`, target: "_blank", text: "My desk" }),
      ),
    ];
  }
  const asks = talk.ask && !talk.told;
  return [
    h(
      "div",
      { class: "km-x-cloth km-talk-sides", style: `--n:${talk.slips.length}` },
      talk.slips.map((slip, i) =>
        h(
          "section",
          { class: "km-talk-side", "aria-label": `Slip ${i + 1}` },
          h("b", { class: "km-talk-number", text: String(i + 1) }),
          slipPicture(slip),
          talk.votes.length ? barOf("", talk.votes[i], talk.n, "km-p-chips") : null,
        )
      ),
      talk.slips.length ? null : h("p", { text: "These work samples are no longer in the class." }),
    ),
    h(
      "div",
      { class: "km-x-row km-talk-ask" },
      h("h2", { text: talk.question }),
      talk.ask ? h("p", { role: "status", text: `${talk.n} of ${pupils.length} ${SAID[talk.ask]}.` }) : null,
      board.button("2 minutes in pairs", "neighbour", () => board.pace({ timer: 120 })),
      asks
        ? board.button(
          talk.ask === "vote" ? "Show the votes" : "Close the question",
          "talk-told",
          () => board.pace({ talk: { told: true } }),
          "km-lead",
        )
        : board.button("End the discussion", "talk-over", () => board.pace({ talk: null })),
    ),
  ];
}
