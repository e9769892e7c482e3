// What a reader takes along from a page: a file, a link.

import { h } from "./elements.js";

export function downloadFile(name, content, type) {
  // Excel takes a table without this mark for one of an old code page, and Zoë for ZoÃ«
  const mark = type === "text/csv" ? "\ufeff" : "";
  const url = URL.createObjectURL(new Blob([mark, content], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Whether a text could be copied: the clipboard is closed to pages without https.
export async function tryCopyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// The address of this page with another end.
export const pageUrlWithHash = (end) => `${location.href.split("#")[0]}#${end}`;
