// The view Talk: two or three samples side by side, with one question below. It does not say which sample is right.

import { CLASS_TEXTS } from "./class_texts.js";
import { renderCountBar } from "./view_parts.js";
import { renderWorkSample } from "./work_sample.js";
import { h } from "../page/elements.js";

const SAID = { vote: CLASS_TEXTS.discussion_votes_in, sentence: CLASS_TEXTS.discussion_sentences_in };

export function renderDiscussionView(board) {
  const { talk, pupils } = board.data;
  if (!talk) {
    return [
      h(
        "section",
        { class: "km-classboard-card km-classboard-is-open" },
        h("h2", { text: CLASS_TEXTS.discussion_none }),
        h("p", { text: CLASS_TEXTS.discussion_none_how }),
        h("a", {
          class: "km-class-button km-primary",
          href: `desk#${board.key}`,
          target: "_blank",
          text: CLASS_TEXTS.discussion_desk_link,
        }),
      ),
    ];
  }
  const asks = talk.ask && !talk.told;
  const isQuestionAlone = !talk.slips.length && talk.ask === "sentence";
  return [
    isQuestionAlone ? null : h(
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
      talk.slips.length ? null : h("p", { text: CLASS_TEXTS.discussion_samples_gone }),
    ),
    h(
      "div",
      { class: "km-classboard-row km-discussion-question" },
      h("h2", { text: talk.question }),
      talk.ask ? h("p", { role: "status", text: `${talk.n} of ${pupils.length} ${SAID[talk.ask]}.` }) : null,
      board.button(CLASS_TEXTS.discussion_pairs_button, "neighbour", () => board.changeSession({ timer: 120 })),
      asks
        ? board.button(
          talk.ask === "vote" ? CLASS_TEXTS.discussion_show_votes_button : CLASS_TEXTS.discussion_close_button,
          "talk-told",
          () => board.changeSession({ talk: { told: true } }),
          "km-primary",
        )
        : board.button(
          CLASS_TEXTS.discussion_end_button,
          "talk-over",
          () => board.changeSession({ talk: null }),
        ),
    ),
  ];
}
