/**
 * `url(https://…/page#id)`: chart libraries that mind a `<base>` name a part of the page by its whole URL. The document's real URL
 * is another, so the browser would look for the part in a file; it finds it by the fragment alone.
 */
import { resolveUrl } from "@/lib/sandbox/frame/inside/files";
import { pageHref } from "@/lib/sandbox/frame/inside/platform/navigation";

/** The fragment of a URL that leads into the page itself; null for any other, and for one that is a fragment already. */
export function ownFragment(url: string, base?: string): string | null {
  const at = url.indexOf("#");
  if (at <= 0) return null;
  return resolveUrl(url.slice(0, at), base)?.href === pageHref() ? url.slice(at) : null;
}
