// What shows the same stays as it is drawn: a redraw makes only those parts anew whose data have changed, so that a click
// costs what it has changed and not the whole table.

class Drawn {
  constructor() {
    this.before = new Map();
    this.now = new Map();
  }

  begin() {
    this.before = this.now;
    this.now = new Map();
  }

  // The element of this part: the one that is there if it `shows` what it showed, else a new one.
  part(id, shows, make) {
    if (this.now.has(id)) return make();
    const told = JSON.stringify(shows);
    const old = this.before.get(id);
    const part = old?.told === told ? old : { told, el: make() };
    this.now.set(id, part);
    return part.el;
  }
}

// These are the children from now on. What stays is not touched, for what is moved is laid out anew.
function settle(parent, children) {
  let at = parent.firstChild;
  for (const child of children) {
    if (child === at) at = at.nextSibling;
    else parent.insertBefore(child, at);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

// All that the elements of a group are made of: the group, what its cards offer, and what the chosen card would do there.
function shownBy(view, group, tabbed) {
  const cards = [...(group.items ?? []), ...(group.board?.cells ?? []), ...(group.head ? [group.head] : [])];
  const chosen = view.selected && cards.map(({ id }) => [id === view.selected, view.aimed(id), view.barred(id), view.fits(id)]);
  return [group, tabbed, Boolean(view.preview && cards.some(({ state, refused }) => state || refused)), view.scene.names, cards.map(({ does }) => does?.map((n) => view.actions.get(n))),
    chosen, group.look === "acts" && view.scene.was?.n];
}
