// Rule riddles by themselves, as a lesson shows them. Stands behind quiz.js in one module.

export default {
  render({ model, el }) {
    W = model.get("words");
    const rules = model.get("rules");
    const ruleLink = (id) => h("a", { class: "km-rule", href: `${rules.href}#${id}`, target: "_blank", rel: "noopener", text: id, "aria-label": fill(W.rule, { id }) });
    let seq = 0;
    const quiz = new Quiz({ game: rules.game, look: model.get("look"), send: (message) => model.send({ ...message, seq: ++seq }), ruleLink, onCover: () => {} });
    const told = (message) => quiz.told(message);
    model.on("msg:custom", told);
    el.append(h("section", { class: "km-page km-book km-table" }, quiz.root));
    return () => model.off("msg:custom", told);
  },
};
