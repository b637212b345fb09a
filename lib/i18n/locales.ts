/** `base` is the specification's wording, English with some Japanese, for people who chose no language. */
export type Catalogue = "base" | "en" | "ja";

export const LOCALE_COOKIE = "gum-locale";
export type Locale = "en" | "ja";

/**
 * Picks the catalogue of a request.
 * @param chosen value of the locale cookie; anything but `en` and `ja` counts as no choice
 */
export function pickCatalogue(chosen: string | undefined, acceptLanguage: string | null): Catalogue {
  if (chosen === "en" || chosen === "ja") return chosen;
  const preferred = (acceptLanguage ?? "")
    .split(",")
    .map((range, index) => {
      const [tag = "", ...params] = range.trim().split(";");
      const q = params.map((param) => /^\s*q=([\d.]+)/.exec(param)?.[1]).find(Boolean);
      return { tag: tag.toLowerCase(), weight: q === undefined ? 1 : Number(q), index };
    })
    .filter((entry) => /^(ja|en)\b/.test(entry.tag) && entry.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)[0];
  return preferred?.tag.startsWith("ja") ? "ja" : "base";
}

/** The language that a request asks for; null if it names none, as requests of programs. */
export function languageAskedFor(chosen: string | undefined, acceptLanguage: string | null): Locale | null {
  const isNamed = chosen === "en" || chosen === "ja" || acceptLanguage !== null;
  return isNamed ? languageOf(pickCatalogue(chosen, acceptLanguage)) : null;
}

/** The BCP 47 language of a catalogue, for `<html lang>` and Intl. */
export function languageOf(catalogue: Catalogue): Locale {
  return catalogue === "ja" ? "ja" : "en";
}
