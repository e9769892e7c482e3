// Downloads and links for the reader of a page.

import { h } from "./elements.js";

export function downloadFile(name, content, type) {
  // without this mark, Excel assumes an old code page for a table, and shows ZoÃ« for Zoë
  const mark = type === "text/csv" ? "\ufeff" : "";
  const url = URL.createObjectURL(new Blob([mark, content], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Copies a text. Returns whether this was possible: pages without https cannot use the clipboard.
export async function tryCopyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// The address of this page with another part after #.
export const pageUrlWithHash = (end) => `${location.href.split("#")[0]}#${end}`;
