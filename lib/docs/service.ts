import "server-only";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { DocPage } from "./pages";

const FOLDER = path.join(process.cwd(), "public/docs");

/** The text of a page for people who make apps, in Markdown. The same text is served as it is under `/docs/{page}.md`. */
export async function readDoc(page: DocPage): Promise<string> {
  return readFile(path.join(FOLDER, `${page}.md`), "utf8");
}
