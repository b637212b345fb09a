import { getTranslations } from "next-intl/server";
import { DOC_PAGES, type DocPage } from "@/lib/docs/pages";

/** The name of each page in the reader's language. */
export async function docTitles(): Promise<Record<DocPage, string>> {
  const t = await getTranslations("playground.docs");
  return Object.fromEntries(DOC_PAGES.map((name) => [name, t(`page.${name}`)])) as Record<DocPage, string>;
}
