// Tasks in the step Why: cells to tap, a tree to grow, steps to sort.

import { drawDie } from "../chart/outcome_chart.js";
import { h } from "../page/elements.js";
import { MAX_LIST_LENGTH } from "../page/constants.js";

// A list that users put in order with buttons. `onReorder(order)` is called after each move.
export function renderOrderList(items, order, [upLabel, downLabel], onReorder, announce) {
  const list = h("ol", { class: "km-lesson-order" });
  const move = (i, by) => {
    [order[i], order[i + by]] = [order[i + by], order[i]];
    fill();
    const item = list.children[i + by];
    (item.querySelector(by < 0 ? "[data-way=up]:not(:disabled)" : "[data-way=down]:not(:disabled)") ??
      item.querySelector("button:not(:disabled)")).focus();
    announce(`${items[order[i + by]]} is at place ${i + by + 1}.`);
    onReorder?.(order);
  };
  const way = (name, text, i, by, off) =>
    h("button", {
      type: "button",
      "data-way": name,
      text,
      disabled: off,
      "aria-label": `${text}, ${items[order[i]]}`,
      on: { click: () => move(i, by) },
    });
  const fill = () =>
    list.replaceChildren(
      ...order.map((n, i) =>
        h(
          "li",
          {},
          h("span", { text: items[n] }),
          way("up", upLabel, i, -1, i === 0),
          way("down", downLabel, i, 1, i === order.length - 1),
        )
      ),
    );
  fill();
  return list;
}

function headed(text, own) {
  const die = /^die (\d)$/.exec(text);
  return h(
    "span",
    { class: "km-space-header" },
    die ? [drawDie(Number(die[1]), own), h("span", { class: "km-lesson-hidden", text: die[1] })] : text,
  );
}

function cellsView(made, built, send) {
  const tapped = new Set(made.tapped);
  const count = h("b", {});
  const ways = (cells) => cells.reduce((sum, [, weight]) => sum + weight, 0);
  const tell = () => (count.textContent = `${ways([...tapped].map((n) => made.cells[n]))}`);
  const weighted = made.cells.some(([, weight]) => weight !== 1);
  const cell = ([text, weight], n) => {
    const where = made.rows.length
      ? ` (${made.rows[Math.floor(n / made.columns.length)]}, ${made.columns[n % made.columns.length]})`.replaceAll(
        "die ",
        "",
      )
      : "";
    const button = h(
      "button",
      {
        type: "button",
        key: `cell:${n}`,
        class: "km-space-cell",
        "aria-pressed": String(tapped.has(n)),
        disabled: built,
      },
      text,
      weighted ? h("small", { text: String(weight) }) : null,
      where ? h("span", { class: "km-lesson-hidden", text: where }) : null,
    );
    button.addEventListener("click", () => {
      if (!tapped.delete(n)) tapped.add(n);
      button.setAttribute("aria-pressed", String(tapped.has(n)));
      tell();
    });
    return button;
  };
  const cells = made.cells.map(cell);
  const width = made.columns.length;
  const grid = made.rows.length
    ? h(
      "div",
      { class: "km-space-grid", style: `--columns:${width}`, role: "group", "aria-label": made.ask },
      h("span", {}),
      made.columns.map((text) => headed(text, false)),
      made.rows.flatMap((row, i) => [headed(row, true), ...cells.slice(i * width, (i + 1) * width)]),
    )
    : h("div", { class: "km-space-row", role: "group", "aria-label": made.ask }, cells);
  tell();
  return [
    grid,
    built
      ? h("p", { class: "km-lesson-feedback-right", tabindex: "-1", text: made.told })
      : h("p", {}, "You have tapped ", count, ` of ${ways(made.cells)} ${weighted ? "outcomes" : made.of}.`),
    built ? null : checkRow(() => send({ do: "submit_task", work: [...tapped] })),
  ];
}

// The tree as far as the pupil has built it: each branch with its probability, and the following branches below.
function treeView(twigs) {
  if (!twigs.length) return null;
  const root = { kids: new Map() };
  for (const [under, text, chance, good] of twigs) {
    let node = root;
    for (const name of under) node = node.kids.get(name);
    node.kids.set(text, { text, chance, good, kids: new Map() });
  }
  const draw = (
    { kids },
  ) => (kids.size
    ? h(
      "ul",
      {},
      [...kids.values()].map((node) =>
        h(
          "li",
          {},
          h(
            "span",
            { class: "km-lesson-tree-twig" },
            h("small", { text: node.chance }),
            h("span", {
              class: `km-lesson-tree-node${
                node.good === true ? " km-lesson-tree-good" : node.good === false ? " km-lesson-tree-bad" : ""
              }`,
              text: node.text,
            }),
          ),
          draw(node),
        )
      ),
    )
    : null);
  return h(
    "div",
    { class: "km-lesson-tree", role: "group", tabindex: "0", "aria-label": "The tree so far" },
    draw(root),
  );
}

// The branches of a tree, made from rows of letters that the pupil has written.
function ownTwigs(rows) {
  const found = new Map();
  for (const row of rows) {
    for (let n = 1; n <= Math.min(row.length, 8); n++) {
      found.set(row.slice(0, n), [Array.from(row.slice(0, n - 1)), row[n - 1], "", null]);
    }
  }
  return [...found.values()].sort((a, b) => a[0].length - b[0].length);
}

// The grid made from two lists of headers: a cell for each pair of row and column.
function ownGrid([rows, columns]) {
  if (!rows.length || !columns.length) return null;
  return h(
    "table",
    { class: "km-lesson-lookup km-space-own" },
    h("caption", { class: "km-lesson-hidden", text: "Your table so far" }),
    h(
      "tbody",
      {},
      h("tr", {}, h("td", {}), columns.map((text) => h("th", { scope: "col", text }))),
      rows.map((row) =>
        h("tr", {}, h("th", { scope: "row", text: row }), columns.map((text) => h("td", { text: `${row}${text}` })))
      ),
    ),
  );
}

function growView(made, built, send) {
  const grown = made.grown.map(([ask, right]) => h("li", {}, h("span", { text: ask }), " ", h("b", { text: right })));
  const level = made.level &&
    h(
      "fieldset",
      { class: "km-space-level" },
      h("legend", { text: made.level.ask }),
      h(
        "div",
        { class: "km-lesson-row" },
        made.level.options.map((text, n) =>
          h("button", {
            type: "button",
            key: `grow:${n}`,
            text,
            on: { click: () => send({ do: "submit_task", work: n }) },
          })
        ),
      ),
    );
  const list = grown.length ? h("ol", { class: "km-space-tree" }, grown) : null;
  const tree = treeView(made.tree);
  return [
    tree,
    tree && list
      ? h(
        "details",
        { class: "km-lesson-collapsible", "data-fold": "grown" },
        h("summary", { text: "Your answers so far" }),
        list,
      )
      : list,
    built ? null : level,
  ];
}

const checkRow = (check) =>
  h(
    "div",
    { class: "km-lesson-row" },
    h("button", { type: "button", class: "km-primary", key: "build", text: "Check my answer", on: { click: check } }),
  );

function sortView(made, built, send, say) {
  if (built) return [h("ol", { class: "km-space-tree" }, made.order.map((n) => h("li", { text: made.items[n] })))];
  const order = [...made.order];
  return [
    renderOrderList(made.items, order, ["Earlier ↑", "Later ↓"], null, say),
    checkRow(() => send({ do: "submit_task", work: order })),
  ];
}

// A sample space that pupils write: rows, one per line, with the tree that they make; or the row and column heads of a
// grid, with the grid.
function spaceView(made, built, send) {
  const grid = made.form === "grid";
  const drawn = h("div", { class: "km-space-drawing" });
  const fields = grid
    ? made.heads.map((words, i) =>
      h("input", {
        type: "text",
        key: `rows:${i}`,
        maxlength: "200",
        autocomplete: "off",
        "aria-label": words,
        value: made.rows[i] ?? "",
      })
    )
    : [
      h("textarea", { key: "rows", rows: "6", maxlength: MAX_LIST_LENGTH, spellcheck: "false", "aria-label": "Rows" }),
    ];
  if (!grid) fields[0].value = made.rows.join("\n");
  const words = (field) => [...new Set(field.value.toUpperCase().match(/[^\s,;]+/g) ?? [])].slice(0, 40);
  const draw = () => {
    const own = fields.map(words);
    drawn.replaceChildren(
      ...[grid ? ownGrid(own) : made.form === "tree" ? treeView(ownTwigs(own[0])) : null].filter(Boolean),
    );
  };
  for (const field of fields) field.addEventListener("input", draw);
  draw();
  const work = () => grid ? fields.map((field) => field.value) : fields[0].value;
  return [
    grid
      ? h(
        "div",
        { class: "km-space-list" },
        made.heads.map((text, i) => h("label", {}, h("span", { text }), fields[i])),
      )
      : fields[0],
    drawn,
    h(
      "div",
      { class: "km-lesson-row" },
      h("button", {
        type: "button",
        class: "km-primary",
        key: "build",
        text: "Are these all of them?",
        on: { click: () => send({ do: "submit_task", work: work() }) },
      }),
    ),
  ];
}

// The whole panel of a task, with the reply to a wrong try and the way out.
export function renderExplainTask(step, send, announce) {
  const { build, built, help } = step;
  if (!build) return null;
  const view = { space: spaceView, cells: cellsView, grow: growView, sort: sortView }[build.kind];
  return h(
    "div",
    { class: "km-space" },
    h("p", { class: "km-lesson-question", text: build.ask }),
    view(build, build.found, send, announce),
    build.then ? growView(build.then, built, send) : null,
    help ? h("p", { class: "km-lesson-feedback-wrong", tabindex: "-1", text: help }) : null,
    built ? null : h(
      "div",
      { class: "km-lesson-row" },
      h("button", {
        type: "button",
        class: "km-quiet",
        key: "show_me",
        text: "Show me",
        on: { click: () => send({ do: "show_solution" }) },
      }),
    ),
  );
}
