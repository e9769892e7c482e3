// Where pages keep things: in this tab, and in this browser. Where site data are blocked the name of the tab takes the
// place of both: it lasts as long as the tab is on our pages, so that pupils can join a class and a reload loses
// nothing.

const MARK = "kismet-data:";

class TabNameStorage {
  // `area`: which of the two this stands for.
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

/** Under which name a widget keeps its work: each page for itself, and in a notebook each widget.
 * @param {string} name @param {any} model */
export const widgetStorageKey = (name, model) =>
  [name, model.get("place"), location.pathname].filter(Boolean).join(":");

// Where what is done here is kept: in a class only as long as its tab, so that a shared computer starts clean.
export const progressStorage = () => window.kismetClass?.storage ?? browserStorage();
