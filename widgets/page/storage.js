// Storage of pages, in this tab and in this browser. If site data are blocked, the name of the tab replaces both. It
// lasts as long as the tab is on our pages, so that pupils can join a class and a reload loses
// nothing.

const MARK = "kismet-data:";

class TabNameStorage {
  // `area`: the storage area that this object replaces.
  constructor(area) {
    this.area = area;
  }

  read() {
    try {
      return JSON.parse(window.name.startsWith(MARK) ? window.name.slice(MARK.length) : "{}");
    } catch {
      return {};
    }
  }

  write(data) {
    window.name = MARK + JSON.stringify({ ...this.read(), [this.area]: data });
  }

  getItem(key) {
    return this.read()[this.area]?.[key] ?? null;
  }

  setItem(key, value) {
    this.write({ ...this.read()[this.area], [key]: String(value) });
  }

  removeItem(key) {
    this.write({ ...this.read()[this.area], [key]: undefined });
  }

  clear() {
    this.write({});
  }
}

/** @param {"sessionStorage" | "localStorage"} area */
function usableStorage(area) {
  try {
    const storage = window[area];
    storage.setItem(MARK, "");
    storage.removeItem(MARK);
    return storage;
  } catch {
    return new TabNameStorage(area);
  }
}

const areas = {};
const storageOf = (area) => (areas[area] ??= usableStorage(area));
export const tabStorage = () => storageOf("sessionStorage");
export const browserStorage = () => storageOf("localStorage");
export const isKeptInTabOnly = () =>
  ["sessionStorage", "localStorage"].some((area) => storageOf(area) instanceof TabNameStorage);

/** Key under which a widget saves its work: one for each page, and in a notebook one for each widget.
 * @param {string} name @param {any} model */
export const widgetStorageKey = (name, model) =>
  [name, model.get("place"), location.pathname].filter(Boolean).join(":");

// Storage for work on this page. In a class, it lasts only as long as the tab, so that a shared computer starts clean.
export const progressStorage = () => window.kismetClass?.storage ?? browserStorage();
