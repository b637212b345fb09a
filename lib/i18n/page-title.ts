import type { Metadata } from "next";
import type { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";

type MessageKey = Parameters<ReturnType<typeof useTranslations<never>>>[0];

/** The generateMetadata of a page whose title is the message at `key` (`namespace.path`). */
export function pageTitle(key: MessageKey): () => Promise<Metadata> {
  return async () => {
    const t = await getTranslations();
    return { title: t(key) };
  };
}
