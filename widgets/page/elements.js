// Helpers that create elements. Texts are never parsed as markup, so a name that looks like markup is shown unchanged.

export const SVG = "http://www.w3.org/2000/svg";

// Creates an element. Props: class, text, key (identifies it after a redraw), on {event: handler}, other attributes.
/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {any} [props] @param {...any} kids @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...kids) {
  const el = setPropsAndReturnElement(document.createElement(tag), props);
  el.append(...kids.flat(Infinity).filter(Boolean));
  return el;
}

/** @template {Element} T @param {T} el @param {Record<string, any>} props @returns {T} */
export function setPropsAndReturnElement(el, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") el.textContent = value;
    else if (name === "key") el.dataset.key = value;
    else if (name === "on") { for (const [type, run] of Object.entries(value)) el.addEventListener(type, run); }
    else if (el.getAttribute(name) !== `${value}`) el.setAttribute(name, value === true ? "" : value);
  }
  return el;
}

export function icon(path, cls = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `km-icon ${cls}`.trim());
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", path ?? "");
  shape.setAttribute("fill-rule", "evenodd");
  svg.append(shape);
  return svg;
}

// Puts spaces between the parts of a label. Without spaces, the accessible name would join parts to one word.
export const joinWithSpaces = (parts) => parts.flat().filter(Boolean).flatMap((part, i) => (i ? [" ", part] : [part]));

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// Returns a name for use inside a sentence. A right-to-left name is isolated, so that it does not reorder the
// words around it, as in gamelib/rulebook.py. An element that contains only a name needs dir="auto" instead.
export const isolateDirection = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

export const fillPlaceholders = (text, values) =>
  text.replace(/\{(\w+)\}/g, (_, name) => isolateDirection(values[name] ?? ""));

export const noteParagraph = (text, look = "note") => text && h("p", { class: `km-${look}`, text });
