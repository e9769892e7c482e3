// Slots for items of a player: as many as the player may have.

import { h, icon } from "../../../page/elements.js";
import { drawCardImage } from "../../../page/drawing.js";
import { registerRenderers } from "../../../table/renderers.js";

/** @import { Card } from "../../../table/scene.d.ts" */
/** @import { CardRenderer } from "../../../table/view.d.ts" */

registerRenderers({
  pieceContent: {
    // as many slots as items are allowed, filled slots with the image of the item
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
