export type AppTexts = { name: string; description: string };

type Translated = AppTexts & {
  manifest: {
    description: string;
    metadata: {
      translations?:
        Record<string, { name?: string | undefined; description?: string | undefined }> | undefined;
    };
  };
};

/**
 * What an app is called and says of itself in a language, where its package brings that; else as it stands. A
 * description that its owner wrote anew in the store goes before the package's.
 */
export function textsIn({ name, description, manifest }: Translated, locale: string): AppTexts {
  const { translations } = manifest.metadata;
  const own = translations?.[locale] ?? translations?.[locale.split("-")[0]!];
  return {
    name: own?.name ?? name,
    description: description === manifest.description ? (own?.description ?? description) : description,
  };
}
