// Editor of the selected device or ticket: native controls in a row below it. `change(table)` gets the new model.

import { TEXTS } from "../page/texts.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { normalizeTypedText } from "../page/numbers.js";
import { faceColour, valueText } from "./device_drawings.js";
import {
  allFaceValues,
  deepCopy,
  DEVICE_LABELS,
  deviceFaces,
  isFairDie,
  listDevices,
  MAX_DEVICES,
  nextFace,
  NUMERIC_STATISTICS,
  paletteStatisticName,
  partAt,
  withDevice,
  withFaces,
} from "./model_edits.js";

const FIRST_TRY_LIMIT = 10;
const MAX_TRY_LIMIT = 100;

const stepper = (label, value, set, { least = -Infinity, most = Infinity, told = valueText(value) } = {}) =>
  h(
    "span",
    { class: "km-builder-stepper", role: "group", "aria-label": label },
    h("button", {
      type: "button",
      key: `${label}-less`,
      "aria-label": `${label}: less`,
      disabled: value <= least,
      text: "−",
      on: { click: () => set(value - 1) },
    }),
    h("b", { text: told }),
    h("button", {
      type: "button",
      key: `${label}-more`,
      "aria-label": `${label}: more`,
      disabled: value >= most,
      text: "+",
      on: { click: () => set(value + 1) },
    }),
  );

const choice = (label, value, options, set) => {
  const el = h(
    "select",
    { "aria-label": label, key: label, on: { change: () => set(el.value) } },
    options.map(([key, text]) => h("option", { value: key, text, selected: `${key}` === `${value}` })),
  );
  return el;
};

const typed = (label, value, set, more = {}) =>
  h("input", {
    "aria-label": label,
    key: label,
    value,
    class: "km-builder-typed-model",
    autocomplete: "off",
    autocapitalize: "off",
    maxlength: 24,
    ...more,
    on: { change: (event) => set(event.target.value.trim()) },
  });

const parsedFace = (text) => (/^-?\d{1,6}$/.test(normalizeTypedText(text)) ? +normalizeTypedText(text) : text);

export function renderDeviceEditor(table, path, change) {
  const part = partAt(table, path);
  const faces = deviceFaces(table, part);
  const edit = (f) => {
    const next = deepCopy(table);
    f(partAt(next, path));
    change(next);
  };
  const kind = part.dev ?? "again";
  const rows = [];
  if (part.faces && kind === "d" && isFairDie(faces)) {
    rows.push(
      h(
        "span",
        { class: "km-builder-row" },
        h("span", { text: "faces" }),
        stepper("faces", faces.length, (n) =>
          edit((p) => {
            p.faces = Array.from({ length: n }, (_, i) => [i + 1, 1]);
          }), { least: 1, most: 100 }),
        faces.length <= 12 && h("button", {
          type: "button",
          key: "own",
          text: TEXTS.faces_choose,
          on: {
            click: () =>
              edit((p) => {
                p.faces = p.faces.map(([face]) => [face === p.faces.length ? 0 : face, 1]);
              }),
          },
        }),
      ),
    );
  } else if (part.faces && faces.length <= 8) {
    rows.push(
      h(
        "span",
        { class: "km-builder-row km-builder-faces" },
        faces.map(([face, weight], i) =>
          h(
            "span",
            { class: "km-builder-face", style: `--c:${faceColour(faces, face)}` },
            typed(
              `face ${i + 1}`,
              valueText(face),
              (text) =>
                text &&
                change(
                  withFaces(table, path, (all) => all.map((one, j) => (i === j ? [parsedFace(text), one[1]] : one))),
                ),
              { size: 4 },
            ),
            stepper(
              fillPlaceholders(TEXTS.faces_count, { x: `${face}` }),
              weight,
              (n) => change(withFaces(table, path, (all) => all.map((one, j) => (i === j ? [one[0], n] : one)))),
              { least: faces.length > 1 ? 0 : 1, most: 999, told: `×${weight}` },
            ),
          )
        ),
        kind !== "coin" && faces.length < 8 &&
          h("button", {
            type: "button",
            key: "one-more",
            "aria-label": "add a face",
            text: "+ face",
            on: { click: () => change(withFaces(table, path, (all) => [...all, [nextFace(all), 1]])) },
          }),
      ),
    );
  } else if (part.faces) {
    rows.push(
      h(
        "span",
        { class: "km-builder-row" },
        h("span", { text: `${faces.length} faces, ${valueText(faces[0][0])} to ${valueText(faces.at(-1)[0])}` }),
        h("button", {
          type: "button",
          key: "six",
          text: TEXTS.faces_reset,
          on: {
            click: () =>
              edit((p) => {
                p.faces = p.faces.slice(0, 6);
              }),
          },
        }),
      ),
    );
  }
  const verbs = { d: "roll", coin: "toss", spin: "spin", bag: "take", deck: "draw", again: "take" };
  const row = [];
  if (!part.until) {
    row.push(
      h("span", { text: verbs[kind] }),
      stepper(TEXTS.part_count, part.n ?? 1, (n) =>
        edit((p) => {
          p.n = n;
        }), { least: 1, most: 1000 }),
    );
  }
  if (kind === "bag" || kind === "deck") {
    row.push(
      choice(TEXTS.draw_label, part.draw ?? "", [["", TEXTS.part_stays_out], ["back", TEXTS.part_goes_back], [
        "add1",
        TEXTS.draw_add,
      ]], (how) =>
        edit((p) => {
          if (how) {
            p.draw = how;
          } else delete p.draw;
        })),
    );
  }
  if (
    NUMERIC_STATISTICS.includes(paletteStatisticName(table.ask)) && faces.some(([face]) => typeof face === "number")
  ) {
    row.push(h(
      "span",
      { class: "km-builder-pair" },
      h("span", { text: "adds" }),
      stepper("added", part.plus ?? 0, (n) =>
        edit((p) => {
          if (n) p.plus = n;
          else delete p.plus;
        }), { least: -99, most: 99, told: `${part.plus > 0 ? "+" : ""}${valueText(part.plus ?? 0)}` }),
    ));
  }
  if (
    part.name && (table.ask.what === "-" || listDevices(table.chain).some(([, other]) => other.again === part.name))
  ) {
    row.push(h("i", { text: `“${part.name}”` }));
  }
  rows.push(h("span", { class: "km-builder-row" }, row));
  if (part.until) rows.push(untilHandles(table, path, part, faces, edit));
  return rows;
}

function untilHandles(table, path, part, faces, edit) {
  const stop = part.until[0];
  const options = [
    ...faces.slice(0, 12).map(([face]) => [`${face}`, fillPlaceholders(TEXTS.until_value, { x: valueText(face) })]),
    [
      "all",
      TEXTS.until_all,
    ],
    ["repeat", TEXTS.until_repeat],
  ];
  if (faces.some(([face]) => `${face}` === stop.split("*")[1]) || faces.length) {
    options.push(
      ...faces.slice(0, 8).map(([face]) => [`2*${face}`, fillPlaceholders(TEXTS.until_twice, { x: valueText(face) })]),
    );
  }
  if (faces.length <= 3) {
    options.push(
      ...["0.0", "0.1", "0.0.1", "1.0.0"].map((pattern) =>
        pattern.split(".").map((i) => faces[i]?.[0] ?? faces[0][0]).join(".")
      ).filter((p, i, all) => all.indexOf(p) === i).map((p) => [p, `${p.replaceAll(".", ", ")} in a row`]),
    );
  }
  if (faces.every(([face]) => typeof face === "number")) {
    options.push(["record2", TEXTS.until_record]);
  }
  const told = part.until.join("/");
  if (!options.some(([key]) => key === told)) options.unshift([told, told]);
  return h(
    "span",
    { class: "km-builder-row" },
    h("span", { text: "until" }),
    choice("until", told, options, (value) =>
      edit((p) => {
        p.until = value.split("/");
      })),
    choice(
      "limit",
      part.n ? "limit" : "",
      [["", TEXTS.limit_none], ["limit", TEXTS.limit_some]],
      (limit) =>
        edit((p) => {
          p.n = limit ? FIRST_TRY_LIMIT : null;
        }),
    ),
    part.n
      ? stepper("at most", part.n, (n) =>
        edit((p) => {
          p.n = n;
        }), { least: 1, most: MAX_TRY_LIMIT })
      : null,
    h("button", {
      type: "button",
      key: "no-until",
      text: TEXTS.until_remove,
      on: {
        click: () =>
          edit((p) => {
            delete p.until;
            p.n = 1;
          }),
      },
    }),
  );
}

export function renderBranchEditor(table, path, change) {
  const branches = partAt(table, path).if;
  const edit = (f) => {
    const next = deepCopy(table);
    f(partAt(next, path).if);
    change(next);
  };
  const faces = allFaceValues(table);
  const options = [
    ...faces.slice(0, 12).map((face) => [`${face}`, valueText(face)]),
    ...faces.filter((face) => typeof face === "number").slice(0, 12).map((
      face,
    ) => [`>=${face}`, fillPlaceholders(TEXTS.value_or_more, { x: valueText(face) })]),
    ["else", "else"],
  ];
  return [
    h(
      "span",
      { class: "km-builder-row km-builder-faces" },
      branches.map(([condition, inner], i) =>
        h(
          "span",
          { class: "km-builder-face" },
          h("span", { text: "if" }),
          choice(
            `branch ${i + 1}`,
            condition,
            options.some(([key]) => key === condition) ? options : [[condition, condition], ...options],
            (value) =>
              edit((all) => {
                all[i][0] = value;
              }),
          ),
          choice(
            fillPlaceholders(TEXTS.branch_part, { n: `${i + 1}` }),
            "",
            [["", "+ thing"], ...Object.entries(DEVICE_LABELS)],
            (kind) =>
              kind && inner.length < MAX_DEVICES && edit((all) => {
                all[i][1].push(withDevice({ chain: [], ask: table.ask }, kind).chain[0]);
              }),
          ),
          branches.length > 1 &&
            h("button", {
              type: "button",
              key: `branch-${i}-off`,
              "aria-label": fillPlaceholders(TEXTS.branch_remove, { n: `${i + 1}` }),
              text: "×",
              on: {
                click: () =>
                  edit((all) => {
                    all.splice(i, 1);
                  }),
              },
            }),
        )
      ),
      branches.length < 6 && h("button", {
        type: "button",
        key: "branch-more",
        text: "+ branch",
        on: {
          click: () =>
            edit((all) => {
              all.splice(-1, 0, [
                `${faces.find((face) => !all.some(([condition]) => condition === `${face}`)) ?? "else"}`,
                deepCopy(all[0][1]),
              ]);
            }),
        },
      }),
    ),
  ];
}

export function renderStatisticEditor(table, change) {
  const ask = table.ask;
  const edit = (f) => {
    const next = deepCopy(table);
    f(next.ask);
    change(next);
  };
  const faces = allFaceValues(table);
  const ticket = paletteStatisticName(ask);
  const row = [];
  if (ticket === "count" || ticket === "run") {
    const told = `${ask.arg ?? ""}`;
    const options = [
      ...(ticket === "run" ? [["", "anything"]] : []),
      ...faces.slice(0, 20).map((face) => [`${face}`, valueText(face)]),
      ...faces.filter((face) => typeof face === "number").slice(0, 20).map((
        face,
      ) => [`>=${face}`, fillPlaceholders(TEXTS.value_or_more, { x: valueText(face) })]),
    ];
    row.push(
      h("span", { text: "of" }),
      choice(
        "which",
        told,
        options.some(([key]) => key === told) ? options : [[told, told], ...options],
        (value) =>
          edit((a) => {
            if (value === "") delete a.arg;
            else a.arg = parsedFace(value);
          }),
      ),
    );
  }
  if (ticket === "ends") {
    row.push(
      h("span", { text: TEXTS.question_ends_with }),
      typed("pattern", `${ask.arg}`.replaceAll(".", ", "), (text) =>
        edit((a) => {
          a.arg = text.split(/[\s,.]+/).filter(Boolean).join(".");
        }), { size: 14, maxlength: 120 }),
    );
  }
  if (ticket === "top") {
    row.push(
      h("span", { text: TEXTS.question_the_best }),
      stepper(TEXTS.question_best_of, ask.arg, (n) =>
        edit((a) => {
          a.arg = n;
        }), { least: 1, most: 20 }),
    );
  }
  if (ticket === "worth") {
    row.push(typed(
      "worths",
      ask.table.map(([low, high, worth]) => `${low === high ? low : `${low}..${high}`}=${worth}`).join(","),
      (text) =>
        edit((a) => {
          a.table = text.split(",").map((one) => {
            const [span, worth] = one.split("=");
            const [low, high] = span.split("..");
            return [+low, +(high ?? low), parsedFace((worth ?? "").trim())];
          });
        }),
      { size: 26, maxlength: 300 },
    ));
  }
  if (ticket === "first" || ticket === "last") {
    row.push(
      choice("which", ask.cmp?.[1] ?? "", [
        ["", TEXTS.question_any_value],
        ...faces.slice(0, 20).map((face) => [`${face}`, `is ${valueText(face)}`]),
      ], (value) =>
        edit((a) => {
          if (value) a.cmp = ["=", parsedFace(value)];
          else delete a.cmp;
        })),
    );
  } else if (!["beats", "differ", "ends", "pattern"].includes(ticket)) {
    const op = ask.cmp?.[0] ?? "";
    const bound = ask.cmp ? (op === "in" ? ask.cmp[1] : [ask.cmp[1], ask.cmp[1]]) : [0, 0];
    row.push(
      choice("compare", op, [["", TEXTS.compare_none], [">=", TEXTS.compare_at_least], ["<=", "at most"], [
        "=",
        "exactly",
      ], [
        "in",
        "between",
      ]], (value) =>
        edit((a) => {
          if (!value) delete a.cmp;
          else a.cmp = [value, value === "in" ? [bound[0], bound[0] + 2] : bound[0]];
        })),
    );
    if (op) {
      row.push(stepper("bound", bound[0], (n) =>
        edit((a) => {
          if (op === "in") a.cmp[1] = [n, Math.max(n, bound[1])];
          else a.cmp[1] = n;
        })));
    }
    if (op === "in") {
      row.push(
        h("span", { text: "and" }),
        stepper(TEXTS.compare_upper_limit, bound[1], (n) =>
          edit((a) => {
            a.cmp[1] = [Math.min(n, bound[0]), n];
          })),
      );
    }
  }
  return [h("span", { class: "km-builder-row" }, row)];
}
