import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

/** The generateMetadata of a page whose title is the message at `key` (`namespace.path`). */
export function pageTitle(key: string): () => Promise<Metadata> {
  return async () => {
    const t = await getTranslations();
    return { title: t(key) };
  };
}
