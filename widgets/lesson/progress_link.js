// A pupil's own work as a part of an address, compressed to fit into a link.

import { normalizeLinkAndRemoveSpaces } from "../page/links.js";

const WORK = "work=";

async function squeezed(bytes, way) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer());
}

export async function createProgressLink(saved) {
  const bytes = await squeezed(new TextEncoder().encode(JSON.stringify(saved)), new CompressionStream("deflate-raw"));
  const text = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.origin}${location.pathname}#${WORK}${text}`;
}

export const hasProgressLink = () => normalizeLinkAndRemoveSpaces(location.hash).startsWith(`#${WORK}`);

// The part of a progress link after its mark. Call this only if `hasProgressLink` is true for the address.
/** @returns {string} */
export const progressLinkPayload = () => normalizeLinkAndRemoveSpaces(location.hash).slice(1 + WORK.length);

// The work in a link, or null if it cannot be read.
export async function decodeProgressLink(link) {
  try {
    const packed = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await squeezed(
      Uint8Array.from(packed, (sign) => sign.charCodeAt(0)),
      new DecompressionStream("deflate-raw"),
    );
    const saved = JSON.parse(new TextDecoder().decode(bytes));
    return saved && typeof saved === "object" ? saved : null;
  } catch {
    return null;
  }
}
