// Light or dark: as the system prefers, or as chosen on any of our pages. Runs before the page has any content.
(() => {
  const KEPT = "kismet:theme";
  let asked = new URLSearchParams(location.search).get("theme");
  let chosen = null; // on any page of ours, by its own button
  try {
    chosen = localStorage.getItem(KEPT);
  } catch {
    // without storage, the choice is lost when the visitor leaves the page
  }
  const system = matchMedia("(prefers-color-scheme: dark)");
  function theme() {
    const wanted = asked ?? chosen;
    const dark = wanted === "dark" || (wanted !== "light" && system.matches);
    const { body } = document;
    document.documentElement.style.colorScheme = dark ? "dark" : "light";
    const sheet = document.getElementById("km-dark-sheet");
    if (sheet) sheet.media = dark ? "all" : "not all";
    body.dataset.jpThemeLight = String(!dark);
    // JupyterLab's toolkit reads these two properties by script and cannot parse light-dark(), so set plain colours.
    const probe = body.appendChild(document.createElement("i"));
    for (const [name, token] of [["--jp-layout-color1", "--km-paper"], ["--jp-brand-color1", "--km-focus"]]) {
      probe.style.color = `var(${token})`;
      body.style.setProperty(name, getComputedStyle(probe).color);
    }
    probe.remove();
    body.dataset.jpThemeName = dark ? "JupyterLab Dark" : "JupyterLab Light";
    for (const button of document.querySelectorAll(".km-theme")) button.setAttribute("aria-pressed", String(dark));
  }
  theme();
  // Three elements switch the theme: a button in the top line, a button on pages that hide this line, and a menu entry.
  document.addEventListener("kismet:theme", () => {
    chosen = document.body.dataset.jpThemeLight === "true" ? "dark" : "light";
    asked = null; // the address has had its say
    try {
      localStorage.setItem(KEPT, chosen);
    } catch {
      // as above
    }
    theme();
  });
  // The button comes after this script.
  document.addEventListener("DOMContentLoaded", theme);
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.(".km-theme")) document.dispatchEvent(new Event("kismet:theme"));
  });
  system.addEventListener("change", theme);
})();
