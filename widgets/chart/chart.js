// Draws one Plotly figure. Plotly is loaded once per page and shared by all charts: from the address that a page of our
// own names, which the browser caches for the next page, or from the first kernel that is asked.

import { unmodifiedKeyUnlessRepeated } from "../page/keyboard.js";

const LIBRARY = Symbol.for("kismet.plotly"); // where the script puts it (bundle.py)
const SHARED = Symbol.for("kismet.plotly.loader");
const ASK_AGAIN = 20_000; // ms; a busy kernel must not keep the charts of an idle one waiting

function loader() {
  return (globalThis[SHARED] ??= makeLoader());
}

function makeLoader() {
  const waiting = new Map(); // model -> how many of its views wait
  let asked = null;
  let timer = 0;
  const { plotly: address } = document.body.dataset;
  let arrived = Boolean(address); // or on its way, with no kernel to be asked
  let settle;
  const ready = new Promise((resolve, reject) => (settle = { resolve, reject }));

  function ask() {
    clearTimeout(timer);
    const models = [...waiting.keys()];
    if (arrived || !models.length) {
      asked = null;
      return;
    }
    asked = models[(models.indexOf(asked) + 1) % models.length];
    asked.send({ kind: "plotly" });
    timer = setTimeout(ask, ASK_AGAIN);
  }

  function receive(content, buffers) {
    if (arrived || content?.kind !== "plotly") return;
    arrived = true;
    clearTimeout(timer);
    unpacked(buffers[0]).then(settle.resolve, settle.reject);
  }

  if (address) fetched(address).then(settle.resolve, settle.reject);
  return {
    ready,
    join(model) {
      if (arrived) return;
      waiting.set(model, (waiting.get(model) ?? 0) + 1);
      if (waiting.get(model) === 1) model.on("msg:custom", receive);
      if (!asked) ask();
    },
    leave(model) {
      const left = (waiting.get(model) ?? 0) - 1;
      if (left > 0) {
        waiting.set(model, left);
      } else if (waiting.delete(model)) {
        model.off("msg:custom", receive);
        if (asked === model) ask();
      }
    },
  };
}

// The head of a page that begins with charts already contains a request for Plotly.
async function fetched(address) {
  if (!globalThis[LIBRARY]) await loaded(document.getElementById("km-plotly") ?? scriptFrom(address));
  return globalThis[LIBRARY];
}

async function unpacked(packed) {
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const url = URL.createObjectURL(await new Response(plain, { headers: { "Content-Type": "text/javascript" } }).blob());
  try {
    await loaded(scriptFrom(url));
    return globalThis[LIBRARY];
  } finally {
    URL.revokeObjectURL(url);
  }
}

const scriptFrom = (src) => Object.assign(document.createElement("script"), { src });

function loaded(script) {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error("The chart library didn’t load."));
    script.addEventListener("load", () => (globalThis[LIBRARY] ? resolve() : failed()));
    script.addEventListener("error", failed);
    if (!script.isConnected) document.head.append(script);
  });
}

// ---- colours -------------------------------------------------------------------------------------------------------

const TOKENS = ["paper", "raised", "ink", "muted", "line", "accent", "focus", "ramp0", "ramp1", "hit", "miss"].concat(
  [1, 2, 3, 4, 5, 6, 7, 8].map((i) => `s${i}`),
);

const PRINTS = ["beforeprint", "afterprint"];
const PAPER = { colour: "#ffffff", width: 660 }; // px: fits A4 and Letter between their margins

// Figures contain only the light colours. tokens.css has light and dark colours as light-dark(light, dark).
function theme(el, printing) {
  const style = getComputedStyle(el);
  const probe = document.createElement("i");
  probe.style.color = "light-dark(rgb(1, 1, 1), rgb(2, 2, 2))";
  el.append(probe);
  const dark = !printing && getComputedStyle(probe).color === "rgb(2, 2, 2)";
  probe.remove();
  const swap = new Map();
  const token = {};
  for (const name of TOKENS) {
    const pair = style.getPropertyValue(`--km-${name}`).match(/#[0-9a-f]{6}/gi);
    token[name] = pair[dark ? 1 : 0];
    swap.set(pair[0], token[name]);
  }
  if (printing) {
    swap.set(token.paper, PAPER.colour);
    token.paper = PAPER.colour;
  }
  return { swap, token, font: style.fontFamily };
}

function recolour(value, swap) {
  if (typeof value === "string") return swap.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => recolour(item, swap));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, recolour(item, swap)]));
  }
  return value;
}

// Calls `callback` when the page turns light or dark. Returns a function that stops the calls.
function onThemeChange(callback) {
  const preference = matchMedia("(prefers-color-scheme: dark)");
  preference.addEventListener("change", callback);
  const attributes = new MutationObserver(callback);
  attributes.observe(document.body, {
    attributes: true,
    attributeFilter: ["data-jp-theme-light", "data-jp-theme-name"],
  });
  return () => {
    preference.removeEventListener("change", callback);
    attributes.disconnect();
  };
}

// ---- marks ---------------------------------------------------------------------------------------------------------

// All marks with a hover text, in reading order: {curveNumber, pointNumber, text}.
function marks(data) {
  return data.flatMap((trace, curveNumber) => {
    if (trace.hoverinfo === "skip" || !Array.isArray(trace.hovertext)) return [];
    return trace.hovertext.flatMap((row, i) =>
      Array.isArray(row)
        ? row.map((text, j) => ({ curveNumber, pointNumber: [i, j], text }))
        : [{ curveNumber, pointNumber: i, text: row }]
    );
  });
}

function at(values, index) {
  return [].concat(index).reduce((inner, i) => inner?.[i], values);
}

function report(model, trace, { curveNumber: curve, pointNumber: index }) {
  const cell = Array.isArray(index);
  model.send({
    kind: "click",
    curve,
    index,
    x: trace.x?.[cell ? index[1] : index] ?? null,
    y: trace.y?.[cell ? index[0] : index] ?? null,
    customdata: at(trace.customdata, index) ?? null,
  });
}

// Moves labels inwards that would be cut off at the side of a narrow chart.
function keepInside(Plotly, plot, { annotations = [] }) {
  const box = plot.getBoundingClientRect();
  const moves = {};
  for (const node of plot.querySelectorAll(".annotation")) {
    const index = Number(node.dataset.index);
    const own = node.querySelector(".annotation-text-g").getBoundingClientRect();
    const shift = Math.min(0, box.right - 2 - own.right) || Math.max(0, box.left + 2 - own.left);
    if (shift) moves[`annotations[${index}].xshift`] = (annotations[index].xshift ?? 0) + shift;
  }
  return Object.keys(moves).length ? Plotly.relayout(plot, moves) : undefined;
}

// ---- the view ------------------------------------------------------------------------------------------------------

const LETTER = 8.5, SIDES = 40; // px: of a title, and what stands beside the picture

// Splits a title into two lines of about the same length.
function inTwo(text) {
  const gaps = [...text.matchAll(/ /g)].map(({ index }) => index);
  const middle = gaps.sort((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2))[0];
  return middle === undefined ? text : `${text.slice(0, middle)}<br>${text.slice(middle + 1)}`;
}

function element(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

function tableOf({ columns = [], rows = [] }) {
  const cell = (tag, scope) => (text) => {
    const node = element(tag, "", text);
    if (scope) node.scope = scope;
    return node;
  };
  const head = element("thead", "", element("tr", "", ...columns.map(cell("th", "col"))));
  const line = ([first, ...rest]) => element("tr", "", cell("th", "row")(first), ...rest.map(cell("td")));
  return element("table", "", head, element("tbody", "", ...rows.map(line)));
}

const CONFIG = { displayModeBar: false, responsive: false, scrollZoom: false, doubleClick: false, showTips: false };

function render({ model, el }) {
  const shared = loader();
  const level = Math.min(6, Math.max(1, model.get("level")));
  const title = element(`h${level}`, "km-chart-title");
  const plot = element("div");
  const frame = element("div", "km-chart-plot", plot);
  const wait = element("p", "km-chart-placeholder");
  const slider = element("input");
  const spoken = element("output");
  const pick = element("label", "km-chart-mark-slider", "Marks: arrow keys move, Enter selects", slider, spoken);
  const scroll = element("div", "km-chart-scroll");
  const details = element("details", "", element("summary", "", "Show as table"), scroll);
  slider.type = "range";
  slider.min = 0;
  slider.value = 0;
  scroll.tabIndex = 0;
  scroll.role = "region";
  scroll.ariaLabel = "Table of the chart";
  frame.role = "img";
  plot.ariaHidden = "true"; // its drawings are one picture, named by the frame
  el.classList.add("km-chart");
  el.append(title, wait, frame, pick, details);

  let Plotly = null;
  let scheduled = 0;
  let turn = 0; // a drawing overtaken by the next one leaves the rest to it
  let drawn = ""; // size and theme of the last drawing: what it need not repeat
  let closed = false;
  let held = false;
  let printing = false;
  let picked = [];

  function words() {
    const text = model.get("text");
    title.textContent = model.get("title");
    title.hidden = !title.textContent;
    frame.ariaLabel = text;
    if (!Plotly) wait.textContent = text;
    frame.hidden = !model.get("figure").data; // nothing to show yet
    scroll.replaceChildren(tableOf(model.get("table")));
    details.hidden = !model.get("table").rows?.length;
    picked = marks(model.get("figure").data ?? []);
    pick.hidden = !model.get("selectable") || !picked.length;
    slider.max = Math.max(0, picked.length - 1);
    frame.style.minHeight = `${model.get("figure").layout?.height ?? 0}px`;
  }

  function draw() {
    scheduled = 0;
    const width = frame.clientWidth && printing ? PAPER.width : Math.floor(frame.clientWidth);
    if (!Plotly || closed || !width || !model.get("figure").data) return;
    const { swap, token, font } = theme(el, printing);
    const apart = parseFloat(getComputedStyle(frame).letterSpacing) || 0; // where readers set letters apart
    const key = `${width} ${token.paper} ${apart}`;
    if (key === drawn) return;
    drawn = key;
    const { data = [], layout = {} } = recolour(model.get("figure"), swap);
    layout.width = width;
    layout.autosize = false;
    const { title } = layout.xaxis ?? {};
    if (title?.text?.length * (LETTER + apart) > width - SIDES) {
      layout.xaxis = { ...layout.xaxis, title: { ...title, text: inTwo(title.text) } };
    }
    // Plotly caches text widths by style, so text with spaced letters needs its own style.
    layout.font = { ...layout.font, family: font, size: (layout.font?.size ?? 13) + apart / 1000 };
    layout.hoverlabel = { ...layout.hoverlabel, font: { ...layout.hoverlabel?.font, family: font, size: 14 } };
    for (const svg of plot.querySelectorAll(".main-svg")) svg.removeAttribute("viewBox"); // of the last size
    const mine = ++turn;
    const current = () => !closed && mine === turn;
    Plotly.react(plot, data, layout, CONFIG)
      .then(() => (current() ? keepInside(Plotly, plot, layout) : undefined))
      .then(() => (current() ? listen() : undefined))
      .catch(failed);
  }

  function listen() {
    for (const svg of plot.querySelectorAll(".main-svg")) {
      const [width, height] = ["width", "height"].map((side) => svg.getAttribute(side));
      svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
      frame.style.setProperty("--km-drawn-width", `${width}px`);
      frame.style.setProperty("--km-drawn-ratio", `${width} / ${height}`);
    }
    plot.removeAllListeners("plotly_click");
    plot.on("plotly_click", ({ points: [point] }) => {
      report(model, model.get("figure").data[point.curveNumber], point);
    });
    frame.dataset.drawn = Number(frame.dataset.drawn ?? 0) + 1;
  }

  function failed(error) {
    console.error(error);
    wait.hidden = false;
    wait.textContent = `The chart couldn’t be drawn (${error.message}). ${model.get("text")}`;
  }

  function schedule() {
    scheduled ||= requestAnimationFrame(draw);
  }

  // The chart for printing is drawn at once, because the browser draws no frame before it lays out the printed page.
  function onPrint({ type }) {
    printing = type === "beforeprint";
    draw();
  }

  // While the dice of a dashboard move in, the chart waits with changes that they cause.
  function changed() {
    const holds = el.closest("[data-waiting-for-dice]");
    if (holds) {
      if (!held) holds.addEventListener("km-dice-landed", changed, { once: true });
      held = true;
      return;
    }
    if (closed) return;
    held = false;
    drawn = "";
    words();
    schedule();
  }

  function point() {
    const mark = picked[slider.valueAsNumber];
    if (!mark) return;
    const text = String(mark.text).replaceAll("<br>", ", ");
    slider.setAttribute("aria-valuetext", text);
    spoken.textContent = text;
    if (Plotly) Plotly.Fx.hover(plot, [{ curveNumber: mark.curveNumber, pointNumber: mark.pointNumber }]);
  }

  slider.addEventListener("input", point);
  slider.addEventListener("focus", point);
  slider.addEventListener("keydown", (event) => {
    const mark = picked[slider.valueAsNumber];
    if (!mark || !["Enter", " "].includes(unmodifiedKeyUnlessRepeated(event))) return;
    event.preventDefault();
    report(model, model.get("figure").data[mark.curveNumber], mark);
  });

  const watched = ["figure", "text", "title", "table", "selectable"].map((name) => `change:${name}`);
  for (const name of watched) model.on(name, changed);
  const size = new ResizeObserver(schedule);
  for (const part of [frame, title, details]) size.observe(part); // text that is set apart changes the height of these
  const stopTheme = onThemeChange(schedule);
  for (const type of PRINTS) addEventListener(type, onPrint);
  words();
  shared.join(model);
  shared.ready.then((library) => {
    if (closed) return;
    Plotly = library;
    wait.hidden = true;
    schedule();
  }, failed);

  return () => {
    closed = true;
    shared.leave(model);
    cancelAnimationFrame(scheduled);
    size.disconnect();
    stopTheme();
    for (const type of PRINTS) removeEventListener(type, onPrint);
    for (const name of watched) model.off(name, changed);
    if (Plotly) Plotly.purge(plot);
  };
}

export default { render };
