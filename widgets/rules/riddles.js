// Rule riddles by themselves, as a lesson shows them.

import { Client, inNotebook } from "../page/client.js";
import { fill, h } from "../page/elements.js";
import { inWords, W } from "../page/words.js";
import { Quiz } from "./quiz.js";

function drawRiddles(model, el) {
  const rules = model.get("rules");
  const ruleLink = (id) =>
    h("a", {
      class: "km-rule",
      href: `${rules.href}#${id}`,
      target: "_blank",
      rel: "noopener",
      text: id,
      "aria-label": fill(W.rule, { id }),
    });
  const strip = h("p", { class: "km-bad", role: "alert", hidden: true });
  const client = new Client(model, {
    heard: (message) => quiz.told(message),
    lost: (lost) => {
      strip.hidden = !lost;
      strip.textContent = !lost ? "" : inNotebook() ? W.lost_cell : W.lost;
    },
  });
  const quiz = new Quiz({
    game: rules.game,
    look: model.get("look"),
    send: (message) => client.ask(message),
    ruleLink,
    onCover: () => {},
  });
  el.append(h("section", { class: "km-page km-book km-table" }, strip, quiz.root));
  return () => client.close();
}

export default { render: (shown) => inWords(shown, drawRiddles) };
