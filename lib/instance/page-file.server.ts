import "server-only";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { serverEnv } from "@/lib/config/env.server";
import { type PageText, readPageText } from "./front-matter";
import { AGREED_PAGES, type InstancePage, type TermsChange } from "./rules";
import { instanceSettings } from "./settings.server";

const LOCALES = ["en", "ja"] as const;
export type PageLocale = (typeof LOCALES)[number];

/** The text of a file; null if it does not exist. */
async function read(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
}

/**
 * Reads a page of the instance: the host's own in the reader's language, else in the other one, because what the host
 * wrote counts more than the language; else the one that Gum comes with.
 */
export async function readInstancePage(
  page: InstancePage,
  wanted: PageLocale,
): Promise<PageText & { locale: PageLocale }> {
  const own = serverEnv().INSTANCE_PAGES_DIR;
  for (const locale of own ? [wanted, ...LOCALES.filter((each) => each !== wanted)] : []) {
    const text = await read(path.join(own!, `${page}.${locale}.md`));
    if (text !== null) return { ...readPageText(text), locale };
  }
  const shipped = path.join(process.cwd(), "public/legal", `${page}.${wanted}.md`);
  return { ...readPageText(await readFile(shipped, "utf8")), locale: wanted };
}

/** The version that somebody who agrees now agrees to: the highest of the pages that people agree to, in any language. */
export async function publishedTerms(): Promise<number> {
  const pages = await Promise.all(
    AGREED_PAGES.flatMap((page) => LOCALES.map((locale) => readInstancePage(page, locale))),
  );
  return Math.max(...pages.map(({ version }) => version));
}

/** The changes of the pages since a version, in the reader's language if available. */
export async function termsChangesSince(version: number, locale: PageLocale): Promise<TermsChange[]> {
  const pages = await Promise.all(
    AGREED_PAGES.map(async (page) => ({ page, ...(await readInstancePage(page, locale)) })),
  );
  return pages
    .filter((each) => each.version > version)
    .map(({ page, version, changes }) => ({ page, version, changes }));
}

/**
 * Whether a person has to agree to newer terms first.
 * @param agreed the version that they agreed to
 */
export async function mustAgree(agreed: number): Promise<boolean> {
  const { termsVersion } = await instanceSettings();
  // The files may have been replaced by older ones: nobody can agree to a missing version.
  return agreed < termsVersion && agreed < (await publishedTerms());
}
