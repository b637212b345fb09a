// The app's environment: language, theme, reduced motion, storage. Works both in Gum and in an ordinary browser tab.

const host = window.gum;

export const locale = /^ja\b/i.test(host?.locale || navigator.language || "en") ? "ja" : "en";

const calmQuery = matchMedia("(prefers-reduced-motion: reduce)");
export const isCalm = () => calmQuery.matches;

/** Applies the language and theme to the page, fills every `data-t*` element and returns the translate function. */
export function setUp(strings) {
  const root = document.documentElement;
  root.lang = locale;
  const applyTheme = (theme) => /^(light|dark)$/.test(theme) && (root.dataset.theme = theme);
  applyTheme(host?.theme);
  host?.onThemeChange?.(applyTheme);

  const t = (key, ...values) => {
    const text = strings[locale][key] ?? strings.en[key] ?? key;
    return typeof text === "function" ? text(...values) : text;
  };
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
    if (element.matches("button, label, a")) element.title = t(element.dataset.tLabel);
  }
  for (const element of document.querySelectorAll("[data-t-placeholder]")) {
    element.placeholder = t(element.dataset.tPlaceholder);
  }
  return t;
}

/** Returns the value saved under `key`, or `fallback` if it is missing or invalid. */
export function load(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Saves `value`. Returns false if the storage is full or blocked. */
export function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

const LATELY_MS = 15_000;

/**
 * Keeps the card in the post up to date with a map of the room. Whoever has just changed something sends it, so that not all clients do.
 * `read` returns the card.
 */
export function keepPostCard(map, read) {
  const { room, card } = host ?? {};
  if (!room || !card) return;
  let lately = 0;
  map.on("*", (_key, _value, { isOwn }) => {
    if (isOwn) lately = Date.now();
    if (Date.now() - lately < LATELY_MS) card(read()).catch(() => {});
  });
}
