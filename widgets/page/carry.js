// What a reader takes along from a page: a file, a link. And how numbers are told there.

import { h } from "./elements.js";

export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Whether a text could be copied: the clipboard is closed to pages without https.
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// The address of this page with another end.
export const addressWith = (end) => `${location.href.split("#")[0]}#${end}`;

export const counted = (n) => n.toLocaleString("en");

const minus = (text) => text.replace("-", "\u2212");
export const number = (n) => minus(`${n}`);
export const signed = (n) => (n > 0 ? `+${n}` : number(n));
