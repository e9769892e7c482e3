// The part of the rule of yielding that has to be measured (docs/table-layout.md): words that have no room are left
// out whole and never cut, for the dock says them when their card is touched; what scrolls shows that, and where to.

import { RENDERERS } from "./renderers.js";

/** @import { TableView } from "./view.d.ts" */

// What may be left out, in this order: each is tried without those before it. Games bring more of both.
const OPTIONAL = [
  [
    ".km-card .km-text, .km-card .km-card-skills, .km-caption, .km-role, .km-agenda, .km-unit",
    ".km-last-line > .km-event-text, .km-table-title > span, .km-table-mine .km-person .km-name",
    ".km-score-sources i, .km-board .km-mark",
    ".km-table-mine .km-empty",
  ].join(", "),
  [
    ".km-variant-chips span, .km-pile .km-name, .km-table-hand .km-card :is(.km-name, .km-meters)",
    ".km-table-mine .km-card .km-name, .km-change",
  ].join(", "),
];
// What is written smaller first, down to the least of all letters.
const SMALLER = ".km-spine span";
// What yields where its frame has no room: rivals become strips, piles and lists go.
const YIELDING = [
  [".km-table-others > .km-player", ":scope > .km-group", ".km-facts > li"],
  [".km-table-others .km-player > header > .km-facts", ":scope > li"],
  [".km-table-middle", ".km-zone > .km-group"],
];
const NEEDED = ".km-play, .km-target, .km-selected, .km-highlight, .km-mentioned, .km-score";
export const SCROLL_AREAS = [
  ".km-table-odds, .km-table-question, .km-table-mine, .km-player, .km-table-mine .km-zone",
  ".km-player .km-cards, .km-table-mine .km-cards",
  ".km-table-middle .km-zone, .km-actions",
  ".km-question, .km-refused, .km-action-strips, .km-lines, .km-since-last-turn, .km-table-hand",
  ".km-table-hand .km-cards",
  ".km-table-hand .km-action-cards, .km-guests, .km-tabs, .km-sheet, .km-placement-preview-body",
].join(", ");
const GROUP = ".km-group, .km-player"; // words and things that lie on one another are of one
const LOWEST = 36, FINGER = 24; // px of a rug, and of what is to be clicked
const WORDY = 4.4; // rem of a card whose name is read
const AIR = 4; // px below what is scrolled into sight
const SMALLEST = 11; // px of letters in a drawing; smaller ones are not there to be read

// the nib of a dock reaches out of it, takes no room
const DENSE = ["km-is-dense", "km-is-stacked", "km-is-smallest", "km-action-bar-pointer"];
const CLOSE = ["km-is-narrow", "km-is-narrowest"], TELLING = ["km-tutorial-needs-room", "km-tutorial-needs-all-room"];
const LEAN = ["km-is-compact", "km-is-most-compact"];
/** @type {[string, string[]][]} What was left out, made smaller or closer before: of these, these classes. */
const FITTED = [
  [".km-is-overflowing, .km-is-tight", ["km-is-overflowing", "km-is-tight"]],
  [".km-is-narrow, .km-is-narrowest", CLOSE],
  [".km-table-question", DENSE],
  [".km-table-odds", ["km-is-terse"]],
  [".km-tutorial-needs-room, .km-tutorial-needs-all-room", TELLING],
  [".km-scrolls-sideways", ["km-scrolls-sideways"]],
  [".km-is-compact", LEAN],
];

/** @param {TableView} view */
export function hideOverflowingTexts(view) {
  const { root } = view;
  for (const [css, marks] of FITTED) { // all at once: what is measured in between would be laid out anew each time
    for (const el of root.parentElement.querySelectorAll(css)) el.classList.remove(...marks);
  }
  const small = [...root.querySelectorAll(SMALLER)].filter(cutter());
  for (const el of small) el.classList.add("km-is-tight");
  leave(small.filter(cutter()));
  fitGuided(root);
  setHeaderHeightVariable(root);
  fitOwn(root.querySelector(".km-table-mine"));
  compactActionBar(root.querySelector(".km-table-question"));
  fitStage(root.querySelector(".km-table-odds"));
  fitHand(root.querySelector(".km-table-hand"));
  fitActs(root.querySelector(".km-table-hand"));
  hideOverflowingTextsIn(root);
  for (const [frame, ...kinds] of YIELDING) yieldIn([...root.querySelectorAll(frame)], kinds);
  for (const [words, things] of Object.entries(RENDERERS.noOverlap)) keepApart(root, words, things);
  const drawings = [...root.querySelectorAll(".km-map-shapes > svg")];
  const letters = drawings.map((drawing) =>
    parseFloat(getComputedStyle(drawing.querySelector("text") ?? drawing).fontSize) * (drawing.getScreenCTM()?.a ?? 1)
  );
  drawings.forEach((drawing, i) => drawing.classList.toggle("km-is-text-hidden", letters[i] < SMALLEST));
  for (const el of root.querySelectorAll(".km-table-mine > .km-zone:not(.km-player)")) bringIn(el, DOWN);
  for (const el of root.querySelectorAll(".km-table-mine .km-player .km-cards")) bringIn(el, ACROSS);
  markScrollAreas(root);
}

// Own things that are chosen from and have no room stand closer, then beside their head, where their game knows how.
function fitOwn(mine) {
  for (
    const rug of mine.querySelectorAll(":scope > .km-player:has(.km-play, .km-target, .km-highlight, .km-mentioned)")
  ) {
    for (const step of LEAN) if (rug.scrollHeight > rug.clientHeight + 2) rug.classList.add(step);
  }
}

const DOWN = { side: "Top", size: "Height", axis: "Y", start: "top", end: "bottom" };
const ACROSS = { side: "Left", size: "Width", axis: "X", start: "left", end: "right" };

// Own things that are scrolled stand where what is chosen from is in sight; what of it has no room goes at the end.
function bringIn(zone, { side, size, axis, start, end }) {
  if (zone[`scroll${size}`] <= zone[`client${size}`] + 2) return;
  if (!/auto|scroll/.test(getComputedStyle(zone)[`overflow${axis}`])) return;
  const boxes = [...zone.querySelectorAll(".km-play")].map((el) => el.getBoundingClientRect());
  if (!boxes.length) return;
  const box = zone.getBoundingClientRect();
  const first = Math.min(...boxes.map((one) => one[start])), last = Math.max(...boxes.map((one) => one[end]));
  if (first < box[start] - 1 || last > box[end] + 1) {
    zone[`scroll${side}`] += Math.min(first - box[start], last - box[end] + AIR);
  }
}

// What lies beside the lines of the own rug begins below its head. Set where it is needed alone: what stands on a rug
// is inherited by all in it.
export function setHeaderHeightVariable(root) {
  for (const part of Object.keys(RENDERERS.headerlessGroup)) {
    for (const el of root.querySelectorAll(`.km-table-mine .km-player > ${part}`)) {
      el.style.setProperty("--km-head", `${el.parentElement.querySelector(":scope > header").offsetHeight}px`);
    }
  }
}

// In a first game the goal takes what it needs: where own things or the cells to choose from have no room beside it,
// the rivals leave, and all plans but the one that the goal is about; and what has happened leaves where it would lie
// under the goal.
function fitGuided(root) {
  if (!root.matches(".km-in-tutorial")) return;
  const mine = root.querySelector(".km-table-mine");
  const full = (el) => el.scrollHeight > el.clientHeight + 2 && !/auto|scroll/.test(getComputedStyle(el).overflowY);
  const low = (el) =>
    el.checkVisibility() &&
    el.getBoundingClientRect().bottom > el.closest(".km-player").getBoundingClientRect().bottom + 2;
  const tight = () =>
    mine.clientHeight < LOWEST || [mine, ...mine.children].some(full) ||
    [...mine.querySelectorAll(".km-player > header .km-facts, .km-player :is(.km-play, .km-values)")].some(low) ||
    [...root.querySelectorAll(".km-table-middle .km-cell")].some((el) =>
      el.checkVisibility() && el.offsetWidth < FINGER
    );
  for (const step of CLOSE) {
    if (tight()) root.classList.add(step);
  }
  const stage = root.querySelector(
    ".km-in-tutorial .km-table-odds:not(:has(> :not(.km-latest-events, .km-tutorial-notice)))",
  );
  if (stage && meets(stage.getBoundingClientRect(), root.querySelector(".km-action-bar").getBoundingClientRect())) {
    leave([stage]);
  }
}

const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2;

// Parts without room in their frame go, one kind after the other; where one of them is needed, the last of the others
// give it theirs. All frames at once: each is measured before any of them changes.
function yieldIn(frames, kinds) {
  const asked = (part) => part.matches(NEEDED) || part.querySelector(NEEDED);
  const all = frames.map((frame) => {
    const parts = kinds.map((css) => [...frame.querySelectorAll(css)]), needed = parts.flat().filter(asked);
    return { parts, needed, out: outOf(frame), rest: parts.flat().filter((part) => !needed.includes(part)) };
  });
  kinds.forEach((_, i) =>
    leave(all.flatMap(({ parts, needed, out }) => parts[i].filter((part) => !needed.includes(part) && out(part))))
  );
  for (const { needed, out, rest } of all) {
    while (rest.length && needed.some(out)) leave([rest.pop()]);
  }
}

// Tells of parts whether they stand out of this frame.
function outOf(frame) {
  const { right, bottom } = frame.getBoundingClientRect();
  const edge = frame.closest(".km-player")?.getBoundingClientRect().right ?? right;
  return (part) => {
    const box = part.getBoundingClientRect();
    const figures = part.localName === "li" ? [...part.querySelectorAll("span, b")] : []; // wider than their column
    const wide = figures.some((el) => el.getBoundingClientRect().right > edge - 1);
    return wide || box.right > right + 1 || box.bottom > bottom + 1;
  };
}

// A dock keeps its height: shortcuts to a number go first, then what is asked there gets smaller, then has its answers
// below it in one row, then is as small as may be, then goes without the line that explains it, last of all without
// what the answers say of themselves. What a chosen card says stays, and is scrolled where it must be: for that it was
// touched, and a number can be asked again after it.
export function compactActionBar(ask) {
  if (!ask) return;
  ask.classList.remove(...DENSE);
  const question = ask.querySelector(":scope > .km-question"), answers = ask.querySelector(":scope > .km-actions");
  if (!question) return;
  const full = (el) => el && cuts(el) && el.scrollHeight > el.clientHeight + 2;
  const tight = () => beyond(ask) || full(question) || full(answers);
  const without = (css, still = tight) => {
    for (const words of ask.querySelectorAll(css)) if (still()) leave([words]);
  };
  without(":scope > .km-bid-control > .km-is-optional");
  const about = ask.classList.contains("km-about-card");
  const alone = ask.classList.contains("km-with-entry") || (about && answers?.children.length === 1); // the way back
  for (const step of alone ? ["km-is-dense", "km-is-smallest"] : ["km-is-dense", "km-is-stacked", "km-is-smallest"]) {
    if (tight()) ask.classList.add(step);
  }
  markScrollArea(question);
  without(
    about
      ? ":scope > .km-bid-control > .km-note, :scope > .km-bid-control:not(.km-highlight)"
      : ":scope > .km-question > p, :scope > .km-bid-control > .km-note",
  );
  without(
    ":scope > .km-actions > .km-button > small:not(.km-earlier-label)",
    about ? () => beyond(ask) || full(answers) : tight,
  );
  fitLead(answers);
}

// The lead of answers in a row that scrolls stands whole: without what the others say of themselves, then what it does.
function fitLead(answers) {
  const lead = answers?.querySelector(":scope > .km-primary");
  if (!lead) return;
  const off = () =>
    lead.scrollWidth > lead.clientWidth + 1 ||
    lead.getBoundingClientRect().right > answers.getBoundingClientRect().right + 1;
  for (
    const css of [":scope > .km-button:not(.km-primary) > small:not(.km-earlier-label)", ":scope > .km-primary > small"]
  ) {
    for (const words of answers.querySelectorAll(css)) if (off()) leave([words]);
  }
  if (off()) answers.scrollLeft = lead.offsetLeft - answers.offsetLeft;
}

// A scene that its stage does not fit gets the room of the rivals, then that of the hand.
// A stage shows whole what is due: the dice and their picture. Closer first, and of further ways only what they say;
// then without the dice of before; and in the lowest the sentence stands for its picture.
function fitStage(stage) {
  const cloth = stage.parentElement, told = stage.querySelector(":scope > .km-event-summary");
  for (const step of TELLING) {
    if (told && stage.scrollHeight > stage.clientHeight + 2) cloth.classList.add(step);
  }
  const due = ":scope > .km-odds:not(.km-resolved-odds) > .km-odds-header, :scope > :first-child .km-figure";
  const low = (css = due) => {
    const bottom = stage.getBoundingClientRect().bottom + stage.scrollTop;
    return [...stage.querySelectorAll(css)].some((el) => el.getBoundingClientRect().bottom > bottom + 1);
  };
  const risks = ":scope > .km-risks + .km-odds > .km-figure", needs = low();
  stage.classList.toggle("km-is-terse", needs || low(risks));
  if (!needs && low(risks)) stage.classList.remove("km-is-terse"); // that would not bring it into sight
  for (
    const css of [
      ":scope > .km-resolved-odds > .km-odds-header",
      ":scope > .km-resolved-odds:first-child:not(:last-child)",
      ".km-figure",
    ]
  ) {
    if (low()) leave([...stage.querySelectorAll(css)]);
  }
  // Of bars without room for both, the percentage stays.
  for (const bars of stage.querySelectorAll(".km-bars")) {
    if (bars.scrollWidth > bars.clientWidth + 1) leave([...bars.querySelectorAll(".km-track ~ * small")]);
  }
}

// Where a hand has more than its own cards, what is chosen from stands wide enough to be read, and the rest scrolls.
function fitHand(hand) {
  const groups = [...hand.querySelectorAll(":scope > .km-group")];
  const asked = groups.filter((group) => group.querySelector(".km-play, .km-target, .km-highlight"));
  if (!asked.length || asked.length === groups.length) return;
  const least = WORDY * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const slim = asked.some((group) => [...group.querySelectorAll(".km-card")].some((card) => card.offsetWidth < least));
  for (const group of groups) group.classList.toggle("km-scrolls-sideways", slim && !asked.includes(group));
}

// What is to be clicked under the cards of a hand stands whole: without what lies below its card, without the last of
// what it changes, then without what its chance is of and its reasons. Of a card above it, what it brings stands before
// its picture and its name.
function fitActs(hand) {
  const acts = [...hand.querySelectorAll(".km-action")];
  const low = (some = acts) => {
    const bottom = Math.min(...[hand, hand.parentElement].map((el) => el.getBoundingClientRect().bottom));
    return some.some((act) =>
      act.getBoundingClientRect().bottom > bottom + 1 || (getComputedStyle(act).overflowY === "hidden" &&
        (act.scrollHeight > act.clientHeight + 2 || act.scrollWidth > act.clientWidth + 2))
    );
  };
  const nth = (el) => [...el.parentElement.children].indexOf(el);
  if (low()) leave([...hand.querySelectorAll(".km-action-strips")]);
  for (const pick of low() ? hand.querySelectorAll(".km-action-choice") : []) {
    const own = [...pick.querySelectorAll(".km-action")];
    const changes = [...pick.querySelectorAll(".km-changes > *")].sort((a, b) => nth(a) - nth(b));
    while (changes.length && low(own)) leave([changes.pop()]);
  }
  for (const css of [".km-action-chance-label", ".km-refused .km-refusal-reason"]) {
    if (low()) leave([...hand.querySelectorAll(css)]);
  }
  for (const signs of acts.length ? hand.querySelectorAll(".km-card .km-signs") : []) {
    const card = signs.closest(".km-card");
    for (const css of [":scope > .km-pic", ".km-name"]) {
      if (signs.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom) {
        leave([...card.querySelectorAll(css)]);
      }
    }
  }
}

const cuts = (el) => getComputedStyle(el).overflowY !== "visible";

// Whether a part of a dock stands out of it; by boxes with their margins, for the nib and what makes a rule easy to
// touch reach out of theirs and are no content.
function beyond(ask) {
  const { top, bottom: edge } = ask.getBoundingClientRect();
  const bottom = edge - (cuts(ask) ? parseFloat(getComputedStyle(ask).paddingBottom) : 0);
  return [...ask.children].some((el) => {
    const box = el.getBoundingClientRect(), { marginTop, marginBottom } = getComputedStyle(el);
    return box.top - parseFloat(marginTop) < top - 1 || box.bottom + parseFloat(marginBottom) > bottom + 1;
  });
}

// Words that lie on a thing of their group go, one after the other in each; all groups at once.
function keepApart(root, words, things) {
  const lies = (el) => {
    const box = el.getBoundingClientRect();
    return [...el.closest(GROUP).querySelectorAll(things)].some((thing) => {
      const other = thing.getBoundingClientRect();
      return thing !== el && other.width && meets(box, other);
    });
  };
  const lines = new Map();
  for (const el of root.querySelectorAll(words)) {
    const group = el.closest(GROUP);
    lines.set(group, [...(lines.get(group) ?? []), el]);
  }
  const next = (line) => {
    while (line.length) {
      const el = line.shift();
      if (lies(el)) return [el];
    }
    return [];
  };
  for (let gone = [null]; gone.length;) {
    gone = [...lines.values()].flatMap(next);
    leave(gone);
  }
}

// Words without room, out of one part of the table.
export function hideOverflowingTextsIn(part) {
  OPTIONAL.forEach((css, late) => {
    const own = Object.entries(RENDERERS.optionalText).filter(([, last]) => Number(last) === late).map(([brought]) =>
      brought
    );
    leave([...part.querySelectorAll([css, ...own].join(", "))].filter(cutter()));
  });
}

const leave = (found) => found.forEach((el) => el.classList.add("km-is-overflowing"));

// Tells of words whether they are cut: by their own box, or by a frame around it that does not scroll.
function cutter() {
  const clips = new Map(); // element -> the nearest frame from it on that cuts, with its box
  const frame = (el) => {
    if (!el || el.matches(".km-table")) return null;
    if (!clips.has(el)) {
      const { overflowX, overflowY } = getComputedStyle(el);
      const rolls = /auto|scroll/.test(overflowX + overflowY);
      const cuts = /hidden|clip/.test(overflowX + overflowY);
      clips.set(el, rolls ? null : cuts ? el.getBoundingClientRect() : frame(el.parentElement));
    }
    return clips.get(el);
  };
  return (el) => {
    if (overflows(el)) return true;
    const by = frame(el.parentElement);
    if (!by) return false;
    const box = el.getBoundingClientRect(), air = parseFloat(getComputedStyle(el).fontSize) / 8;
    return box.width > 0 && (box.right > by.right + 1 || box.left < by.left - 1 || box.bottom > by.bottom + air);
  };
}

// Letters reach a little beyond their lines; a line more is more than that.
function overflows(el) {
  const { fontSize, writingMode } = getComputedStyle(el), air = 0.4 * parseFloat(fontSize);
  const [across, down] = writingMode.startsWith("vertical") ? [2, 1] : [1, air];
  return el.scrollWidth > el.clientWidth + across || el.scrollHeight > el.clientHeight + down;
}

// What is not to be seen has no mark and is not measured: a closed menu would be laid out for it.
export function markScrollAreas(part) {
  for (const el of part.querySelectorAll(SCROLL_AREAS)) {
    if (el.checkVisibility()) markScrollArea(el);
    else delete el.dataset.more;
  }
}

export function markScrollArea(el) {
  const ways = [];
  const { overflowX, overflowY } = getComputedStyle(el);
  if (/auto|scroll/.test(overflowY) && el.scrollHeight > el.clientHeight + 2) {
    if (el.scrollTop > 2) ways.push("up");
    if (el.scrollTop + el.clientHeight < el.scrollHeight - 2) ways.push("down");
  }
  if (/auto|scroll/.test(overflowX) && el.scrollWidth > el.clientWidth + 2) {
    if (el.scrollLeft > 2) ways.push("left");
    if (el.scrollLeft + el.clientWidth < el.scrollWidth - 2) ways.push("right");
  }
  const more = ways.join(" ");
  if ((el.dataset.more ?? "") !== more) el.dataset.more = more;
}
