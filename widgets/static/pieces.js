// Things that are not cards of a hand: rooms, sockets of a goal, values, roads, guests at a gate, heaps, chips. A group names its
// `look`; each piece is a button like any card, with the same name, reasons and actions.

const PIECES = {
  // an arch, lived in or free
  rooms: (view, card) => [
    card.person && picture(card, view.look, view.icons),
    card.skills?.length > 0 && h("span", { class: "km-talents", "aria-hidden": "true" }, card.skills.map(({ icon: name }) => h("i", {}, icon(view.icons[name])))),
    card.name && h("em", { text: card.name })],
  // an empty place with what is wanted, or the face of whoever fills it
  sockets: (view, card) => [
    h("span", { class: "km-socket" }, card.person ? picture(card, view.look, view.icons) : card.big ? h("b", { text: card.big }) : icon(view.icons[card.icon])),
    h("em", { "aria-hidden": "true", text: card.caption })],
  // as many places as there may be, those that are taken with their picture
  limits: (view, { name, caption, places: { icon: sign, of, full }, ...card }) => [
    h("em", { text: `${name}, ${caption}` }),
    h("span", { class: "km-limits", "aria-hidden": "true" }, Array.from({ length: of }, (_, i) => h("i", {}, i < full ? picture(card, view.look, view.icons) : icon(view.icons[sign]))))],
  // a value, and the things that it counts
  plates: (view, card) => [
    icon(view.icons[card.icon]), h("b", { text: card.big }), h("em", { text: card.name }),
    card.tokens?.length > 0 && h("span", { class: "km-tokens", "aria-hidden": "true" }, card.tokens.map(({ icon: name, kind }) =>
      h("i", { style: view.colours({ kind }) }, icon(view.icons[name])))),
    card.caption && h("small", { "aria-hidden": "true", text: card.caption })],
  // spaces in a row: a pawn stands where so much is still to come, and on each space before it lies a coin
  roads: (view, { caption, big, unit, road }) => {
    const first = Math.max(0, ...road.at);
    const spaces = Array.from({ length: road.spaces }, (_, i) => {
      const here = road.at.filter((place) => place === i + 1).length;
      const pawn = here && (road.art ? svg("-8 0 64 58", road.art.map((of) => shapeMarkup(of, {})).join(""), "km-pawnpic", "xMidYMid meet") : h("b", { class: "km-disc" }));
      return h("i", { class: here ? "km-on" : i < first && !road.plain ? "km-due" : "" }, pawn, here > 1 && h("b", { text: `\u00d7${here}` }));
    });
    return [h("span", { class: "km-roadname", "aria-hidden": "true" }, words([caption, big !== undefined && h("b", { text: big }), big !== undefined && h("small", { text: unit })])),
      h("span", { class: "km-spaces", "aria-hidden": "true", style: `--n:${road.spaces}` }, spaces)];
  },
  // somebody who compares, and by what
  guests: (view, card) => [
    picture(card, view.look, view.icons),
    card.skills?.length > 0 && h("span", { class: "km-talents", "aria-hidden": "true" }, card.skills.map(({ icon: name }) => h("i", {}, icon(view.icons[name])))),
    h("span", { class: "km-says" }, words([h("b", { text: card.name }),
      card.lines.map((line) => h("span", { "aria-hidden": "true" }, icon(view.icons[line.icon]), line.text)), h("small", { "aria-hidden": "true", text: card.caption })]))],
  // a small pile that grows with its cards, and their number
  heaps: (view, card) => [
    h("span", { class: "km-heap", "aria-hidden": "true", style: `--n:${Math.min(9, Math.ceil(Number(card.big) / 3))}` }, Number(card.big) > 0 && backOf(card.back, view.look, view.icons)),
    h("b", { text: card.big }), h("em", { text: card.name })],
  // small cards that overlap
  slivers: (view, card) => [card.back ? backOf(card.back, view.look, view.icons) : picture(card, view.look, view.icons)],
  // places that are filled or free: a picture or a sign with its number
  tokens: (view, card) => [card.icon && icon(view.icons[card.icon]), card.big !== undefined && h("b", { text: card.big })],
  // what is wanted, with its places: full, filled by something else, pale what the chosen card would fill, empty; or what
  // lies there already, with the pawns on it
  panels: (view, card) => {
    if (!card.places) return [picture(card, view.look, view.icons), h("b", {}, card.big, icon(view.icons.heart)), h("span", { class: "km-pawns" }, card.pawns?.map((seat) => view.pawn(seat))), h("em", { class: "km-hidden", text: card.name })];
    const { icon: name, of, full, other } = card.places;
    const { adds = 0, closes, pays } = view.aimed(card.id)?.brings ?? {};
    const look = (i) => (i < full ? "km-full" : i < full + other ? "km-full km-other" : i < full + other + adds ? "km-full km-new" : "");
    return [picture(card, view.look, view.icons), h("b", { class: "km-wanted", text: card.name }), h("small", { text: card.caption }),
      h("span", { class: "km-places2", "aria-hidden": "true" }, Array.from({ length: Math.max(of, full + other + adds) }, (_, i) => h("i", { class: look(i) }, icon(view.icons[name])))),
      closes && paysOf(view, pays)];
  },
  // a way with a pawn at its end: what is sure, what may be, as a heap over 0, 1, 2, ...
  lanes: (view, card) => {
    const top = Math.max(...card.heap);
    return [picture(card, view.look, view.icons), h("span", { class: "km-lane", text: card.name }),
      h("span", { class: "km-spread", "aria-hidden": "true" }, card.heap.map((share, i) => h("i", { class: i === card.sure ? "km-sure2" : "", style: `height:${round((100 * share) / top)}%` }))),
      h("b", { class: "km-mean", text: card.caption }), h("span", { class: "km-stand" }, card.pawns && [view.pawn(card.pawns[0]), h("sup", { text: card.rank })])];
  },
  // what is in force: a face, what it does line by line, how many have come
  signs: (view, card) => [
    picture(card, view.look, view.icons),
    h("span", { class: "km-says" }, words([h("b", {}, card.name, h("span", { class: "km-pips", "aria-hidden": "true" }, Array.from({ length: card.of }, (_, i) => h("i", { class: i + 1 < card.at ? "km-on" : i + 1 === card.at ? "km-at" : "" })))),
      card.lines.map((line) => h("span", { class: line.off ? "km-off" : "" }, icon(view.icons[line.icon]), line.text))]))],
  // a name and a number
  chips: (view, card) => [icon(view.icons[card.icon] ?? view.icons.deck), h("span", { text: card.name }), card.big !== undefined && h("b", { text: card.big }),
    card.count > 1 && h("b", { text: `\u00d7${card.count}` })],
};

// Who gets what.
const paysOf = (view, pays) => h("span", { class: "km-pays" }, words(pays.map(({ seat, text }) => h("span", {}, view.pawn(seat), text))));

function drawPiece(view, card, look) {
  return view.place(card, `km-piece km-a-${look} km-kind-${card.kind ?? "none"} ${card.person ? "km-person" : ""} ${look === "panels" && card.places ? "km-wants" : ""} ${look === "chips" && (card.big !== undefined || card.count > 1) ? "km-numbered" : ""}`, {}, words(PIECES[look](view, card)));
}

// How many cells of a plan take the chosen card.
const fitting = (view, group) => group.board?.cells.filter(({ id }) => view.cards.get(view.selected)?.fits?.includes(id)).length ?? 0;

// Where there is little room, one group of a zone is shown at a time.
function tabsOf(view, zone) {
  const groups = zone.groups.filter((group) => zone.tabs.includes(group.id));
  const kept = view.tabs.get(zone.id);
  const told = kept?.step !== view.scene.step && momentDue(view)?.tab; // what a scene is about lies on top
  const last = groups.find((group) => group.tab === told) ?? groups.find((group) => group.id === kept?.id) ?? groups[0];
  // A card that is chosen brings up a place where it fits, unless somebody has looked elsewhere since.
  const now = kept?.card !== view.selected && !fitting(view, last) ? groups.find((group) => fitting(view, group)) ?? last : last;
  const tabs = groups.map((group) => h("button", { type: "button", role: "tab", key: `tab:${group.id}`, "aria-selected": String(group === now), text: [group.tab, fitting(view, group)].filter(Boolean).join(" "),
    on: { click: () => {
      view.tabs.set(zone.id, { id: group.id, card: view.selected, step: view.scene.step });
      view.draw();
      view.focus(`tab:${group.id}`);
    } } }));
  return { now: now?.id, bar: h("div", { class: "km-tabs", role: "tablist", "aria-label": zone.title }, tabs) };
}
