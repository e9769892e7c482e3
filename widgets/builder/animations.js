// Animations of a run. The new state is drawn first. An animation only illustrates it and can be cancelled at any time.

export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const delay = (ms) => new Promise((done) => setTimeout(done, ms));

function animate(el, frames, options) {
  return el?.animate
    ? el.animate(frames, { fill: "backwards", ...options }).finished.catch(() => {})
    : Promise.resolve();
}

// Animates the decision of one device: the needle turns, dice tumble, a coin turns over, a bag is shaken.
export function animateDevice(el, kind, delay) {
  const things = [...el.querySelectorAll(".km-builder-svg")];
  const needle = el.querySelector(".km-builder-needle");
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

// Moves a drawn value from its device to its current place.
export function animateMoveFromElement(el, startEl, delay) {
  const [a, b] = [startEl.getBoundingClientRect(), el.getBoundingClientRect()];
  const by = `translate(${a.left + a.width / 2 - b.left - b.width / 2}px, ${
    a.top + a.height * 0.6 - b.top - b.height / 2
  }px)`;
  return animate(el, [{ transform: `${by} scale(1.5)`, opacity: 0 }, {
    transform: `${by} scale(1.5)`,
    opacity: 1,
    offset: 0.12,
  }, { transform: "none", opacity: 1 }], { delay, duration: 560, easing: "cubic-bezier(.3,.1,.2,1)" });
}

// Moves a copy of a value back to its device, from which it was drawn. The value itself stays visible in its place.
export function animateReturn(root, el, targetEl, delay) {
  const [a, b, frame] = [el, targetEl, root].map((one) => one.getBoundingClientRect());
  const ball = el.cloneNode(true);
  const size = a.height;
  ball.classList.add("km-builder-flying-item");
  if (ball.classList.replace("km-builder-word", "km-builder-ball")) ball.replaceChildren(); // its colour tells it
  Object.assign(ball.style, {
    left: `${a.left + a.width / 2 - frame.left - size / 2}px`,
    top: `${a.top - frame.top}px`,
    width: `${size}px`,
    height: `${size}px`,
  });
  root.append(ball);
  const by = `translate(${b.left + b.width / 2 - a.left - a.width / 2}px, ${
    b.top + b.height * 0.6 - a.top - a.height / 2
  }px)`;
  return animate(ball, [
    { transform: "none", opacity: 0 },
    { transform: "none", opacity: 1, offset: 0.1 },
    { transform: `${by} scale(.8)`, opacity: 1, offset: 0.9 },
    { transform: `${by} scale(.6)`, opacity: 0 },
  ], { delay, duration: 620, easing: "cubic-bezier(.4,.1,.4,1)" }).then(() => ball.remove());
}

// Shows a result only after all values have arrived.
export const animateAppear = (el, delay) =>
  animate(el, [{ opacity: 0 }, { opacity: 0, offset: 0.99 }, { opacity: 1 }], { duration: delay });

export function animateFall(el) {
  return animate(el, [
    { transform: "translateY(-260px)", opacity: 0, easing: "cubic-bezier(.55,0,.85,.35)" },
    { transform: "none", opacity: 1, offset: 0.7 },
    { transform: "translateY(-9px)", offset: 0.85 },
    { transform: "none" },
  ], { duration: 560 });
}
