// The output of a cell at its place: the view of a widget, markup, or text.
/** @returns {Promise<any>} the view of a widget; undefined for markup and text */
export async function renderOutputAndReturnWidgetView(place, { widget, html, text }, models) {
  if (widget) {
    const view = await models.view(widget);
    place.append(view.el);
    return view;
  }
  if (html) place.append(document.createRange().createContextualFragment(html));
  else place.append(Object.assign(document.createElement("pre"), { textContent: text }));
}
