// Widget with quiz questions about rules and nothing else, for lessons.

import { isInNotebook, KernelClient } from "../page/client.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { preventRepeatedEnter } from "../page/keyboard.js";
import { renderInLanguage, TEXTS } from "../page/texts.js";
import { QuizPanel } from "./quiz_panel.js";

function drawRiddles(model, el) {
  const rules = model.get("rules");
  const ruleLink = (id) =>
    h("a", {
      class: "km-rule",
      href: `${rules.href}#${id}`,
      target: "_blank",
      rel: "noopener",
      text: id,
      "aria-label": fillPlaceholders(TEXTS.rule, { id }),
    });
  const strip = h("p", { class: "km-problem-message", role: "alert", hidden: true });
  const client = new KernelClient(model, {
    onMessage: (message) => quiz.told(message),
    onConnectionChange: (lost) => {
      strip.hidden = !lost;
      strip.textContent = !lost ? "" : isInNotebook() ? TEXTS.lost_cell : TEXTS.lost;
    },
  });
  const quiz = new QuizPanel({
    game: rules.game,
    look: model.get("look"),
    send: (message) => client.request(message),
    ruleLink,
    onCover: () => {},
  });
  quiz.root.addEventListener("keydown", preventRepeatedEnter);
  el.append(h("section", { class: "km-page km-rulebook km-table" }, strip, quiz.root));
  return () => client.close();
}

export default { render: (shown) => renderInLanguage(shown, drawRiddles) };
