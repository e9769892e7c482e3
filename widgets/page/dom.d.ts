// What the compiler need not be told: elements that are looked for are of the kind that the selector says, and who
// listens knows what he hears.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Element {
  closest(selectors: string): any;
  readonly dataset: DOMStringMap;
}
interface Node {
  contains(other: EventTarget | null): boolean;
}
interface EventTarget {
  closest(selectors: string): any;
  matches(selectors: string): boolean;
}
interface Window {
  kismetWords?: {
    say(id: string, values?: object): string;
    languages: [string, string][];
    language(): string;
  };
  kismetClass?: { storage: Storage };
}
