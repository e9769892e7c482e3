// Slots for the maximum number of items of a player.

import { h, icon } from "../../../page/elements.js";
import { drawCardImage } from "../../../page/drawing.js";
import { registerRenderers } from "../../../table/renderers.js";

/** @import { Card } from "../../../table/scene.d.ts" */
/** @import { CardRenderer } from "../../../table/view.d.ts" */

registerRenderers({
  pieceContent: {
    // as many slots as allowed, filled ones with their image
    /** @type {CardRenderer<Card>} */
    limits: (view, { name, caption, places: { icon: sign, of, full }, ...card }) => [
      h("em", { text: `${name}, ${caption}` }),
      h(
        "span",
        { class: "km-limits", "aria-hidden": "true" },
        Array.from(
          { length: of },
          (_, i) => h("i", {}, i < full ? drawCardImage(card, view.theme, view.icons) : icon(view.icons[sign])),
        ),
      ),
    ],
  },
});
