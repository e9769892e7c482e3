// The words of a widget, as its kernel says them (`words` of the model), in the language of the page.

export const TEXTS = {};

// A widget in its page; drawn anew, with what it keeps, when it says other words. `draw`: draws it, told
// whether the focus was in it, and gives what ends that.
export function renderInLanguage({ model, el }, draw) {
  let end = null;
  const anew = () => {
    const held = el.contains(document.activeElement);
    end?.();
    el.replaceChildren();
    Object.assign(TEXTS, model.get("words"));
    end = draw(model, el, held);
  };
  const talk = () => {
    const language = pageLanguage();
    if (model.get("words").lang !== language) model.send({ do: "language", language });
  };
  model.on("change:words", anew);
  document.addEventListener("kismet:language", talk);
  talk();
  anew();
  return () => {
    document.removeEventListener("kismet:language", talk);
    model.off("change:words", anew);
    end();
  };
}

/** The words around a page of ours (language.js): `say(id)` and `language()`. undefined in a notebook. */
export const pageTranslator = () => window.kismetWords;

/** The language of the page; that of a notebook is not ours to choose. */
export const pageLanguage = () => pageTranslator()?.language() ?? "en";
