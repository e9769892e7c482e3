// Users see a run before they read its result: dice, coins and cards tumble in, and the texts appear when they rest. A
// tap or a key skips the animation, and nothing moves for readers who want no motion.

const COMES = 420; // ms that a thing takes to come
const APART = 70; // ms between two of them
const SPREAD = 420; // ms that all may be apart

const FALLS = 560, DOTS_APART = 90; // ms that a dot falls, and between two (outcome_chart.js, outcome_chart.css)

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Milliseconds until these items rest.
const lies = (n) => COMES + Math.min(APART * (n - 1), SPREAD);

/** Resolves when all items rest. `falls`: dots that fall afterwards (after `--km-lie`, ms), and later texts.
 * @param {HTMLElement[]} things @param {HTMLElement[]} told
 * @param {{ plot?: HTMLElement, dots?: number, told?: HTMLElement[] }} [falls] */
export async function animateTrial(things, told, { plot, dots = 0, told: late = [] } = {}) {
  if (still() || !things.length || document.visibilityState !== "visible") return;
  const all = lies(things.length), gap = (all - COMES) / Math.max(1, things.length - 1);
  const motions = things.map((thing, i) =>
    thing.animate([
      { transform: `translateY(-36px) rotate(${i % 2 ? 75 : -75}deg)`, opacity: 0 },
      { transform: "translateY(3px)", opacity: 1, offset: 0.7 },
      { transform: "none" },
    ], { duration: COMES, delay: gap * i, easing: "cubic-bezier(.3,.6,.4,1)", fill: "backwards" })
  );
  const shows = (one, duration) => one.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
  motions.push(...told.map((one) => shows(one, all)));
  const falling = dots && FALLS + DOTS_APART * (dots - 1);
  const after = late.map((one) => shows(one, all + falling));
  plot?.style.setProperty("--km-lie", `${all}ms`);
  const dropping = () => plot?.getAnimations({ subtree: true }) ?? [];
  const cut = () => [...motions, ...after, ...dropping()].forEach((one) => one.finish());
  const over = new AbortController();
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, cut, { capture: true, signal: over.signal });
  await Promise.allSettled(motions.map(({ finished }) => finished));
  Promise.allSettled([...after, ...dropping()].map(({ finished }) => finished)).then(() => over.abort());
}
