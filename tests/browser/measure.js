// Measures the table of the open page in this window: what must be in view, words, areas, and whether controls can be
// reached. `test_table_layout.py` runs this function there.
((S) => {
  const vw = innerWidth, vh = innerHeight, out = {};
  const q = (css, from = document) => [...from.querySelectorAll(css)];
  const styles = new Map();
  const style = (el) => styles.get(el) ?? styles.set(el, getComputedStyle(el)).get(el);
  const shown = (el) => {
    if (!el.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    for (let up = el; up && up !== document.documentElement; up = up.parentElement) {
      const s = style(up);
      if (/inset\(50%|rect\(0/.test(s.clipPath + s.clip)) return false;
    }
    const b = el.getBoundingClientRect();
    return b.width > 0 && b.height > 0;
  };
  // The part of an element that can be seen without scrolling; `how`: "" whole, "scroll" or "cut".
  const seen = (el, box = el.getBoundingClientRect(), words = false) => {
    let { left, top, right, bottom } = box, how = "", pos = style(el).position;
    for (let up = words ? el : el.parentElement; up; up = up.parentElement) {
      const s = style(up);
      if (s.display === "contents") continue;
      const holds = s.position !== "static" || s.transform !== "none" || s.containerType !== "normal" || s.filter !== "none";
      if (pos === "fixed") break;
      if (pos === "absolute" && !holds) continue;
      pos = s.position;
      if (up === document.documentElement || up === document.body) continue;
      if (s.overflowX === "visible" && s.overflowY === "visible") continue;
      const b = up.getBoundingClientRect();
      const x0 = b.left + up.clientLeft, y0 = b.top + up.clientTop, x1 = x0 + up.clientWidth, y1 = y0 + up.clientHeight;
      const cut = (axis, a0, a1, c0, c1, rolls) => {
        if (axis === "visible" || (c0 >= a0 - 1.5 && c1 <= a1 + 1.5)) return;
        const scrolls = /auto|scroll/.test(axis) && rolls;
        how = scrolls && how !== "cut" ? "scroll" : scrolls ? how : "cut";
      };
      cut(s.overflowX, x0, x1, left, right, up.scrollWidth > up.clientWidth + 1);
      cut(s.overflowY, y0, y1, top, bottom, up.scrollHeight > up.clientHeight + 1);
      if (s.overflowX !== "visible") { left = Math.max(left, x0); right = Math.min(right, x1); }
      if (s.overflowY !== "visible") { top = Math.max(top, y0); bottom = Math.min(bottom, y1); }
    }
    left = Math.max(0, left); top = Math.max(0, top); right = Math.min(vw, right); bottom = Math.min(vh, bottom);
    const w = Math.max(0, right - left), h = Math.max(0, bottom - top);
    return { left, top, right, bottom, w, h, how, share: w * h / Math.max(1, box.width * box.height), box };
  };
  const hits = (el, part, nx = 7, ny = 5) => {
    let n = 0;
    for (let i = 0; i < nx; i++) for (let j = 0; j < ny; j++) {
      const at = document.elementFromPoint(part.left + (i + .5) / nx * part.w, part.top + (j + .5) / ny * part.h);
      if (at && (el === at || el.contains(at) || at.closest("label")?.control === el)) n++;
    }
    return n / (nx * ny);
  };
  const name = (el) => (el.getAttribute("aria-label") || el.textContent || el.type || "").replace(/\s+/g, " ").trim().slice(0, 40);
  const cls = (el) => el.localName + [...el.classList].slice(0, 2).map((c) => "." + c).join("");
  scrollTo(0, 0);
  // ---- what must be in view ----
  const inView = (els, share) => {
    const bad = els.filter((el) => { const p = seen(el); return p.share < share || hits(el, p, 5, 3) < .2; });
    return { all: els.length, bad: bad.map(name) };
  };
  out.question = inView(q(S.question).filter(shown), .97);
  out.answers = inView(q(S.answers).filter(shown), .95);
  const cards = q(S.hand).filter(shown);
  const badCards = cards.filter((el) => {
    const p = seen(el);
    return p.h < .6 * p.box.height || p.w < Math.min(24, p.box.width * .6) || hits(el, p, 9, 3) * p.w < 15;
  });
  out.hand = { all: cards.length, bad: badCards.map(name) };
  const first = q(S.oddsItem).filter(shown)[0], panel = q(S.odds).filter(shown)[0];
  const key = first ? [q(S.oddsTitle, first)[0], ...q(S.oddsFigure, first).slice(0, 1)].filter(Boolean).filter(shown) : panel ? [panel] : [];
  out.odds = inView(key, .93);
  for (const part of ["ownFigures", "opponentFigures", "choices"]) {
    const all = S[part] ? q(S[part]).filter(shown) : [];
    out[part] = { all: all.length, bad: all.filter((el) => seen(el).share < .9).map(name) };
  }
  out.oddsScroll = panel ? Math.max(0, panel.scrollHeight - panel.clientHeight) : 0;
  // ---- areas ----
  const areas = S.areas.flatMap((css) => q(css).filter(shown)).map((el) => [cls(el), seen(el)]).filter(([, b]) => b.w > 3 && b.h > 3);
  out.areaOverlap = [];
  areas.forEach(([a, x], i) => areas.slice(i + 1).forEach(([b, y]) => {
    const w = Math.min(x.right, y.right) - Math.max(x.left, y.left), h = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
    if (w > 3 && h > 3) out.areaOverlap.push(`${a}/${b} ${Math.round(w)}x${Math.round(h)}`);
  }));
  out.areas = Object.fromEntries(areas.map(([a, b]) => [a, [b.left, b.top, b.w, b.h].map(Math.round)]));
  out.pageScroll = Math.max(0, document.documentElement.scrollHeight - vh);
  out.sideways = Math.max(0, document.documentElement.scrollWidth - vw);
  // ---- words ----
  const cutWords = [], cutLost = [], under = [], small = [];
  const walk = document.createTreeWalker(document.querySelector(S.root), NodeFilter.SHOW_TEXT), range = document.createRange();
  const alpha = (c) => c === "transparent" ? 0 : /rgba|\//.test(c) ? parseFloat(c.match(/([\d.]+)\)$/)[1]) : 1;
  const texts = [];
  while (walk.nextNode()) {
    const node = walk.currentNode, el = node.parentElement;
    if (!node.data.trim() || /^(style|script|title|desc|option|datalist)$/.test(el.localName)) continue;
    if (shown(el)) texts.push(node);
  }
  for (const node of texts) {
    const el = node.parentElement, size = parseFloat(style(el).fontSize), scale = el.closest("svg") ? (el.getScreenCTM?.()?.a ?? 1) : 1;
    if (size * scale > 1 && size * scale < (el.closest("svg") ? 10 : 13.9)) small.push(`${(size * scale).toFixed(1)} ${node.data.trim().slice(0, 20)}`);
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      const air = Math.max(0, (rect.height - size * .9) / 2);
      const line = { left: rect.left, right: rect.right, top: rect.top + air, bottom: rect.bottom - air, width: rect.width, height: rect.height - 2 * air };
      const p = seen(el, line, true);
      if (p.how === "cut") {
        cutWords.push(`${cls(el)}: ${node.data.trim().slice(0, 24)}`);
        const means = el.closest(S.readable) || el.closest("[title]") || el.closest("svg");
        if (!means) cutLost.push(`${cls(el)}: ${node.data.trim().slice(0, 24)}`);
        break;
      }
      if (p.w < 3 || p.h < 3 || p.how) continue;
      const y = (p.top + p.bottom) / 2;
      const over = [p.left + 2, (p.left + p.right) / 2, p.right - 2].map((x) => {
        const top = document.elementFromPoint(x, y);
        if (!top || top.contains(el) || el.contains(top)) return null;
        for (const o of document.elementsFromPoint(x, y)) {
          if (o === el || o.contains(el) || el.contains(o)) return null;
          if (el.closest("svg") && el.closest("svg") === o.closest("svg")) return null;
          const s = style(o);
          if (o.closest("svg") ? s.fill !== "none" && s.opacity > .4 && alpha(s.fill) > .4 : s.opacity > .4 && (alpha(s.backgroundColor) > .4 || s.backgroundImage !== "none")) {
            const b = o.getBoundingClientRect();
            if (x > b.left && x < b.right && y > b.top && y < b.bottom) return o;
          }
        }
        return null;
      }).find(Boolean);
      if (over) {
        const same = el.closest(S.fanned) && over.closest(S.fanned) && el.closest(S.fanned) !== over.closest(S.fanned);
        if (!same) under.push(`${node.data.trim().slice(0, 20)} < ${cls(over)}`);
        break;
      }
    }
  }
  Object.assign(out, { cut: cutWords, cutLost, under, small });
  // ---- everything interactive can be reached ----
  const clip = q("*").filter((el) => /hidden|clip/.test(style(el).overflowX + style(el).overflowY) && (el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1)).map((el) => [el, el.scrollTop, el.scrollLeft]);
  const rolls = q("*").filter((el) => /auto|scroll/.test(style(el).overflowX + style(el).overflowY)).map((el) => [el, el.scrollTop, el.scrollLeft]);
  const lost = [], tiny = [], targets = q(`${S.root} :is(button, a[href], input, select, textarea, summary)`).filter((el) => !el.disabled && !el.closest("dialog") && !(el.closest("details:not([open])") && el.localName !== "summary") && shown(el));
  const hidden = q(`${S.root} :is(button, input, select)`).filter((el) => !el.disabled && el.checkVisibility() === false && !el.closest("dialog, [hidden]") && !(el.closest("details:not([open])")));
  out.hiddenControls = hidden.map(name);
  for (const el of targets) {
    el.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const moved = clip.filter(([box, y, x]) => {
      const [dy, dx] = [Math.abs(box.scrollTop - y), Math.abs(box.scrollLeft - x)], s = style(box);
      const bad = (dy > 2 && /hidden|clip/.test(s.overflowY)) || (dx > 2 && /hidden|clip/.test(s.overflowX));
      if (bad) { box.scrollTop = y; box.scrollLeft = x; }
      return bad;
    });
    const p = seen(el), need = Math.min(24, p.box.width * .9), high = Math.min(24, p.box.height * .9);
    if (p.w < need - .5 || p.h < high - .5 || hits(el, p) * p.w * p.h < 200) lost.push(`${cls(el)} ${name(el)}${moved.length ? " (clipped)" : ""}`);
    const [w, h] = [p.box.width, p.box.height];
    const after = getComputedStyle(el, "::after");
    const more = after.content !== "none" && after.position === "absolute" ? [parseFloat(after.width) || 0, parseFloat(after.height) || 0] : [0, 0];
    if (Math.max(w, more[0]) < 23.5 || Math.max(h, more[1]) < 23.5) tiny.push(`${cls(el)} ${name(el)} ${Math.round(w)}x${Math.round(h)}`);
  }
  for (const [el, y, x] of rolls) { el.scrollTop = y; el.scrollLeft = x; }
  scrollTo(0, 0);
  Object.assign(out, { targets: targets.length, lost, tiny });
  return out;
});
