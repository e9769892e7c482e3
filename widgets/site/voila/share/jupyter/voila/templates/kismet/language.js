// The language of a page's own texts, which are in #km-words: the language chosen on any of our pages, or English. Runs
// after theme.js and before the page has any content.
window.kismetWords = (() => {
  const KEPT = "kismet:language";
  const all = JSON.parse(document.getElementById("km-words").textContent);
  const languages = Object.entries(all).map(([code, words]) => [code, words.language_here]);
  const known = (code) => (Object.hasOwn(all, code ?? "") ? code : null);
  const asked = known(new URLSearchParams(location.search).get("language"));
  let kept = null;
  try {
    kept = known(localStorage.getItem(KEPT));
  } catch {
    // without storage, the choice is lost when the visitor leaves the page
  }
  let now = asked ?? kept ?? "en";
  const say = (id, values = {}) => all[now][id].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

  // Updates all texts in the page's own markup. An untranslated text is marked as English.
  function talk() {
    document.documentElement.lang = now;
    for (const el of document.querySelectorAll("[data-text-id]")) {
      const text = say(el.dataset.textId);
      if (el.textContent !== text) el.textContent = text;
      el.lang = now;
    }
    for (const el of document.querySelectorAll("[data-label-text-id]")) {
      const label = say(el.dataset.labelTextId);
      if (el.ariaLabel !== label) el.ariaLabel = el.title = label;
    }
    for (const select of document.querySelectorAll(".km-languages")) {
      if (!select.options.length) {
        select.append(
          ...languages.map(([code, name]) => Object.assign(new Option(name, code), { lang: code })),
        );
      }
      select.value = now;
      const shown = select.parentElement.querySelector(".km-language-now");
      if (shown && shown.textContent !== now) shown.textContent = now;
    }
  }
  talk();
  // The texts arrive after this script, one after another. On a page of the server, this takes seconds.
  const come = new MutationObserver(talk);
  come.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => {
    come.disconnect();
    talk();
  });
  document.addEventListener("change", ({ target }) => {
    if (!target.matches?.(".km-languages")) return;
    now = target.value;
    try {
      localStorage.setItem(KEPT, now);
    } catch {
      // as above
    }
    talk();
    document.dispatchEvent(new Event("kismet:language")); // for what a kernel says
  });
  return { say, languages, language: () => now };
})();
