// Charts of the class board from its data: chips over exact probabilities, converging rolls, votes.

import { CLASS_TEXTS } from "./class_texts.js";
import { renderAvatar } from "./avatars.js";
import { fillPlaceholders, h, SVG } from "../page/elements.js";
import { formatPercent, roundHalfUp, sharesToWholePercents } from "../page/numbers.js";

function shape(tag, attributes = {}, ...kids) {
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) el.setAttribute(name, value);
  }
  el.append(...kids.flat(Infinity).filter((kid) => kid !== null && kid !== false));
  return el;
}

// Chips of the class by column. With level 1, only the chips are drawn. With level 2, exact bars are behind them.
export function renderClassPredictions({ names, exact, class: chips, asked }, level) {
  const top = 1.16 * Math.max(0.1, ...chips, ...(level > 1 ? exact : []));
  const high = (share) => `height:${(100 * share) / top}%`;
  const [ofChips, ofExact] = [sharesToWholePercents(chips), sharesToWholePercents(exact)];
  const column = (name, i) => {
    const few = roundHalfUp(100 * (exact[i] - chips[i]));
    const off = level > 1 && Math.abs(few) >= 8;
    const over = (share) => `bottom:calc(${(100 * share) / top}% + .3rem)`;
    return h(
      "div",
      { class: `km-predictions-col${asked[i] ? " km-predictions-event" : ""}` },
      h(
        "div",
        { class: "km-predictions-track" },
        level > 1 ? h("i", { class: "km-predictions-exact", style: high(exact[i]) }) : null,
        h(
          "i",
          { class: "km-predictions-chips", style: high(chips[i]) },
          level === 1 ? h("b", { text: String(ofChips[i]) }) : null,
        ),
        off && few > 0
          ? h("em", {
            class: "km-predictions-has-few",
            text: fillPlaceholders(CLASS_TEXTS.board_charts_too_few, { n: `${few}` }),
            style: over(chips[i]),
          })
          : null,
        level > 1
          ? h(
            "em",
            { style: over(Math.max(exact[i], chips[i])) },
            h("b", { text: String(ofExact[i]) }),
            off && few < 0 ? fillPlaceholders(CLASS_TEXTS.board_charts_too_many, { n: `${-few}` }) : null,
          )
          : null,
      ),
      h("b", { class: "km-predictions-name", text: name }),
    );
  };
  const said = names.map((name, i) =>
    `${name}: ${ofChips[i]} of 100 chips${level > 1 ? `, exactly ${ofExact[i]}` : ""}`
  ).join("; ");
  return h(
    "div",
    { class: "km-predictions-plot", role: "img", "aria-label": said, style: `--n:${names.length}` },
    names.map(column),
  );
}

export const renderSmallColumns = (chips) =>
  h(
    "div",
    { class: "km-predictions-small", "aria-hidden": "true", style: `--n:${chips.length}` },
    chips.map((share) => h("i", { style: `height:${Math.max(3, (100 * share) / Math.max(...chips))}%` })),
  );

// Counts by outcome. Bars in the event are filled, other bars are hatched. Outlines are exact values.
export function renderOutcomeCounts({ names, counts, exact, hit, total }) {
  const top = 1.12 *
    Math.max(
      0.05,
      ...(exact ?? []),
      ...counts.map((n) => (total ? n / Math.max(1, counts.reduce((a, b) => a + b, 0)) : 0)),
    );
  const all = Math.max(1, counts.reduce((a, b) => a + b, 0));
  const each = Math.ceil(names.length / 14); // of many columns some have their name
  return h(
    "div",
    {
      class: "km-predictions-plot km-predictions-outcomes",
      role: "img",
      "aria-label": names.map((name, i) => `${name}: ${counts[i]}`).join("; "),
      style: `--n:${names.length}`,
    },
    names.map((name, i) =>
      h(
        "div",
        { class: "km-predictions-col" },
        h(
          "div",
          { class: "km-predictions-track" },
          h("i", {
            class: hit.includes(i) ? "km-predictions-hit" : "km-predictions-miss",
            style: `height:${(100 * counts[i]) / all / top}%`,
          }, h("b", { text: counts[i] || "" })),
          exact ? h("i", { class: "km-predictions-open", style: `height:${(100 * exact[i]) / top}%` }) : null,
        ),
        h("b", {
          class: each > 1 ? "km-predictions-name km-predictions-has-few-names" : "km-predictions-name",
          text: i % each ? "\u00a0" : name,
        }),
      )
    ),
  );
}

// Shares of single pupils at the left, of all at the right, in a band that narrows to the exact share (null: hidden).
export function renderConvergence({ share, pupils, together, total, hits }, showFaces) {
  const open = share !== null;
  const [W, H, X0, X1, X2, X3, Y0, Y1] = [890, 400, 52, 380, 500, 750, 16, 366];
  const longest = Math.max(10, ...pupils.map((one) => one.trail.length));
  const y = (value) => Y1 - value * (Y1 - Y0);
  const x = (n) => X0 + ((n - 1) / (longest - 1)) * (X1 - X0);
  const most = Math.max(30, ...together.map(([n]) => n), total);
  const first = Math.min(10, together[0]?.[0] ?? 10);
  const xx = (n) => X2 + (Math.log(n / first) / Math.log(most / first)) * (X3 - X2);
  const band = (at, from, to) => {
    const points = Array.from({ length: 25 }, (_, i) => from * (to / from) ** (i / 24));
    const edge = (sign) => (n) =>
      `${at(n).toFixed(1)} ${
        y(Math.min(1, Math.max(0, share + sign * 1.96 * Math.sqrt((share * (1 - share)) / n)))).toFixed(1)
      }`;
    return `M${points.map(edge(1)).join("L")}L${points.reverse().map(edge(-1)).join("L")}Z`;
  };
  const line = (points) => points.map(([px, py], i) => `${i ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
  const label = (px, py, text, more = {}) => shape("text", { x: px, y: py, ...more }, text);
  const grid = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((
    at,
  ) => [
    shape("path", { class: "km-convergence-grid", d: `M${X0} ${y(at)}H${X3}` }),
    label(X0 - 8, y(at) + 5, formatPercent(at), { class: "km-convergence-axis", "text-anchor": "end" }),
  ]);
  const alone = pupils.filter((one) => one.trail.length).map((one) =>
    shape("path", { class: "km-convergence-single-pupil", d: line(one.trail.map((value, i) => [x(i + 1), y(value)])) })
  );
  const bins = new Map();
  const faces = showFaces
    ? pupils.map((one) => {
      const bin = Math.round(one.share * 20);
      const at = bins.get(bin) ?? 0;
      bins.set(bin, at + 1);
      const el = renderAvatar(one.face);
      for (
        const [name, value] of Object.entries({ x: X1 + 4 + at * 11, y: y(bin / 20) - 11, width: 22, height: 22 })
      ) el.setAttribute(name, value);
      return el;
    })
    : [];
  const last = together.at(-1);
  const all = together.map(([n, value]) => [xx(n), y(value)]);
  const said = total
    ? `Together ${formatPercent(hits / total)} after ${total} trials${
      open ? `; exactly ${formatPercent(share, 1)}` : ""
    }`
    : CLASS_TEXTS.board_charts_no_trials;
  const end = last ? y(last[1]) : y(share ?? 0.5);
  const apart = open && Math.abs(end - y(share)) < 24 ? 13 : 0;
  const above = open && end > y(share) ? 1 : -1;
  return shape(
    "svg",
    { viewBox: `0 0 ${W} ${H}`, class: "km-convergence", role: "img", "aria-label": said },
    grid,
    open
      ? [
        shape("path", { class: "km-convergence-band", d: band(x, 1, longest) }),
        shape("path", { class: "km-convergence-band", d: band(xx, first, most) }),
      ]
      : null,
    alone,
    open ? shape("path", { class: "km-convergence-exact", d: `M${X0} ${y(share)}H${X3}` }) : null,
    all.length > 1 ? shape("path", { class: "km-convergence-all-pupils", d: line(all) }) : null,
    last ? shape("circle", { class: "km-convergence-end", cx: xx(last[0]), cy: end, r: 8 }) : null,
    faces,
    label(X3 + 14, end + above * apart + 6, last ? `class ${formatPercent(last[1], 1)}` : "", {
      class: "km-convergence-label",
    }),
    open &&
      label(X3 + 14, y(share) - above * apart + 6, `exact ${formatPercent(share, 1)}`, {
        class: "km-convergence-label km-convergence-exact-line",
      }),
    label(X0, Y1 + 24, "1", { class: "km-convergence-axis" }),
    label(X1, Y1 + 24, `${longest} trials`, { class: "km-convergence-axis", "text-anchor": "end" }),
    label(X2, Y1 + 24, String(first), { class: "km-convergence-axis" }),
    label(X3, Y1 + 24, `${most} trials`, { class: "km-convergence-axis", "text-anchor": "end" }),
    label(X0 + 6, Y0 + 12, "alone", { class: "km-convergence-head" }),
    label(X3, Y0 + 12, "together", { class: "km-convergence-head", "text-anchor": "end" }),
  );
}

// Confidence of a pupil: full, half or empty.
export const renderConfidenceDot = (confidence) =>
  h("i", {
    class: `km-dot ${confidence >= 75 ? "km-dot-full" : confidence >= 50 ? "km-dot-half" : "km-dot-empty"}`,
  });

// Chips before and after over the exact bars: a ring, a ball, and a line between them.
export function renderPredictionChange({ names, exact, class: before, after: { class: after } }) {
  const top = 1.12 * Math.max(0.1, ...exact, ...before, ...after);
  const high = (share) => `${(100 * share) / top}%`;
  const [was, now, right] = [before, after, exact].map(sharesToWholePercents);
  const said = names.map((name, i) => `${name}: before ${was[i]}, after ${now[i]}, exactly ${right[i]} of 100`).join(
    "; ",
  );
  return h(
    "div",
    { class: "km-predictions-plot", role: "img", "aria-label": said, style: `--n:${names.length}` },
    names.map((name, i) => {
      const [low, far] = [Math.min(before[i], after[i]), Math.abs(before[i] - after[i])];
      return h(
        "div",
        { class: "km-predictions-col" },
        h(
          "div",
          { class: "km-predictions-track" },
          h("i", { class: "km-predictions-exact", style: `height:${high(exact[i])}` }),
          h("i", { class: "km-predictions-change", style: `bottom:${high(low)};height:${high(far)}` }),
          h("i", { class: "km-predictions-before", style: `bottom:${high(before[i])}` }),
          h("i", { class: "km-predictions-after", style: `bottom:${high(after[i])}` }),
        ),
        h("b", { class: "km-predictions-name", text: name }),
      );
    }),
  );
}

// A game of the whole class: the probability of each number of hits, and a ball for each played round.
export function renderRoundWins({ won, chances }, isExactRevealed) {
  if (!won.length) {
    return h("p", { class: "km-classboard-key", text: CLASS_TEXTS.board_charts_no_balls });
  }
  const [W, H, X0, Y1] = [890, 360, 24, 320];
  const n = chances.length - 1;
  const step = (W - 2 * X0) / (n + 1);
  const top = Math.max(...chances);
  const x = (k) => X0 + (k + 0.5) * step;
  const bars = !isExactRevealed ? null : chances.map((p, k) =>
    shape("rect", {
      class: "km-wins-bar",
      x: x(k) - step * 0.4,
      y: Y1 - (p / top) * 270,
      width: step * 0.8,
      height: (p / top) * 270,
    })
  );
  const each = Math.max(1, Math.ceil(n / 15));
  const axis = chances.map((
    _,
    k,
  ) => (k % each
    ? null
    : shape("text", { class: "km-convergence-axis", x: x(k), y: Y1 + 24, "text-anchor": "middle" }, String(k)))
  );
  const at = new Map();
  const size = Math.min(13, step * 0.42);
  const balls = won.map((round, i) => {
    const k = Math.round((round.hits / round.n) * n);
    const below = at.get(k) ?? 0;
    at.set(k, below + 1);
    return shape("circle", {
      class: i === won.length - 1 ? "km-wins-ball km-wins-last" : "km-wins-ball",
      cx: x(k),
      cy: Y1 - size - below * 2 * size,
      r: size,
    });
  });
  const last = won.at(-1);
  return shape(
    "svg",
    {
      viewBox: `0 0 ${W} ${H}`,
      class: "km-convergence",
      role: "img",
      "aria-label": fillPlaceholders(CLASS_TEXTS.board_charts_rounds, {
        hits: `${last.hits}`,
        n: `${last.n}`,
        rounds: won.map((one) => one.hits).join(", "),
      }),
    },
    bars,
    shape("path", { class: "km-convergence-grid", d: `M${X0} ${Y1}H${W - X0}` }),
    axis,
    balls,
  );
}

// Animates a ball that drops from one element onto the top of another. With reduced motion, no ball is drawn.
export function animateDrop(startEl, endEl, delay) {
  if (!startEl || !endEl || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [a, b] = [startEl.getBoundingClientRect(), endEl.getBoundingClientRect()];
  const ball = h("i", {
    class: "km-classboard-ball",
    "aria-hidden": "true",
    style: `left:${a.left + a.width / 2}px;top:${a.bottom}px`,
  });
  document.body.append(ball);
  const way = `translate(${b.left + b.width / 2 - a.left - a.width / 2}px, ${b.bottom - a.bottom}px)`;
  ball.animate([{ transform: "none" }, { transform: way }], {
    duration: 620,
    delay,
    easing: "cubic-bezier(.55,0,.85,.35)",
    fill: "both",
  }).finished.finally(() => ball.remove());
}
