// Renderers that games add to the table. Each script in games/<game>/board/ registers its own, so that no shared script
// depends on a game. Renderers that all games use are listed here in the same way.

export const RENDERERS = {
  // key of a card -> {look: (card) => a class, show: (view, card) => the content that replaces the card's text,
  cardContent: {},
  //  beside: (view, card) => content next to its number, said: (card) => text for its name and for the action bar}
  pieceContent: {}, // look of a group -> (view, card) => what a piece of it shows
  pieceClass: {}, // look of a group -> (card) => a class of such a piece, and of its group
  groupBody: {}, // look of a group -> (view, group) => what stands in it, in place of a row
  group: {}, // key of a group -> (view, group, tabbed) => the group itself
  // key of odds -> {show: (view, odds) => content above their chart, an element of the class km-odds-header,
  oddsHeader: {},
  //  comes: (view, stage, came) => animates it and returns the ms after which the ball may fall}
  oddsChart: {}, // key of odds -> (view, odds) => the picture of them
  outcomeList: {}, // key of odds whose picture, of the class km-figure, stays until another is looked at -> (odds) =>
  //  [place, name, weight] of all possible outcomes; the element of an outcome has its place as data-place
  oddsFooter: {}, // key of odds -> (view, odds) => what stands below their picture and their text
  previewedOdds: {}, // key of odds -> (view, odds) => the odds as they are while this action is pointed at, or none
  // key of odds -> (view, odds) => whether they are in the main panel now; "alone": without anything else
  oddsVisibility: {},
  oddsList: {}, // key of odds that share one picture -> {picked: (view, all) => the one that is asked for,
  //  show: (view, all, one) => a selection list of all, and the chart of the selected one}
  actionPreview: {}, // key of an action -> (view, action) => what it would do, on the stage
  // key of an action -> {show: (view, action) => its effect, on its button, said: the same for its name,
  actionEffect: {},
  //  would: (action) => new values by id, of facts and of elements with data-value-id}
  // key of a scene -> (scene, card, cell) => shapes on a board while the chosen card is held over the cell
  mapOverlay: {},
  resultSection: {}, // key of the reckoning -> (view, reckoning) => a part of it
  mapShape: {}, // key of a shape of a plan -> (element, spec, icons) => what that does to its element
  transition: {}, // name -> {from: (root) => where things are, show: (view, before) => how they come from there}
  // key of a scene -> {show: (view, scene) => the control in the action bar, an element of the class km-bid-control
  customControl: {},
  //  whose actions are data-first and data-count, called: (scene, n) => the name of one of these}
};

export function registerRenderers(gameRenderers) {
  for (const [kind, looks] of Object.entries(gameRenderers)) Object.assign(RENDERERS[kind], looks);
}

// The renderer of this kind for an item that has a key of its game, or undefined.
/** @param {string} kind @param {object} thing */
export const customRendererFor = (kind, thing) =>
  Object.entries(RENDERERS[kind]).find(([key]) => (thing?.[key] ?? false) !== false)?.[1];
