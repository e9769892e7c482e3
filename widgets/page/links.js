// Restores links that mail programs and messengers have changed. gamelib/validation.py does the same.

import { INVISIBLE_CHARACTERS } from "./numbers.js";
import { ENCODINGS } from "./constants.js";

const ENCODED = /(?:%[0-9a-f]{2})+/gi;

function decoded(run) {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

// The decoded link without surrounding brackets and punctuation. Several spaces become one.
export function normalizeLink(text) {
  text = text.replace(INVISIBLE_CHARACTERS, "");
  if (text.search(ENCODED) >= 0) text = text.replace(/\s+/g, "");
  for (let n = 0; n < ENCODINGS; n++) text = text.replace(ENCODED, decoded).replace(INVISIBLE_CHARACTERS, "");
  text = text.replaceAll("&amp;", "&").replace(/\s+/g, " ").replace(/^[ <"'“‘(]+|[ >"'”’.,;:!?]+$/g, "");
  return text.includes("(") ? text : text.replace(/[ >"'”’.,;:!?]*\)[ >"'”’.,;:!?)]*$/, "");
}

// The same for a kind of link that contains no spaces.
export const normalizeLinkAndRemoveSpaces = (text) => normalizeLink(text).replaceAll(" ", "");
