// Notices of a class on a pupil's page, besides steps: a vote, a hint, the chart of a pupil who agrees to share it.

import { renderAvatar } from "./avatars.js";
import { h } from "../page/elements.js";
import { formatPercent, sharesToWholePercents } from "../page/numbers.js";

// Chips and runs of one pupil by outcome. On the class board, the exact probabilities are behind them.
export function renderPredictionAndTrials({ names, exact = [], chips, counts, runs }) {
  const top = 1.1 * Math.max(0.1, ...exact, ...chips, ...counts);
  const high = (share) => `${(100 * share) / top}%`;
  const ofChips = sharesToWholePercents(chips);
  const said = names.map((name, i) =>
    [
      name,
      chips.length && `${ofChips[i]} of 100 chips`,
      runs && `${formatPercent(counts[i])} of the trials`,
    ].filter(Boolean).join(": ")
  );
  return h(
    "div",
    { class: "km-pupil-picture", role: "img", "aria-label": said.join("; "), style: `--n:${names.length}` },
    names.map((name, i) =>
      h(
        "div",
        {},
        h(
          "span",
          {},
          exact.length ? h("i", { class: "km-pupil-picture-exact", style: `height:${high(exact[i])}` }) : null,
          chips.length ? h("i", { class: "km-pupil-picture-chips", style: `height:${high(chips[i])}` }) : null,
          runs ? h("i", { class: "km-pupil-picture-trials", style: `bottom:${high(counts[i])}` }) : null,
        ),
        h("b", { text: name }),
      )
    ),
  );
}

export function renderSharedPicture(picture) {
  return h(
    "details",
    { class: "km-class-shown", open: true },
    h("summary", {}, renderAvatar(picture.face), h("b", { text: picture.line ?? "A chart from one pupil" })),
    renderPredictionAndTrials(picture),
    h("p", {
      text: [picture.chips.length && "columns: chips", picture.runs && `rings: ${picture.runs} runs`].filter(Boolean)
        .join(", "),
    }),
  );
}

const YOUR_ANSWER = "Your answer";
const SURE = [[25, "a guess"], [50, "half sure"], [75, "fairly sure"], [95, "certain"]];

// A vote: one of several answers with a confidence, or chips placed once more. `send` sends the vote to the server.
export function renderVoteForm(vote, send) {
  const said = h("p", { role: "status" });
  const form = h(
    "form",
    { class: "km-vote", "aria-label": "Class vote" },
    h("p", {}, h("b", { text: "The whole class is voting. " }), vote.ask),
  );
  const go = h("button", { type: "submit", class: "km-primary", text: "This is my answer" });
  const voice = vote.names ? chipsAgain(vote, form, go) : answerAndConfidence(vote, form, go);
  form.append(go, said);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await send({ number: vote.number, ...voice() });
      said.textContent = "Your answer has arrived. You can change it until the vote is closed.";
      go.textContent = "Change my answer";
    } catch (error) {
      said.textContent = error.message;
    }
  });
  return form;
}

// One of several options or a typed number, with a confidence.
function answerAndConfidence({ options, number }, form, go) {
  const radio = (group, value, text) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name: `${group}-${number}`, value, required: true }),
      h("span", { text }),
    );
  const field = options ? null : h("input", {
    type: "text",
    required: true,
    maxlength: "30",
    autocomplete: "off",
    "aria-label": YOUR_ANSWER,
  });
  form.append(
    h(
      "fieldset",
      {},
      h("legend", { text: YOUR_ANSWER }),
      field ?? options.map((text, i) => radio("option", i, `${"ABCDEFGH"[i]}  ${text}`)),
    ),
    h(
      "fieldset",
      { class: "km-vote-confidence" },
      h("legend", { text: "How sure are you?" }),
      SURE.map(([value, text]) => radio("sure", value, text)),
    ),
  );
  go.textContent = "Vote";
  const chosen = (group) => Number(new FormData(form).get(`${group}-${number}`));
  return () => ({ ...(field ? { value: field.value } : { option: chosen("option") }), sure: chosen("sure") });
}

function chipsAgain({ names, chips }, form, go) {
  const put = names.map(() => 0);
  const left = h("p", { class: "km-vote-left", "aria-live": "polite" });
  const rows = names.map((name, i) => {
    const count = h("b", { text: "0" });
    const step = (by, sign, what) =>
      h("button", { type: "button", text: sign, "aria-label": `${name}: ${what}`, on: { click: () => move(i, by) } });
    const [less, more] = [step(-1, "−", "take one chip away"), step(1, "+", "add one chip")];
    return { count, less, more, el: h("li", {}, h("span", { text: name }), less, count, more) };
  });
  const draw = () => {
    const rest = chips - put.reduce((a, b) => a + b, 0);
    left.textContent = rest ? `You have ${rest} of ${chips} chips left.` : "You have placed all your chips.";
    go.disabled = rest > 0;
    rows.forEach(({ count, less, more }, i) => {
      count.textContent = String(put[i]);
      less.disabled = !put[i];
      more.disabled = !rest;
    });
  };
  const move = (i, by) => {
    put[i] += by;
    draw();
    // a press that reaches the limit disables its button, so move the focus
    if (document.activeElement === document.body) rows[i][by > 0 ? "less" : "more"].focus();
  };
  form.append(left, h("ul", { class: "km-vote-chips" }, rows.map(({ el }) => el)));
  go.textContent = "Confirm";
  draw();
  return () => ({ chips: put });
}

export function renderHint(text, heard) {
  return h(
    "p",
    { class: "km-hint" },
    h("b", { text: "A hint from your teacher: " }),
    text,
    " ",
    h("button", { type: "button", text: "Got it", on: { click: heard } }),
  );
}
