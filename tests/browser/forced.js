// Which states of a page's style sheets look alike: of each selector with a state (a further class, or an attribute), a
// thing with the state beside one without, and things whose classes differ in their last word alone. {pair: properties
// that differ}. Of forced colours, a filling like the page is none.
(() => {
  const forced = matchMedia("(forced-colors: active)").matches;
  const probe = document.body.appendChild(document.createElement("p"));
  probe.style.background = "Canvas";
  const empty = new Set(["rgba(0, 0, 0, 0)", ...(forced ? [getComputedStyle(probe).backgroundColor] : [])]);
  probe.remove();
  const COLOUR = /color/, PAINTED = /^(color|background-color|fill|stroke|(border-\w+|outline)-color)$/;
  const LIKE_STATE = /^(\[|:checked|:disabled)/;
  const OTHERS = /hover|focus|:active|&|dialog|placeholder|::-|:root|:host|theme-light/; // by themselves, or no state
  const SIMPLE = /::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?|\.[\w-]+|#[\w-]+|\[[^\]]*\]|[\w-]+|\*/g;
  const SVG = ["svg", "path", "rect", "circle", "line", "text", "g"];

  function apart(text) { // at commas outside of brackets
    const parts = [""];
    let depth = 0;
    for (const sign of text) {
      depth += "([".includes(sign) - ")]".includes(sign);
      if (!depth && sign === ",") parts.push("");
      else parts[parts.length - 1] += sign;
    }
    return parts.map((part) => part.trim());
  }

  function writtenOut(text) { // without :is() and :where()
    const at = text.search(/:(is|where)\(/), open = text.indexOf("(", at) + 1;
    if (at < 0) return [text];
    let end = open;
    for (let depth = 1; depth; end++) depth += "(".includes(text[end]) - ")".includes(text[end]);
    return apart(text.slice(open, end - 1)).flatMap((one) => writtenOut(text.slice(0, at) + one + text.slice(end)));
  }

  function chainOf(text) { // [{by: combinator, simple: [simple selectors]}]
    const found = [];
    for (const [, by, one] of text.matchAll(/\s*([>+~]?)\s*((?:[^\s>+~([]|\[[^\]]*\]|\((?:[^()]|\([^()]*\))*\))+)/g)) {
      found.push({ by, simple: one.match(SIMPLE) });
    }
    return found;
  }

  function made(simple) {
    const tag = simple.find((part) => /^[a-z]/i.test(part)) ?? "span";
    const el = SVG.includes(tag)
      ? document.createElementNS("http://www.w3.org/2000/svg", tag)
      : document.createElement(tag);
    for (const part of simple) {
      const [, name, value] = /^\[([\w-]+)(?:[~|^$*]?=["']?([^"'\]]*))?/.exec(part) ?? [];
      if (part[0] === ".") el.classList.add(part.slice(1));
      else if (name) el.setAttribute(name, value ?? "");
      else if (part === ":disabled") el.disabled = true;
      else if (part === ":checked") Object.assign(el, { type: "checkbox", checked: true });
    }
    return el;
  }

  function lookOf(chain, selector) {
    const root = document.body.appendChild(document.createElement("div")), all = [];
    for (const { by, simple } of chain) {
      const el = made(simple);
      if (all.length && "+~".includes(by || " ")) all.at(-1).after(el);
      else (all.at(-1) ?? root).append(el);
      all.push(el);
    }
    const found = {};
    all.forEach((el, n) => {
      for (const part of [null, "::before", "::after"]) {
        const style = getComputedStyle(el, part);
        if (part && ["none", "normal"].includes(style.content)) continue;
        for (const name of style) {
          const value = style.getPropertyValue(name);
          if (COLOUR.test(name) && !PAINTED.test(name)) continue;
          if (name === "background-color" && empty.has(value)) continue;
          const line = /^(border-\w+|outline)-color$/.exec(name)?.[1];
          if (line && style.getPropertyValue(`${line}-style`) === "none") continue;
          found[`${n}${part ?? ""} ${name}`] = value;
        }
      }
    });
    const fits = !selector || all.at(-1).matches(selector);
    root.remove();
    return fits && found;
  }

  const texts = new Set();
  function collect(rules) {
    for (const rule of rules) {
      if (/color|background|shadow|fill|stroke|outline|border/.test(rule.selectorText ? rule.cssText : "")) {
        for (const text of apart(rule.selectorText).flatMap(writtenOut)) if (!OTHERS.test(text)) texts.add(text);
      }
      if (rule.cssRules && !/forced|print/.test(rule.media?.mediaText)) collect(rule.cssRules);
    }
  }
  for (const sheet of document.styleSheets) collect(sheet.cssRules);

  const pairs = {}, siblings = {};
  function compare(name, one, other) {
    pairs[name] = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => one[key] !== other[key]);
  }
  for (const text of texts) {
    const plain = text.replace(/::[\w-]+$/, "");
    const chain = chainOf(plain), look = chain.length && lookOf(chain, plain);
    if (!look) continue;
    const classes = chain.at(-1).simple.filter((part) => part[0] === ".");
    const stem = text.replace(/-\w+(?=(::\w+)?$)/, "");
    if (classes.length === 1 && plain.endsWith(classes[0])) (siblings[stem] ??= []).push([text, look]);
    chain.forEach((one, i) =>
      one.simple.forEach((part, j) => {
        const more = part[0] === "." && one.simple.filter((each) => each[0] === ".").length > 1;
        if (!more && !LIKE_STATE.test(part)) return;
        const off = chain.map((each, k) => k === i ? { ...each, simple: each.simple.toSpliced(j, 1) } : each);
        compare(`${text} without ${part}`, look, lookOf(off));
      })
    );
  }
  for (const list of Object.values(siblings)) {
    list.forEach(([one, look], i) =>
      list.slice(i + 1).forEach(([other, its]) => compare(`${one} and ${other}`, look, its))
    );
  }
  return pairs;
});
