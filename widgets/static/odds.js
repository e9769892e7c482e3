// What may happen next: the pending roll or draw with its exact distribution, and the choice of its outcome.

function drawOdds(view, scene) {
  const all = scene.odds ?? [];
  view.odds.replaceChildren(
    h("h2", { text: W.may_happen }),
    note(all.length ? view.scene.known : W.nothing_to_roll),
    ...all.map((odds) => oneOdds(view, odds)),
    h("label", { class: "km-check" },
      h("input", { type: "checkbox", key: "pause", checked: view.scene.pause, on: { change: (e) => view.send({ do: "pause", on: e.target.checked }) } }),
      h("span", { text: W.pause })));
}

function oneOdds(view, odds) {
  const top = Math.max(...odds.bars.map((bar) => bar.share));
  return h("div", { class: "km-odds" },
    h("h3", { text: odds.title }),
    odds.text && h("p", { text: odds.text }),
    h("ul", { class: "km-bars" }, odds.bars.map((bar) => h("li", { class: `km-tone-${bar.tone}` },
      h("span", { class: "km-bar-name" }, bar.icon && icon(view.icons[bar.icon]), bar.label),
      h("span", { class: "km-track", "aria-hidden": "true" }, bar.share > 0 && h("i", { style: `width:${(100 * bar.share) / top}%` })),
      h("span", { class: "km-p" }, h("b", { text: bar.p }), bar.about ? ` ${bar.about}` : "")))),
    odds.steps && steps(odds.steps),
    odds.list && view.fold(`list:${odds.title}`, odds.more, h("ol", { class: "km-listed" }, odds.list.map((text) => h("li", { text })))),
    odds.choose && !view.preview && view.fold("choose", W.choose_outcome, chooser(view, odds.choose)));
}

// A histogram of whole numbers with a threshold: full bars from it on, open bars below.
function steps({ label, from, need, weights, total }) {
  const top = Math.max(...weights);
  const signed = (x) => (x > 0 ? `+${x}` : `${x}`.replace("-", "−"));
  return h("figure", { class: "km-steps", "aria-hidden": "true" },
    h("div", {}, weights.map((weight, i) => h("i", { class: from + i >= need ? "km-on" : "", title: `${signed(from + i)}: ${weight}/${total}`,
      style: `height:${Math.max(2, (100 * weight) / top)}%` }, from + i === need && h("b", { text: signed(need) })))),
    h("div", { class: "km-axis" }, [from, 0, from + weights.length - 1].map((x) => h("span", { text: signed(x) }))),
    h("figcaption", { text: label }));
}

function chooser(view, parts) {
  const selects = parts.map((part, i) => {
    const select = h("select", { key: `part:${i}` });
    const groups = new Map();
    for (const { value, label, group } of part.options) {
      const option = h("option", { value, text: label });
      if (!group) select.append(option);
      else {
        if (!groups.has(group)) select.append(groups.set(group, h("optgroup", { label: group })).get(group));
        groups.get(group).append(option);
      }
    }
    return select;
  });
  const go = () => view.send({ do: "outcome", values: selects.map((select) => select.value), step: view.scene.step });
  return h("div", { class: "km-choose" },
    parts.map((part, i) => h("label", { class: "km-field" }, h("span", { text: part.label }), selects[i])),
    view.button(W.set_outcome, "set", go));
}
