// The texts of a widget in the language of the page, as its kernel sends them (`words` of the model).

export const TEXTS = {};

// Draws a widget, and draws it again with its saved state when its texts change. `draw` gets whether the focus was in
// the widget. It returns a function that removes the widget.
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

/** The language of the page. We cannot choose the language of a notebook. */
export const pageLanguage = () => pageTranslator()?.language() ?? "en";
