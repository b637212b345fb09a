import { LINK_URL_MAX_CHARS } from "@/lib/config/link-limits";
import { parseRichText } from "@/lib/shared/rich-text";

/** The first link of a text, normalized as the key of its card: https, without a fragment. Null if there is none. */
export function cardAddress(text: string): string | null {
  const link = parseRichText(text).find((part) => part.type === "link");
  if (link?.type !== "link") return null;
  const url = new URL(link.href);
  // Only https is fetched; nearly every site that is still linked as http supports it.
  if (url.port || url.username || url.password) return null;
  url.protocol = "https:";
  url.hash = "";
  return url.href.length <= LINK_URL_MAX_CHARS ? url.href : null;
}
