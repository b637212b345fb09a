/** One text, or one by language code (`en`, `pt-BR`). */
export type LocalizedText = string | Record<string, string>;

/** What stands under a language, region or not. */
export function inLanguage<T>(byLanguage: Record<string, T> | undefined, locale: string): T | undefined {
  return byLanguage?.[locale] ?? byLanguage?.[locale.split("-")[0]!];
}

/** The text for a reader: in their language, else in English, else in the first that there is. */
export function textFor(text: LocalizedText, locale: string): string {
  if (typeof text === "string") return text;
  return inLanguage(text, locale) ?? text["en"] ?? Object.values(text)[0] ?? "";
}
