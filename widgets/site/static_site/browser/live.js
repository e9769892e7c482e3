// Code that a visitor edits and runs, with Python in this browser: each `.km-codecell` of a page, which contains a
// `pre`. The cells of a page share one Python, so each can use the names of those above it. `data-begin`: the cell runs
// at once. `data-name`: name of the cell.
import { createModelManager } from "../../../page/widget_models.js";
import { renderOutputAndReturnWidgetView } from "./cell_output.js";

const LIMIT = 60; // seconds that code may run
const KEPT = `kismet:code:${location.pathname.replace(/\.(html|ipynb)$/, "")}`;
const INDENT = "    ";
const WORDS = {
  coming: "Python is loading.",
  megabytes: (n) => `Python is loading: ${n} MB so far, kept for the next visit.`,
  running: "The code is running.",
  done: (seconds) => `Done in ${seconds} s.`,
  stopped: "The code was stopped and its results are gone. Press Run to start again.",
  endless: `It was still running after ${LIMIT} seconds and was stopped. Is there a loop that never ends?`,
  after: (name) => `“${name}” ended with an error.`,
  first: (name) => `“${name}” has to run first.`,
  gone: "Python ended while the code was running. Press Run to start again.",
  never: "Python couldn’t start in this browser. Reload the page to try again.",
  trouble: "Something went wrong here.",
  hint: "Ctrl+Enter runs the code. Esc and then Tab leaves it.",
};

const made = (tag, given = {}, ...children) => {
  const el = Object.assign(document.createElement(tag), given);
  el.append(...children);
  return el;
};

// ---- Python --------------------------------------------------------------------------------------------------------

// One interpreter in a worker. `run` returns "done" or the error of the code. `end` receives the reason for stopping.
class PythonSession {
  constructor(hear) {
    this.hear = hear;
    this.ended = false;
    this.known = new Set(); // cells whose names it has
    this.models = createModelManager((id, data, buffers = []) =>
      this.worker.postMessage({ id, data, buffers }, buffers.map((each) => each.buffer))
    );
    this.ready = new Promise((resolve, reject) => {
      this.awake = resolve;
      this.dead = reject;
    });
    this.ready.catch(() => {}); // heard by whoever runs something
    this.start("snapshot");
  }

  start(way) {
    let come = 0;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: way });
    this.worker.onerror = (event) => this.failed(way, event.message);
    this.worker.onmessage = ({ data }) => {
      if (data.part) this.hear.come(come += data.part);
      else if (data.started) {
        this.started = true;
        this.awake();
      } else if (data.done) this.settle?.("done");
      else if (data.failed) this.failed(way, data.failed);
      else if (data.text) {
        const [kind, ...rest] = JSON.parse(data.text);
        (this.models.hears[kind] ?? this.hear[kind])(...rest, data.buffers);
      }
    };
  }

  // If this browser cannot use the snapshot, Python starts without it, only slower.
  failed(way, why) {
    this.worker.terminate();
    if (this.started) return this.end(WORDS.gone);
    if (way === "snapshot") return this.start("plain");
    console.error(why);
    this.end(WORDS.never);
  }

  async run(number, source) {
    await this.ready;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end(WORDS.endless), LIMIT * 1000);
      this.settle = (how) => {
        clearTimeout(timer);
        this.settle = null;
        resolve(how);
      };
      this.worker.postMessage({ attempt: [number, source] });
    });
  }

  end(why) {
    this.worker.terminate();
    this.ended = true;
    this.dead(new Error(why));
    this.settle?.(why);
  }
}

// ---- a cell --------------------------------------------------------------------------------------------------------

class CodeCell {
  constructor(el, number, run, stop) {
    this.number = number;
    this.begins = "begin" in el.dataset;
    this.name = el.dataset.name || `Code ${number + 1}`;
    this.first = el.querySelector("pre").textContent.trimEnd();
    this.views = [];
    this.lines = made("div", { className: "km-codecell-lines", ariaHidden: "true" });
    this.code = made("textarea", { spellcheck: false, wrap: "off", autocapitalize: "off", autocomplete: "off" });
    this.code.setAttribute("aria-label", `Code: ${this.name}`);
    this.code.setAttribute("aria-description", WORDS.hint);
    this.button = made("button", { type: "button", className: "km-codecell-run-button", textContent: "Run" });
    this.back = made("button", { type: "button", textContent: "Back to the original code", hidden: true });
    this.status = made("span", { role: "status" });
    const hint = made("small", { textContent: WORDS.hint, ariaHidden: "true" });
    this.out = made("div", { className: "km-codecell-output" });
    el.replaceChildren(
      made("div", { className: "km-codecell-code" }, this.lines, this.code),
      made("div", { className: "km-codecell-bar" }, this.button, this.back, this.status, hint),
      this.out,
    );
    this.button.onclick = () => this.busy ? stop() : run(this);
    this.back.onclick = () => {
      this.code.value = this.first;
      this.changed();
      this.code.focus();
    };
    this.code.oninput = () => this.changed();
    this.code.onkeydown = (event) => this.key(event, run);
    this.code.value = kept(number) ?? this.first;
    this.changed();
  }

  get source() {
    return this.code.value;
  }

  changed() {
    const lines = this.code.value.split("\n").length;
    this.code.rows = lines;
    this.lines.replaceChildren(...Array.from({ length: lines }, (_, i) => made("i", { textContent: i + 1 })));
    this.back.hidden = this.code.value === this.first;
    keep(this.number, this.back.hidden ? null : this.code.value);
  }

  key(event, run) {
    if (event.isComposing || event.keyCode === 229) return; // an input method's own Enter
    const leaves = this.leaves;
    this.leaves = event.key === "Escape";
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      if (!event.repeat) run(this);
    } else if (event.key === "Enter") {
      const line = this.code.value.slice(0, this.code.selectionStart).split("\n").at(-1);
      event.preventDefault();
      this.write(`\n${/^ */.exec(line)[0]}${/:\s*$/.test(line) ? INDENT : ""}`);
    } else if (event.key === "Tab" && !event.shiftKey && !leaves) {
      event.preventDefault();
      this.write(INDENT);
    }
  }

  // Inserts text in the only way that users can undo, if the browser supports this way.
  write(text) {
    if (document.execCommand?.("insertText", false, text)) return;
    this.code.setRangeText(text, this.code.selectionStart, this.code.selectionEnd, "end");
    this.changed();
  }

  clear() {
    for (const view of this.views.splice(0)) view.remove();
    this.out.replaceChildren();
    for (const line of this.lines.querySelectorAll(".km-codecell-is-faulty")) line.className = "";
    this.ran = this.fault = false;
    this.say("");
  }

  say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  set running(value) {
    this.busy = value;
    this.button.textContent = value ? "Stop" : "Run";
    this.out.toggleAttribute("aria-busy", value);
  }

  async show(what, models) {
    const { lastElementChild: before } = this.out;
    if (what.text !== undefined && before?.tagName === "PRE") return before.append(what.text);
    if (what.text !== undefined) return this.out.append(made("pre", { textContent: what.text }));
    // The view of a widget takes a moment. Output that arrives meanwhile must not appear before it.
    const view = await renderOutputAndReturnWidgetView(this.out.appendChild(made("div")), what, models);
    if (view) this.views.push(view);
  }

  tellFault(text) {
    this.fault = true;
    this.out.append(made("p", { className: "km-codecell-error", textContent: text }));
    this.out.lastElementChild.setAttribute("role", "alert");
  }

  mark(line) {
    this.lines.children[line - 1]?.classList.add("km-codecell-is-faulty");
  }
}

function kept(number) {
  try {
    return localStorage.getItem(`${KEPT}:${number}`);
  } catch {
    return null; // storage is off: what is written holds until the page is left
  }
}

function keep(number, text) {
  try {
    if (text === null) localStorage.removeItem(`${KEPT}:${number}`);
    else localStorage.setItem(`${KEPT}:${number}`, text);
  } catch {
    // as above
  }
}

// ---- the page ------------------------------------------------------------------------------------------------------

let python = null;
let current = null; // the cell that runs, or that ran last
const cells = [];
const hear = {
  come(bytes) {
    const millions = Math.round(bytes / 1e6);
    if (millions && !python.started) current.say(WORDS.megabytes(millions)); // what is kept is counted to its end
  },
  show(number, what) {
    cells[number]?.show(what, python.models).catch((error) => {
      console.error(error);
      cells[number].tellFault(WORDS.trouble);
    });
  },
  fault(number, { text, line, cell }) {
    const place = cell === number ? `Line ${line}: ` : cell === null ? "" : `“${cells[cell].name}”, line ${line}: `;
    cells[cell]?.mark(line);
    cells[number].tellFault(`${place}${text}`);
  },
  error: () => current.tellFault(WORDS.trouble), // a deed of a widget
};

// Runs a cell. Before it, runs cells above that define missing names. After it, runs cells below that had run already.
async function run(cell) {
  if (cells.some((each) => each.busy)) return;
  if (!python || python.ended) python = new PythonSession(hear);
  const at = cells.indexOf(cell);
  const above = cells.slice(0, at).filter((each) => !python.known.has(each));
  const below = cells.slice(at + 1).filter((each) => each.ran);
  for (const each of below) {
    each.clear(); // it told of other code
    each.ran = true;
  }
  for (const each of [...above, cell, ...below]) {
    if (await runs(each)) continue;
    if (each !== cell) cell.say((above.includes(each) ? WORDS.first : WORDS.after)(each.name));
    return;
  }
}

// Runs a cell. Returns whether it succeeded.
async function runs(cell) {
  const { ran } = cell;
  cell.clear();
  current = cell;
  cell.running = true;
  cell.say(python.started ? WORDS.running : WORDS.coming);
  let began = 0;
  let how = "done";
  try {
    await python.ready;
    cell.say(WORDS.running);
    began = performance.now();
    how = await python.run(cell.number, cell.source);
  } catch (error) { // Python never came
    how = error.message;
  }
  cell.running = false;
  cell.ran = ran || how === "done";
  if (how === "done" && !cell.fault) {
    python.known.add(cell);
    cell.say(WORDS.done(((performance.now() - began) / 1000).toFixed(1)));
    return true;
  }
  cell.say(how === WORDS.stopped ? how : "");
  if (how !== "done" && how !== WORDS.stopped) cell.tellFault(how);
  return false;
}

const stop = () => python.end(WORDS.stopped);

// Documentation pages have their own theme. Widgets and charts read the theme from the attributes set here.
function follow() {
  const { theme } = document.body.dataset;
  if (!theme) return;
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.body.dataset.jpThemeLight = String(!dark);
}

document.head.append(made("link", { rel: "stylesheet", href: new URL("live.css", import.meta.url) }));
document.body.dataset.plotly ??= new URL("plotly.js", import.meta.url);
follow();
new MutationObserver(follow).observe(document.body, { attributeFilter: ["data-theme"] });
document.querySelectorAll(".km-codecell").forEach((el, i) => cells.push(new CodeCell(el, i, run, stop)));
const last = cells.findLast((each) => each.begins);
if (last) {
  for (const each of cells) each.ran = each.begins;
  run(cells.find((each) => each.begins));
}
