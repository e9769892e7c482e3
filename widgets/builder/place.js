// The place of the picture: chips before the runs, dots and bars behind them, the lines of what is asked.

import { h } from "../page/elements.js";
import { facesOf } from "./edits.js";
import { bands, CHIPS, DOTS, plot } from "./picture.js";
import { chipsLeft, sentence, wanted } from "./said.js";
import { colourOf } from "./things.js";

export function picturePlace(page) {
  return h(
    "section",
    { class: "km-b-picture", "aria-label": "Picture" },
    h("h2", { text: pictureTitle(page) }),
    h("div", { class: "km-b-plot" }),
  );
}

function pictureTitle(page) {
  if (page.moment === "predict") return "Put your chips where you think the runs will fall";
  if (page.moment === "run") {
    return page.runs.length > DOTS ? "The runs, each with its 95 % band" : "Each run falls on its place";
  }
  return page.ghost
    ? "Bars: exact now. Dashed: before"
    : page.line !== null
    ? "Filled: what you ask for. Move the line"
    : "All ways counted";
}

export function drawPicture(page) {
  const place = page.body.querySelector(".km-b-plot");
  if (!place || !page.columns) return;
  const box = place.getBoundingClientRect();
  if (box.width < 40 || box.height < 40) return;
  place.replaceChildren();
  const { columns } = page;
  if (page.moment === "predict") return chipPlaces(page, place);
  const faces = facesOf(page.table, page.table.chain[0]);
  const exactly = page.moment === "exact" && page.exactly;
  const same = (other) => other && columns.map(({ label }) => other.bars[other.labels.indexOf(label)] ?? 0);
  const light = exactly && page.branch !== null && exactly.why?.kind === "tree"
    ? exactly.why.branches[page.branch].bars.map((share) => share * exactly.why.branches[page.branch].chance[0])
    : null;
  const two = exactly && page.other;
  const bars = exactly ? page.exactly.bars.map(([p]) => p) : null;
  const common = { columns, axis: page.words.axis, chips: page.chips, line: exactly ? page.line : null };
  const tall = two ? Math.max(...two.bars, ...bars) : 0;
  const height = two ? box.height / 2 - 12 : box.height;
  const drawn = plot({
    ...common,
    width: box.width,
    height,
    bars,
    tall,
    ghost: exactly && !two ? same(page.ghost) : null,
    counts: page.counts,
    n: page.runs.length,
    light,
    dots: page.runs.length <= DOTS ? page.runs.map(([i, first]) => [i, colourOf(faces, first)]) : [],
  });
  place.append(drawn.el);
  if (two) {
    place.prepend(
      plot({
        ...common,
        chips: {},
        width: box.width,
        height,
        bars: same(two),
        tall,
        counts: columns.map(() => 0),
        n: 0,
      }).el,
    );
    place.prepend(h("p", { class: "km-b-two", text: `Above: ${two.line}` }));
  }
  place.append(listed(page));
  if (exactly && page.line !== null && !two) {
    for (const side of [0, 1]) lineHandle(page, place, drawn, box, side);
  }
}

// The picture as a list, for those who hear it.
function listed(page) {
  return h(
    "ul",
    { class: "km-b-sr", "aria-label": "the bars" },
    page.columns.map(({ label }, i) =>
      h("li", {
        text: `${label}: ${page.exactly && page.moment === "exact" ? `${page.exactly.bars[i][1]}, ` : ""}${
          page.counts[i]
        } of ${page.runs.length} runs`,
      })
    ),
  );
}

// What is asked for begins at one handle and ends at the other; at rest the other stands behind the last column.
function lineHandle(page, place, drawn, box, side) {
  const { columns } = page;
  const last = columns.length - 1;
  const [low, high] = page.line;
  const [least, most] = side ? [low, low ? last : last - 1] : [high === last ? 1 : 0, high];
  const set = (i) => {
    const next = Math.max(least, Math.min(most, i));
    if (next === page.line[side]) return;
    page.line = side ? [page.line[0], next] : [next, page.line[1]];
    page.draw();
    askBetween(page);
  };
  const x = Math.max(0, Math.min(box.width - 23, drawn.at(page.line[side] + side)));
  const far = x > box.width * 0.6;
  const told = side ? (high === last ? "no upper bound" : `at most ${columns[high].label}`) : wanted(page);
  const knob = h(
    "button",
    {
      type: "button",
      class: `km-b-line ${side ? "km-b-upper" : ""}`,
      key: side ? "upper" : "line",
      role: "slider",
      style: `left:${x}px;height:${drawn.floor}px`,
      "aria-label": side ? "up to here" : "what you ask for",
      "aria-valuenow": page.line[side],
      "aria-valuemin": least,
      "aria-valuemax": most,
      "aria-valuetext": told,
    },
    !side && h("span", { class: `km-b-linetag ${far ? "km-b-far" : ""}`, text: told }),
    h("i", { "aria-hidden": "true", text: "⟷" }),
  );
  knob.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (by) {
      event.preventDefault();
      set(page.line[side] + by);
    }
  });
  knob.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const rect = place.getBoundingClientRect();
    const move = (e) => set(drawn.edge(e.clientX - rect.left) - side);
    const up = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  });
  place.append(knob);
}

// The chance between two lines is the kernel's to say; that from a line on came with the bars.
async function askBetween(page) {
  const [low, high] = page.line;
  const mine = page.settled;
  const name = `${low} ${high}`;
  if (high < page.columns.length - 1 && !page.amid.has(name)) {
    const { told, error } = await page.request("between", { low, high });
    if (mine !== page.settled || error) return;
    page.amid.set(name, told);
    page.draw();
  }
  if (`${page.line}` === `${[low, high]}`) page.say(sentence(page));
}

function chipPlaces(page, place) {
  const names = bands(page.columns, page.narrow());
  const left = chipsLeft(page);
  const put = (b, by) => {
    const have = page.chips[b] ?? 0;
    if (by > 0 ? !chipsLeft(page) : !have) return;
    page.chips = { ...page.chips, [b]: have + by };
    page.draw();
    page.say(`${names[b]}: ${have + by} of ${CHIPS} chips; ${chipsLeft(page)} left`);
  };
  place.append(
    h(
      "div",
      { class: "km-b-places", role: "group", "aria-label": "places for chips" },
      names.map((label, b) =>
        h(
          "div",
          { class: "km-b-place" },
          h(
            "button",
            {
              type: "button",
              class: "km-b-spot",
              key: `chip-${b}`,
              "aria-label": `put a chip on ${label}; ${page.chips[b] ?? 0} there`,
              on: {
                click: () => put(b, 1),
                keydown: (event) => {
                  if (event.key === "-" || event.key === "Backspace") {
                    event.preventDefault();
                    put(b, -1);
                  }
                },
              },
            },
            Array.from({ length: page.chips[b] ?? 0 }, () => h("i", { class: "km-b-chip" })),
            left > 0 && h("i", { class: "km-b-chip km-b-next" }),
          ),
          h("b", { text: label }),
          h("button", {
            type: "button",
            class: "km-b-less",
            key: `less-${b}`,
            "aria-label": `one chip less on ${label}`,
            disabled: !page.chips[b],
            text: "−",
            on: { click: () => put(b, -1) },
          }),
        )
      ),
    ),
    h("p", { class: "km-b-axisword", text: page.words.axis }),
  );
}
