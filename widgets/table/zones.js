// Zones and the hand. A redraw creates only parts whose data have changed, so that its cost depends on the changes and
// not on the size of the table.

import { h, setPropsAndReturnElement } from "../page/elements.js";
import { drawFact } from "./cards.js";
import { drawActionButton } from "./action_bar.js";
import { drawGroup, drawTabBarAndSelectGroup } from "./groups.js";
import { RENDERERS } from "./renderers.js";

const MAX_ARC_CARDS = 12; // more cards are in straight rows

/** @import { Group, Scene, Zone } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

export class ElementCache {
  constructor() {
    this.before = new Map();
    this.now = new Map();
  }

  begin() {
    this.before = this.now;
    this.now = new Map();
  }

  // The element of a part: the existing element if its data (`shows`) are the same, otherwise a new element.
  getOrCreate(id, shows, make) {
    if (this.now.has(id)) return make();
    const told = JSON.stringify(shows);
    const old = this.before.get(id);
    const part = old?.told === told ? old : { told, el: make() };
    this.now.set(id, part);
    return part.el;
  }
}

// Sets the children of an element. Children that remain are not moved, because the browser would lay them out again.
export function reconcileChildren(parent, children) {
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

// All data of the elements of a group: the group, the actions of its cards, and the effects of the selected card
// there.
/** @param {TableView} view @param {Group} group @param {boolean} tabbed */
function shownBy(view, group, tabbed) {
  const cards = [...(group.items ?? []), ...(group.board?.cells ?? []), ...(group.head ? [group.head] : [])];
  const chosen = view.selectedId &&
    cards.map((
      { id },
    ) => [id === view.selectedId, view.actionOnTarget(id), view.blockedCellReason(id), view.canAcceptSelected(id)]);
  return [
    group,
    tabbed,
    Boolean(view.peekedScene && cards.some(({ state, refused }) => state || refused)),
    view.scene.names,
    cards.map(({ does }) => does?.map((n) => view.actions.get(n))),
    chosen,
    RENDERERS.groupBody[group.look] && view.scene.was?.n,
  ];
}

// Opens or closes another player's whole zone. It covers the row of tiles, where it has enough space.
/** @param {TableView} view @param {string} id */
export function toggleOpponent(view, id) {
  view.openZoneId = view.openZoneId === id ? null : id;
  view.draw();
  view.focusKey(`open:${id}`);
}

/** @param {TableView} view @param {Zone} zone */
export function drawZone(view, zone) {
  const seat = zone.seat !== undefined;
  const tabs = zone.tabs && drawTabBarAndSelectGroup(view, zone);
  const el = view.elementCache.getOrCreate(`zone:${zone.id}`, seat, () =>
    h("section", {
      on: {
        click: ({ target }) => canOpen(zone) && !target.closest("button, a") && toggleOpponent(view, zone.id),
      },
    }));
  setPropsAndReturnElement(el, {
    class: `km-zone ${seat ? "km-player" : ""} ${zone.now ? "km-is-current" : ""} ${
      canOpen(zone) && zone.id === view.openZoneId ? "km-is-open" : ""
    } ${zone.look ? `km-variant-${zone.look}` : ""} ${zone.facts.some(({ score }) => score) ? "km-has-score" : ""} ${
      variantClasses([zone])
    }`,
    "aria-label": zone.title,
    key: zone.id,
    style: seat ? `--km-seat:var(--km-seat-${zone.seat % 6})` : null,
  });
  const groups = zone.groups.filter((group) => group.at !== "hand").map((group) =>
    keptGroup(view, zone, group, tabs?.selectedGroupId === group.id)
  );
  reconcileChildren(el, [zoneHead(view, zone), tabs?.bar, ...groups].filter(Boolean));
  return el;
}

/** @param {Zone} zone */
const canOpen = (zone) => zone.area === "others" && zone.seat !== undefined;

// The looks of these zones and groups, as classes of their container.
/** @param {Zone[]} zones */
export const variantClasses = (zones) =>
  [...new Set(zones.flatMap((zone) => [zone.look, ...zone.groups.map(({ look }) => look)]).filter(Boolean))].map((
    look,
  ) => `km-with-${look}`).join(" ");

/** @param {TableView} view @param {Zone} zone */
function zoneHead(view, zone) {
  const aimed = view.actionOnTarget(zone.id);
  const open = canOpen(zone) && zone.id === view.openZoneId;
  const role = zone.says ?? view.scene.roles[zone.seat];
  return view.elementCache.getOrCreate(
    `head:${zone.id}`,
    [zone.seat, zone.title, role, zone.facts, aimed, aimed && view.scene.was, view.scene.names, open],
    () =>
      h(
        "header",
        {},
        zone.seat !== undefined && view.drawPawn(zone.seat),
        h(
          "h3",
          { dir: "auto" },
          canOpen(zone)
            ? h(
              "button",
              {
                type: "button",
                key: `open:${zone.id}`,
                "aria-expanded": String(open),
                on: { click: () => toggleOpponent(view, zone.id) },
              },
              h("span", { dir: "auto", text: zone.title }),
            )
            : zone.title,
        ),
        role && h("span", { class: `km-role ${zone.says ? "km-player-status" : ""}`, text: role }),
        zone.facts.length && h("ul", { class: "km-facts" }, zone.facts.map((fact) => drawFact(view, fact))),
        aimed && drawActionButton(view, aimed, "aim"),
      ),
  );
}

/** @param {TableView} view @param {Zone} zone @param {Group} group @param {boolean} [tabbed] */
const keptGroup = (view, zone, group, tabbed) =>
  view.elementCache.getOrCreate(`group:${zone.id}:${group.id}:${group.label}`, shownBy(view, group, tabbed), () => {
    const el = drawGroup(view, group, tabbed);
    return group.at === "hand" ? arc(el) : el;
  });

/** @param {TableView} view @param {Scene} scene */
export function updateHand(view, scene) {
  const groups = scene.zones.filter((zone) => zone.area === "mine").flatMap((zone) =>
    zone.groups.filter((group) => group.at === "hand").map((group) => keptGroup(view, zone, group))
  );
  reconcileChildren(view.handEl, groups);
  view.handEl.hidden = !groups.length;
}

// The cards of the hand are on an arc, each slightly rotated.
function arc(group) {
  for (const row of group.querySelectorAll(".km-cards")) {
    const middle = (row.children.length - 1) / 2;
    if (row.children.length > MAX_ARC_CARDS) continue;
    [...row.children].forEach((card, i) => {
      card.style.setProperty("--km-tilt", `${((i - middle) * 0.7).toFixed(2)}deg`);
      card.style.setProperty("--km-dip", `${((i - middle) ** 2 * 0.035).toFixed(3)}rem`);
    });
  }
  return group;
}
