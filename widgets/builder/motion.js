// What moves when a machine runs. The new state is drawn first; all this only shows it, and can be cut at any time.

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function animate(el, frames, options) {
  return el?.animate
    ? el.animate(frames, { fill: "backwards", ...options }).finished.catch(() => {})
    : Promise.resolve();
}

// One thing shows that it decides: the needle turns, dice tumble, a coin turns over, a bag is shaken.
export function decides(el, kind, delay) {
  const things = [...el.querySelectorAll(".km-b-svg")];
  const needle = el.querySelector(".km-b-needle");
  if (needle) {
    const to = needle.style.transform;
    return animate(needle, [{ transform: `${to} rotate(-900deg)` }, { transform: to }], {
      delay,
      duration: 1000,
      easing: "cubic-bezier(.15,.7,.2,1)",
    });
  }
  const frames = {
    d: [
      { transform: "translateY(-46px) rotate(-300deg)", opacity: 0.4 },
      { transform: "translateY(0) rotate(-90deg)", offset: 0.55 },
      { transform: "translateY(-12px) rotate(-20deg)", offset: 0.75 },
      { transform: "none" },
    ],
    coin: [
      { transform: "translateY(0) scaleX(1)" },
      { transform: "translateY(-40px) scaleX(.1)", offset: 0.3 },
      { transform: "translateY(-52px) scaleX(1)", offset: 0.5 },
      { transform: "translateY(-30px) scaleX(.1)", offset: 0.75 },
      { transform: "none" },
    ],
    bag: [{ transform: "none" }, { transform: "rotate(-6deg)" }, { transform: "rotate(6deg)" }, {
      transform: "rotate(-3deg)",
    }, { transform: "none" }],
    deck: [{ transform: "none" }, { transform: "translateY(-8px)" }, { transform: "none" }],
  }[kind];
  return Promise.all(
    things.map((thing, i) =>
      animate(thing, frames, {
        delay: delay + 70 * i,
        duration: kind === "bag" || kind === "deck" ? 420 : 760,
        easing: "cubic-bezier(.2,.75,.2,1)",
      })
    ),
  );
}

// A drawn value comes from its thing to where it lies now.
export function comesFrom(el, from, delay) {
  const [a, b] = [from.getBoundingClientRect(), el.getBoundingClientRect()];
  const by = `translate(${a.left + a.width / 2 - b.left - b.width / 2}px, ${
    a.top + a.height * 0.6 - b.top - b.height / 2
  }px)`;
  return animate(el, [{ transform: `${by} scale(1.5)`, opacity: 0 }, {
    transform: `${by} scale(1.5)`,
    opacity: 1,
    offset: 0.12,
  }, { transform: "none", opacity: 1 }], { delay, duration: 560, easing: "cubic-bezier(.3,.1,.2,1)" });
}

export function falls(el) {
  return animate(el, [
    { transform: "translateY(-260px)", opacity: 0, easing: "cubic-bezier(.55,0,.85,.35)" },
    { transform: "none", opacity: 1, offset: 0.7 },
    { transform: "translateY(-9px)", offset: 0.85 },
    { transform: "none" },
  ], { duration: 560 });
}
