/** Large packages whose apps need every file at once, such as for synchronous requests: their next start fetches the whole. */
import { WHOLE_PACKAGES_KEY } from "@/lib/config/storage-keys";

const REMEMBERED_MAX = 50;
const HASH = /^[0-9a-f]{64}$/;
const known = new Set<string>();

export function needsWhole(sha256: string): boolean {
  return known.has(sha256) || remembered().includes(sha256);
}

export function rememberWhole(sha256: string): void {
  known.add(sha256);
  const all = [sha256, ...remembered().filter((each) => each !== sha256)].slice(0, REMEMBERED_MAX);
  try {
    localStorage.setItem(WHOLE_PACKAGES_KEY, all.join(" "));
  } catch {
    // localStorage is full or blocked: another page finds out again.
  }
}

function remembered(): string[] {
  try {
    return (localStorage.getItem(WHOLE_PACKAGES_KEY) ?? "").split(" ").filter((each) => HASH.test(each));
  } catch {
    return [];
  }
}
