// The key that the user means on any keyboard layout, for all key listeners of a page.

const UNTOLD = ["Dead", "Process", "Unidentified"]; // the layout or an input method keeps the character
const QUESTION_MARKS = "?؟？՞";

// The name of a key: "7" for the key on which 7 is printed (many layouts need Shift for digits), a small Latin letter
// on keyboards of any script, "?" for the question mark of any script, otherwise the key that the event reports.
/** @param {KeyboardEvent} event */
function keyName({ key: typed = "", code = "" }) { // browsers that fill in a form send events without a key
  // full-width characters from keyboards for Chinese and Japanese
  const key = /^[\u3000\uff01-\uff5e]$/.test(typed) ? typed.normalize("NFKC") : typed;
  if (QUESTION_MARKS.includes(key)) return key && "?";
  const [, digit] = /^(?:Digit|Numpad)([0-9])$/.exec(code) ?? [];
  const untold = UNTOLD.includes(key);
  if (digit && !/^[0-9]$/.test(key) && (untold || [...key].length === 1)) return digit;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const isOtherScript = /^[\p{L}\p{M}]+$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  if (letter && (untold || isOtherScript)) return letter.toLowerCase();
  return /^[A-Z]$/.test(key) ? key.toLowerCase() : key;
}

// Whether an input method is composing a word. It then uses Enter and Escape itself. Safari reports only code 229.
/** @param {KeyboardEvent} event */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

// The key, or "" if a modifier changes its meaning. The key repeats while the user holds it down, as an arrow key on a
// slider does.
/** @param {KeyboardEvent} event */
export function unmodifiedKey(event) {
  const isModified = event.ctrlKey || event.altKey || event.metaKey || event.getModifierState?.("AltGraph");
  return isModified || isComposing(event) ? "" : keyName(event);
}

// The key as a command, or "" while the user still holds it down, so that one press has one effect.
/** @param {KeyboardEvent} event @returns {string} */
export const unmodifiedKeyUnlessRepeated = (event) => event.repeat ? "" : unmodifiedKey(event);

// Whether the user means a command with Ctrl (or Cmd) and this letter, such as undo.
/** @param {KeyboardEvent} event @param {string} letter */
export const isControlKey = (event, letter) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.repeat && keyName(event) === letter;

// While Enter is held down, browsers press a button, and submit the form of a field, again and again. With this they do
// not.
/** @param {any} event @returns {void} */
export function preventRepeatedEnter(event) {
  const isPress = event.repeat && event.key === "Enter" && !isComposing(event);
  if (isPress && event.target.closest?.("button, summary, a, input, select")) event.preventDefault();
}

// Listeners for a select that sends the choice. While an arrow key is held down, only the last choice is sent.
/** @param {(event: any) => void} onChoice */
export function selectListenersAfterKeyRelease(onChoice) {
  let isHeld = false, isChanged = false;
  const settle = (event) => {
    isHeld = false;
    if (!isChanged) return;
    isChanged = false;
    onChoice(event);
  };
  return {
    keydown: () => (isHeld = true),
    keyup: settle,
    blur: settle,
    change: (event) => {
      if (isHeld) isChanged = true;
      else onChoice(event);
    },
  };
}
