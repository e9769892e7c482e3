// The first game: what is to be done now, above a table that is dimmed but for what matters (widgets/table/coached.py).

function drawCoach(view, scene) {
  const { coach } = scene;
  const live = coach && !view.preview;
  view.coach.hidden = !live;
  view.root.classList.toggle("km-coached", Boolean(live && !coach.met));
  if (!live) return;
  for (const el of view.root.querySelectorAll(".km-card, .km-piece, .km-cell")) el.classList.toggle("km-lit", coach.lit.includes(el.dataset.k));
  view.ask.classList.toggle("km-lit", coach.lit.includes("bar") || Boolean(view.ask.querySelector(".km-actions .km-btn") && view.selected));
  const dots = Array.from({ length: coach.of }, (_, i) => h("i", { class: i < coach.n - (coach.met ? 0 : 1) ? "km-on" : i === coach.n - 1 ? "km-at" : "" }));
  const told = fill(W.coach_of, coach);
  view.coach.replaceChildren(
    h("div", { class: "km-goals", role: "img", "aria-label": told }, dots),
    h("div", { class: "km-goal" }, h("h2", { tabindex: "-1", key: "coach", text: coach.met ? `${W.coach_met}: ${coach.title}` : coach.title }), h("p", {}, h("span", { text: `${coach.text} ` }), view.ruleButton(coach.rule, "coach"))),
    h("div", { class: "km-row" },
      coach.met && view.button(coach.last ? W.coach_last : W.coach_next, "coach_next", () => view.send({ do: "goal" }), { class: "km-btn km-lead" }),
      !coach.met && view.button(W.coach_how, "coach_how", () => view.send({ do: "show_how" }), { class: "km-btn" }),
      view.button(W.coach_leave, "coach_leave", () => view.send({ do: "leave" }), { class: "km-btn km-quiet" })));
}
