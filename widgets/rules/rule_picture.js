// Small pictures of the effect of a rule.

import { h } from "../page/elements.js";
import { drawCardBack, drawCardImage, svgFromMarkup } from "../page/drawing.js";
import { drawMapShape } from "../table/cell_map.js";

// A piece is drawn as a small card with its text. A cell is drawn as its board with this cell highlighted.
function drawMini(look, piece) {
  if (piece.board) {
    const [width, height] = piece.board.view, [x, y, w, tall] = piece.at;
    const plan = drawMapShape({ tag: "svg", viewBox: `0 0 ${width} ${height}` }, "km-picture-map");
    plan.append(
      ...piece.board.shapes.map((spec) => drawMapShape(spec, "", look.icons)),
      drawMapShape({ tag: "rect", x, y, width: w, height: tall, rx: w / 9 }, "km-picture-cell"),
    );
    return plan;
  }
  const face = piece.back ? drawCardBack(piece.back, look, look.icons) : drawCardImage(piece, look, look.icons);
  return h(
    "i",
    { class: `km-picture-piece ${piece.back ? "km-picture-pile" : ""}` },
    face,
    piece.big && h("b", { class: piece.big.length > 4 ? "km-long" : "", text: piece.big }),
    piece.count > 1 && h("small", { text: `\u00d7${piece.count}` }),
  );
}

// Width of a row of pieces in em, as drawn by rule_picture.css.
const WIDE = { card: 2.96, overlap: 1.2, board: 4.8, arrow: 1.7, tilt: .25 };

export function pictureWidth({ from, to = [] }) {
  const row = (pieces) =>
    pieces.reduce((sum, piece, i) => {
      const overlaps = i > 0 && !piece.board && !pieces[i - 1].board && !pieces[i - 1].big;
      return sum + (piece.board ? WIDE.board : WIDE.card) - (overlaps ? WIDE.overlap : 0);
    }, WIDE.tilt);
  return row(from) + (to.length ? WIDE.arrow + row(to) : 0);
}

const ARROW = '<path d="M2 9h20V3l14 10-14 10v-6H2Z"/>';
const STOP =
  '<circle cx="12" cy="12" r="11" fill="#a8461b" stroke="#fffdf6" stroke-width="2"/><path d="M6 10h12v4H6Z" ' +
  'fill="#fffdf6"/>';

// Picture of the effect of a rule on cards: they go from one place to another, or the rule forbids this.
export const drawRulePicture = (look, { from, to = [], no }) =>
  [
    h("span", {}, from.map((piece) => drawMini(look, piece))),
    to.length > 0 && svgFromMarkup("0 0 38 26", ARROW, "km-rules-arrow"),
    to.length > 0 && h("span", {}, to.map((piece) => drawMini(look, piece))),
    no && svgFromMarkup("0 0 24 24", STOP, "km-refusal-sign"),
  ].filter(Boolean);
