/** Custom properties that stand in CSS for URLs whose file is remote. */
const PREFIX = "gum-late-";
/** A name with what a style uses until the file is there, an empty picture. */
const IN_STYLE = /var\(--gum-late-\d+, (url\((?:"|&quot;))data:,gum-late-(\d+)("|&quot;)\)\)/g;
const COMPUTED = /data:,gum-late-(\d+)/g;

interface LateUrl {
  property: string;
  written: string;
  absolute: string;
}

const urls: LateUrl[] = [];

/** @returns the custom property, and what takes the place of the URL */
export function nameLate(written: string, absolute: string): { property: string; value: string } {
  const name = PREFIX + urls.length;
  const property = `--${name}`;
  urls.push({ property, written, absolute });
  return { property, value: `var(${property}, url("data:,${name}"))` };
}

/** Replaces the names in attribute values and styles by the URLs that the app wrote. */
export function withoutLate(text: string, render: (written: string) => string): string {
  if (urls.length === 0 || !text.includes(PREFIX)) return text;
  return text.replace(IN_STYLE, (found, before: string, at: string, quote: string) => {
    const url = urls[Number(at)];
    return url ? `${before}${render(url.written)}${quote})` : found;
  });
}

/** The same with absolute URLs, as browsers return them in computed styles. */
export function withoutComputedLate(text: string): string {
  if (urls.length === 0 || !text.includes(PREFIX)) return text;
  return text.replace(COMPUTED, (found, at: string) => urls[Number(at)]?.absolute ?? found);
}
