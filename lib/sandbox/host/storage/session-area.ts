/** An app's sessionStorage lives in the shell's own, so that it survives a reload of the tab and nothing more. */
import { APP_SESSION_PREFIX } from "@/lib/config/storage-keys";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";

const PREFIX = APP_SESSION_PREFIX;
/** The shell's sessionStorage is shared by all apps of the tab; larger ones live until the reload only. */
const MAX_CHARS = 512 * 1024;

export function readSessionArea(owner: string): AreaPairs {
  try {
    const pairs: unknown = JSON.parse(sessionStorage.getItem(PREFIX + owner) ?? "[]");
    if (!Array.isArray(pairs)) return [];
    return pairs.filter((pair): pair is [string, string] => {
      return Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string");
    });
  } catch {
    return [];
  }
}

export function writeSessionArea(owner: string, pairs: AreaPairs): void {
  try {
    const text = JSON.stringify(pairs);
    if (pairs.length && text.length <= MAX_CHARS) sessionStorage.setItem(PREFIX + owner, text);
    else sessionStorage.removeItem(PREFIX + owner);
  } catch {
    // Full or forbidden: the area then lives as long as the page.
  }
}
