import type { Finding } from "@/lib/package/finding";
import type { MessageParams } from "@/lib/package/package-messages";

/** Texts of `apps.upload.values` by key. */
export type SayValue = ((key: string, values?: Record<string, string>) => string) & {
  has: (key: string) => boolean;
};

/** Values that hold others, each with the names of its parts. */
const PATTERNS: readonly (readonly [pattern: RegExp, key: string, ...parts: string[]])[] = [
  [/^(.+) was expected, not (.+)$/, "expected", "wanted", "found"],
  [/^it has (.)$/u, "has", "found"],
  [/^(\d+) bytes between it and the end belong to nothing$/, "spare", "count"],
  [/^(\d+) bytes$/, "bytes", "count"],
];

type Values = Pick<Finding, "code" | "params">;

/** Places that hold words of ours, not names of an author's. */
const WORDS = new Set(["reason", "problem", "expected", "size", "limit"]);

function isWords(code: Finding["code"], place: string): boolean {
  return (
    WORDS.has(place) ||
    (code === "local_header_differs" && place === "field") ||
    (code === "hidden_bytes" && place === "entry")
  );
}

/** The values of a finding in the person's language: the format says them in English, names stay as they are. */
export function findingValues({ code, params }: Values, say: SayValue): MessageParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "string" && isWords(code, name) ? inWords(value, say) : value,
    ]),
  );
}

function inWords(value: string, say: SayValue): string {
  for (const [pattern, key, ...parts] of PATTERNS) {
    const found = pattern.exec(value);
    if (!found) continue;
    return say(key, Object.fromEntries(parts.map((part, index) => [part, inWords(found[index + 1]!, say)])));
  }
  const key = value.replace(/[^a-z0-9]+/g, "_");
  return /^[a-z ]+$/.test(value) && say.has(key) ? say(key) : value;
}
