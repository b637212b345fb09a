"use client";

import { NextIntlClientProvider } from "next-intl";
import { useEffect, type ComponentProps } from "react";

type ProviderProps = ComponentProps<typeof NextIntlClientProvider>;
type Texts = NonNullable<ProviderProps["messages"]>;

export type TextsProviderProps = Omit<ProviderProps, "messages"> & {
  /** JSON of the texts that the page itself needs, by namespace. */
  first: string;
  /** Where all texts of the language are; null where these are all. */
  rest: string | null;
};

// One for each catalogue: the server reads each once, not at every request.
const read = new Map<string, Texts>();
/** What the page has not got yet. */
let missing: { texts: Texts; from: string } | null = null;
let coming: Promise<void> | null = null;

function parse(json: string, rest: string | null): Texts {
  let texts = read.get(json);
  if (!texts) {
    read.set(json, (texts = JSON.parse(json) as Texts));
    if (rest && typeof window !== "undefined") missing = { texts, from: rest };
  }
  return texts;
}

/**
 * Resolves when all texts are here. They are put beside those that are shown, in the same object: nothing that stands
 * on the page is drawn anew. @throws where they cannot be fetched; the next call tries again
 */
function fetchRest(): Promise<void> {
  if (!missing) return Promise.resolve();
  const { texts, from } = missing;
  return (coming ??= fetch(from)
    .then(async (response) => {
      if (!response.ok) throw new Error(`Texts answered ${response.status}.`);
      Object.assign(texts, await response.json());
      missing = null;
    })
    .finally(() => (coming = null)));
}

/** For pages that come later than the first: null when all texts are here, else when they will be. */
export function textsToWaitFor(): Promise<void> | null {
  return missing && fetchRest();
}

/**
 * The texts for everything within. They come as one string: a thousand values in a tree would each be walked by the
 * server's renderer and again by its reader, at every page.
 */
export function TextsProvider({ first, rest, ...provider }: TextsProviderProps) {
  useEffect(() => void fetchRest().catch(() => undefined), [first, rest]);
  return <NextIntlClientProvider {...provider} messages={parse(first, rest)} />;
}
