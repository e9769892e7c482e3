// The key `?` lists the keys of a page: those in keys.json whose target exists on the page. A table lists its own keys.
addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (
    !/^[?؟？՞]$/.test(key) || event.repeat || event.altKey || event.ctrlKey || event.metaKey ||
    document.querySelector("dialog[open]")
  ) return;
  const typing = "input:not([type=range], [type=checkbox], [type=radio]), select, textarea, [contenteditable]";
  if (target.closest?.(typing)) return;
  const table = document.querySelector(".km-table");
  const whole = document.querySelector(".km-full-page > .km-table") && target.matches("body, main") &&
    !document.querySelector(".km-lesson");
  if (whole || table?.contains(target)) return;
  event.preventDefault();
  const make = (name, ...parts) => {
    const el = document.createElement(name);
    el.append(...parts);
    return el;
  };
  const { title, close, rows } = JSON.parse(document.getElementById("km-keys").textContent);
  const there = rows.filter(({ on }) => [...document.querySelectorAll(on)].some((el) => el.checkVisibility()));
  const listed = there.flatMap(({ key: name, does }) => [make("dt", make("kbd", name)), make("dd", does)]);
  const dialog = make("dialog", make("h2", title), make("dl", ...listed));
  const button = make("button", close);
  button.type = "button";
  button.addEventListener("click", () => dialog.close());
  dialog.className = "km-shortcut-list";
  dialog.setAttribute("aria-label", title);
  dialog.append(button);
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    before?.focus?.();
  });
  document.body.append(dialog);
  dialog.showModal();
}, true);
