import { scanHtml } from "./html-scan";
import { mountOf, type Served } from "./served-paths";

export const PAGE = /\.x?html?$/i;

const CODE_OR_SHEET = /(?:^|\s)(?:stylesheet|modulepreload)(?:\s|$)/i;

/** Where the files of a package are served while `entry` runs, which is a page or a module. */
export function servedFor(entry: string, text: string, has: Served["has"]): Served {
  const urls: { code: string[]; other: string[]; base?: string | undefined } = { code: [], other: [] };
  if (PAGE.test(entry)) {
    scanHtml(text, ({ name, attributes }) => {
      const valueOf = (attribute: string) => attributes.find((each) => each.name === attribute)?.value.trim();
      if (name === "base") urls.base ??= valueOf("href");
      if (name !== "script" && name !== "link" && name !== "img") return;
      const url = valueOf(name === "link" ? "href" : "src");
      const isCode = name === "script" || (name === "link" && CODE_OR_SHEET.test(valueOf("rel") ?? ""));
      if (url) urls[isCode ? "code" : "other"].push(url);
    });
  }
  const site = { folder: entry.slice(0, entry.lastIndexOf("/") + 1), has };
  return { ...site, mount: mountOf(site, urls) };
}
