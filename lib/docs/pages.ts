/** The pages for people who make apps and bots: `public/docs/{name}.md`, in the order in which one reads them. */
export const DOC_PAGES = [
  "tutorial",
  "package-format",
  "gum",
  "webxdc",
  "quickjs",
  "frame",
  "conformance",
  "api",
] as const;
export type DocPage = (typeof DOC_PAGES)[number];

/** True for the name of such a page. */
export function isDocPage(name: string): name is DocPage {
  return (DOC_PAGES as readonly string[]).includes(name);
}
