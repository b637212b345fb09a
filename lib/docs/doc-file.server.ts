import "server-only";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { DocPage } from "./pages";

export type DocFile = { markdown: string; locale: "en" | "ja" };

/**
 * Reads a page in the reader's language, or in English where it is not translated.
 * @param folder that of the English pages; translations are in `ja/`
 */
export async function readDoc(
  page: DocPage,
  locale: string,
  folder = path.join(process.cwd(), "public/docs"),
): Promise<DocFile> {
  const translated =
    locale === "ja" ? await readFile(path.join(folder, "ja", `${page}.md`), "utf8").catch(() => null) : null;
  if (translated !== null) return { markdown: translated, locale: "ja" };
  return { markdown: await readFile(path.join(folder, `${page}.md`), "utf8"), locale: "en" };
}
