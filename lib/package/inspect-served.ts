import { scanHtml } from "./html-scan";
import { mountOf, type Served } from "./served-paths";

export const PAGE = /\.x?html?$/i;

/** Where the files of a package are served while `entry` runs, which is a page or a module. */
export function servedFor(entry: string, text: string, has: Served["has"]): Served {
  const urls: string[] = [];
  if (PAGE.test(entry)) {
    scanHtml(text, ({ name, attributes }) => {
      const valueOf = (attribute: string) => attributes.find((each) => each.name === attribute)?.value;
      const isCodeOrSheet =
        name === "link" && /^\s*(?:stylesheet|modulepreload)\b/i.test(valueOf("rel") ?? "");
      const url = name === "script" ? valueOf("src") : isCodeOrSheet ? valueOf("href") : undefined;
      if (url) urls.push(url.trim());
    });
  }
  const site = { folder: entry.slice(0, entry.lastIndexOf("/") + 1), has };
  return { ...site, mount: mountOf(site, urls) };
}
