// The words of a widget, as its kernel says them (`words` of the model).

export const W = {};

export function useWords(words) {
  Object.assign(W, words);
}
