import { inLanguage } from "@/lib/shared/localized-text";

export type AppTexts = { name: string; description: string };

/** By language, from the manifest. */
export type Translations = Record<string, { name?: string | undefined; description?: string | undefined }>;

type Translated = AppTexts & {
  manifest: { description: string; metadata: { translations?: Translations | undefined } };
};

/**
 * The name and description of an app in a language, where its package has translations. A description that the owner
 * edited in the store wins over the package's.
 */
export function textsIn({ name, description, manifest }: Translated, locale: string): AppTexts {
  const own = inLanguage(manifest.metadata.translations, locale);
  return {
    name: own?.name ?? name,
    description: description === manifest.description ? (own?.description ?? description) : description,
  };
}
