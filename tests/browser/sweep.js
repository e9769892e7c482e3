// What is wrong with the page that is open, in this window: the function that `sweep.py` runs there. A page longer than
// its window is scrolled through; what is fine at one place is fine. Returns faults as "kind | where | what", and the
// heights that are to stay. It knows looks of tables by their classes, and no game.
(({ root, scrolls, least, whole, any }) => {
  const faults = new Set();
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const tops = ["dialog[open]", ".km-menu[open] > .km-sheet", ".km-table .km-table-log:not([hidden])", root, "body"];
  const top = tops.map((css) => document.querySelector(css)).find(Boolean);
  const styles = new Map(), clips = new Map(), seen = new Map();
  const style = (el) => styles.get(el) ?? styles.set(el, getComputedStyle(el)).get(el);
  const PASSING =
    /^km-(idle|rest|dim|play|selected|changed|now|tone-.*|kind-.*|n\d.*|fifth|zones2|fits|crowd|with-.*)$/;
  const called = (el) => {
    const own = [...el.classList].filter((name) => !PASSING.test(name)).slice(0, 2).map((name) => `.${name}`).join("");
    return own || el.localName;
  };
  const where = (el) => {
    const path = [];
    for (let at = el; at && at !== document.body && path.length < 6; at = at.parentElement) {
      const step = called(at);
      if (step.startsWith(".") || at === el) path.unshift(step);
      if (/^\.km-(t|d|l)-/.test(step)) break;
    }
    return path.slice(-4).join(" ");
  };
  const note = (kind, el, what = "") =>
    faults.add(`${kind} | ${where(el)} | ${String(what).replace(/\s+/g, " ").trim().slice(0, 60)}`);
  // A page that scrolls, unless a dialog or sheet stands over it.
  const paper = document.scrollingElement;
  const long = scrolls && top.matches(`${root}, body`) && paper.scrollHeight > innerHeight + 1;
  const away = (box) => long && (box.top < -1 || box.bottom > innerHeight + 1) && box.bottom - box.top < innerHeight;
  // What waits above or left of the page until the keyboard comes to it ("Skip to the content").
  const waits = (el) => {
    const box = el.closest('a[href^="#"]')?.getBoundingClientRect();
    return box && (box.bottom + scrollY <= 1 || box.right + scrollX <= 1);
  };
  // The first fault of each part; none once it was fine somewhere.
  const judged = new Map();
  const judge = (part, fault) => {
    if (!fault) judged.set(part, null);
    else if (!judged.has(part)) judged.set(part, fault);
  };
  const fine = (part) => judged.get(part) === null;

  // Seen at all, and not only by those who listen.
  const shown = (el) => {
    if (!el || el === document.documentElement) return true;
    if (seen.has(el)) return seen.get(el);
    const s = style(el);
    const is = s.display !== "none" && s.visibility === "visible" && Number(s.opacity) > 0.05 &&
      !/inset\(50%|rect\(0/.test(s.clipPath + s.clip) &&
      shown(el.parentElement) &&
      !(el.parentElement?.localName === "details" && !el.parentElement.open && el.localName !== "summary") &&
      (s.display === "contents" || el.checkVisibility()); // what has no box of its own shows what it holds
    seen.set(el, is);
    return is;
  };

  // What can hide a part of this element: ancestors that clip, as far as they hold it.
  const clippers = (el) => {
    if (clips.has(el)) return clips.get(el);
    const found = [];
    let { position } = style(el), up = el;
    while (!up.matches(":popover-open") && (up = up.parentElement)) { // what pops over lies in no frame
      const s = style(up);
      const holds = s.position !== "static" || s.transform !== "none" || s.filter !== "none" ||
        s.containerType !== "normal" || s.contain !== "none";
      if (position === "fixed" && s.transform === "none" && s.containerType === "normal") continue;
      if (position === "absolute" && !holds) continue;
      if (
        up !== document.body && up !== document.documentElement &&
        (s.overflowX !== "visible" || s.overflowY !== "visible")
      ) found.push(up);
      position = s.position;
    }
    clips.set(el, found);
    return found;
  };
  const frames = new Map();
  const frameOf = (clip) => {
    const { left, top } = clip.getBoundingClientRect(), { clientLeft, clientTop } = clip;
    return {
      x: left + clientLeft,
      y: top + clientTop,
      w: clip.clientWidth,
      h: clip.clientHeight,
      fullW: clip.scrollWidth,
      fullH: clip.scrollHeight,
    };
  };
  // The part of a box that can be seen, and how it is cut: "", "scroll" if it can be brought into sight, "cut" if not.
  const visible = (el, box, slack = 1.5) => {
    let { left, top: up, right, bottom } = box, how = "", by = null;
    for (const clip of clippers(el)) {
      const s = style(clip);
      if (!frames.has(clip)) frames.set(clip, frameOf(clip));
      const { x, y, w, h, fullW, fullH } = frames.get(clip);
      const cut = (axis, from, to, first, last, size, full) => {
        if (axis === "visible" || (first >= from - slack && last <= to + slack)) return;
        const rolls = /auto|scroll/.test(axis) && full > size + 1;
        if (!rolls) [how, by] = ["cut", clip];
        else if (how !== "cut") [how, by] = ["scroll", clip];
      };
      cut(s.overflowX, x, x + w, left, right, w, fullW);
      cut(s.overflowY, y, y + h, up, bottom, h, fullH);
      if (s.overflowX !== "visible") [left, right] = [Math.max(left, x), Math.min(right, x + w)];
      if (s.overflowY !== "visible") [up, bottom] = [Math.max(up, y), Math.min(bottom, y + h)];
      if (how === "scroll" && (right - left < 1 || bottom - up < 1)) break; // scrolled away
    }
    const off = left < -slack || right > innerWidth + slack || (!long && (up < -slack || bottom > innerHeight + slack));
    if (off && how !== "scroll") [how, by] = ["cut", document.body];
    return {
      left: Math.max(0, left),
      top: Math.max(0, up),
      right: Math.min(innerWidth, right),
      bottom: Math.min(innerHeight, bottom),
      how,
      by,
    };
  };
  const wide = (box) => box.right - box.left, high = (box) => box.bottom - box.top;
  const alpha = (
    colour,
  ) => (colour.startsWith("rgba") || colour.includes("/")
    ? parseFloat(colour.match(/([\d.]+)\)$/)[1])
    : colour === "transparent"
    ? 0
    : 1);
  const opaque = (el) => {
    const s = style(el);
    if (el.closest("svg")) {
      return el.localName === "image" || (s.fill !== "none" && alpha(s.fill) * s.fillOpacity * s.opacity > 0.4);
    }
    return Number(s.opacity) > 0.4 &&
      (alpha(s.backgroundColor) > 0.4 || s.backgroundImage !== "none" || /img|canvas|video/.test(el.localName));
  };
  const inside = (el, x, y) => {
    const b = el.getBoundingClientRect();
    return x >= b.left && x <= b.right && y >= b.top && y <= b.bottom;
  };
  const coverAt = (el, x, y) => {
    const first = document.elementFromPoint(x, y);
    if (!first || first.contains(el) || el.contains(first)) return null; // the rest of the stack takes longer to ask for
    for (const over of document.elementsFromPoint(x, y)) {
      if (over === el || over.contains(el) || el.contains(over)) return null;
      // A drawing is painted in its order, and what is turned does not fill its box.
      const drawing = el.closest("svg");
      if (drawing?.contains(over) && over.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING) continue;
      if (opaque(over) && inside(over, x, y) && style(over).pointerEvents !== "none") return over;
    }
    return null;
  };
  // What a sheet writes on a card (::after) lies over its words, and no point of the page finds it.
  const lids = new Map();
  const lidOf = (el) => {
    const card = el.closest(".km-card");
    if (!card || lids.has(card)) return lids.get(card);
    const s = getComputedStyle(card, "::after"), top = card.getBoundingClientRect().top + parseFloat(s.top);
    const written = /\w/.test(s.content.replace(/^none$|^normal$/, "")) && s.position === "absolute";
    lids.set(card, written && alpha(s.backgroundColor) > 0.4 ? { top, bottom: top + parseFloat(s.height) } : null);
    return lids.get(card);
  };

  // ---- words: none cut, none under something else, none too small ----
  // Texts on these may be clamped, for a tap or the pointer gives them whole; but no figures.
  const ONE_TAP = ".km-card, .km-piece, .km-cell, .km-last-line, .km-tabletop [title]";
  const FIGURES = "b, .km-card-number";
  const range = document.createRange();
  const read = () => {
    const found = document.createTreeWalker(top, NodeFilter.SHOW_TEXT), nodes = [];
    while (found.nextNode()) {
      const node = found.currentNode, el = node.parentElement;
      if (!node.data.trim() || /^(style|script|title|desc|option|noscript|textarea)$/.test(el.localName)) continue;
      if (shown(el) && !waits(el)) nodes.push(node);
    }
    return nodes;
  };
  const word = (node) => {
    if (fine(node)) return;
    const el = node.parentElement, text = node.data.trim();
    const drawing = el.closest("svg"), size = parseFloat(style(el).fontSize);
    const scale = drawing ? (el.getScreenCTM()?.a ?? 1) : 1;
    if (size * scale < 1) return;
    range.selectNodeContents(node);
    let seen = false;
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      if (away(rect)) return;
      const air = Math.max(0, (rect.height - size * 0.9) / 2); // letters do not fill their line
      const line = { left: rect.left, right: rect.right, top: rect.top + air, bottom: rect.bottom - air };
      const part = visible(el, line);
      seen = true;
      const clamped = el.closest(ONE_TAP) && !el.matches(FIGURES);
      if (part.how === "cut" && !clamped) return judge(node, ["cut", el, text]);
      if (clamped && style(el).overflowX !== "visible") {
        const own = el.getBoundingClientRect();
        [part.right, part.bottom] = [Math.min(part.right, own.right), Math.min(part.bottom, own.bottom)];
      }
      if (wide(part) < 2 || high(part) < 2) continue;
      const y = (part.top + part.bottom) / 2;
      const over = [part.left + 2, (part.left + part.right) / 2, part.right - 2].map((x) => coverAt(el, x, y)).find(
        Boolean,
      );
      if (over) return judge(node, ["under", el, `${text} < ${where(over)}`]);
      const lid = lidOf(el);
      if (lid && line.top < lid.bottom - 4 && lid.top < line.bottom - 4) return judge(node, ["under", el, text]);
    }
    if (size * scale < (drawing ? 10 : 13.9)) {
      return judge(node, ["small words", el, `${(size * scale).toFixed(1)} px: ${text}`]);
    }
    if (seen) judge(node);
  };

  // ---- what can be clicked: in reach, not covered, 24 px ----
  const CLICKS = 'button, a[href], input, select, textarea, summary, [role="button"], [role="tab"], [role="slider"]';
  const clicks = () =>
    [...top.querySelectorAll(CLICKS)].filter((el) =>
      !el.disabled && !waits(el) && style(el).display !== "contents" &&
      shown(el.localName === "input" && el.labels?.[0]?.contains(el) ? el.labels[0] : el)
    );
  const click = (el) => {
    if (fine(el)) return;
    const named = el.getAttribute("aria-label") || el.textContent || el.type;
    const target = el.localName === "input" && /radio|checkbox/.test(el.type) && el.labels?.[0] ? el.labels[0] : el;
    if (style(target).display === "inline" && /^(p|li|td|span|small|b|em|h\d)$/.test(target.parentElement.localName)) {
      return; // a word in a sentence
    }
    const box = target.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) return judge(el, ["small", el, `${named}: nothing`]);
    if (away(box)) return;
    const part = visible(target, box, 3);
    if (part.how === "scroll" && (wide(part) < 24 || high(part) < 24)) return;
    if (part.how === "cut" && (wide(part) < 24 || high(part) < 24)) return judge(el, ["out of reach", el, named]);
    const hits = (x, y) => {
      const hit = document.elementFromPoint(x, y);
      return hit && (target.contains(hit) || el.contains(hit));
    };
    const [cx, cy] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2];
    if (!hits(cx, cy)) {
      const at = [];
      for (let i = 0; i < 9; i++) {
        for (let j = 0; j < 9; j++) {
          const [x, y] = [part.left + ((i + 0.5) / 9) * wide(part), part.top + ((j + 0.5) / 9) * high(part)];
          if (hits(x, y)) at.push([x, y]);
        }
      }
      const span = (axis) => Math.max(...at.map((p) => p[axis])) - Math.min(...at.map((p) => p[axis]));
      if (!at.length || span(0) < 15 || span(1) < 15) {
        return judge(el, [
          "covered",
          el,
          `${named} < ${where(document.elementFromPoint(cx, cy) ?? document.body)}`,
        ]);
      }
    }
    const reach = (dx, dy) => (hits(cx + dx, cy + dy) && hits(cx - dx, cy - dy));
    const [across, up] = [
      Math.max(wide(part), part.how ? 0 : box.width),
      Math.max(high(part), part.how ? 0 : box.height),
    ];
    if (across < 23.5 && !reach(11.5, 0)) return judge(el, ["small", el, `${Math.round(across)} px wide: ${named}`]);
    if (up < 23.5 && !reach(0, 11.5)) return judge(el, ["small", el, `${Math.round(up)} px high: ${named}`]);
    judge(el);
  };

  const was = scrollY, step = Math.max(120, innerHeight * 0.45), last = long ? paper.scrollHeight - innerHeight : 0;
  if (long) scrollTo({ top: 0, behavior: "instant" });
  const texts = read(), targets = clicks();
  for (let at = 0;; at = Math.min(at + step, last)) {
    if (long) scrollTo({ top: at, behavior: "instant" });
    frames.clear();
    texts.forEach(word);
    targets.forEach(click);
    if (at >= last) break;
  }
  if (long) scrollTo({ top: was, behavior: "instant" });
  for (const fault of judged.values()) if (fault) note(...fault);

  // ---- what gets the focus is scrolled to: by no box that only hides what sticks out, for nothing scrolls it back ----
  const rolls = [top, ...top.querySelectorAll("*")].filter((el) =>
    (el.scrollHeight > el.clientHeight || el.scrollWidth > el.clientWidth) && style(el).overflowX !== "visible"
  ).map((el) => [el, el.scrollTop, el.scrollLeft]);
  for (const el of long ? [] : targets) {
    el.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    for (const [box, y, x] of rolls) {
      if (box.scrollTop === y && box.scrollLeft === x) continue;
      const [down, along] = [box.scrollTop - y, box.scrollLeft - x];
      [box.scrollTop, box.scrollLeft] = [y, x];
      const { overflowX, overflowY } = style(box);
      if ((down > 2 && overflowY === "hidden") || (along > 2 && overflowX === "hidden")) {
        note("moved", box, `${down} px by ${el.getAttribute("aria-label") || el.textContent || where(el)}`);
      }
    }
  }

  // ---- nothing below its least size; what must be whole is whole ----
  const dialog = top.localName === "dialog" || top.matches(".km-sheet, .km-table-log");
  for (const [css, w, h] of dialog ? [] : least) {
    for (const el of top.querySelectorAll(css)) {
      if (!shown(el)) continue;
      const box = el.getBoundingClientRect();
      if (box.width < w * rem - 1 || box.height < h * rem - 1) {
        note(
          "squeezed",
          el,
          `${(box.width / rem).toFixed(1)} x ${(box.height / rem).toFixed(1)} rem, least ${w} x ${h}`,
        );
      }
    }
  }
  for (const [css, share] of dialog ? [] : whole) {
    for (const el of top.querySelectorAll(css)) {
      if (!shown(el)) continue;
      const box = el.getBoundingClientRect();
      const part = visible(el, box);
      if (Math.max(0, wide(part)) * Math.max(0, high(part)) < (share - 0.01) * box.width * box.height - 4) {
        note("not in sight", el, `${css}: ${el.textContent}`);
      }
    }
  }
  for (const css of dialog ? [] : any) if (![...top.querySelectorAll(css)].some(shown)) note("missing", top, css);
  const beyond = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth;
  if (beyond > 0) note("sideways", document.body, beyond);
  const height = (css) => Math.round(document.querySelector(css)?.getBoundingClientRect().height ?? 0);
  const hand = document.querySelector(".km-action-cards") ? 0 : height(".km-table-hand");
  return { faults: [...faults], hand };
});
