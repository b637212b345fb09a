import type { Finding } from "@/lib/package/finding";
import { shownValue, type MessageParams } from "@/lib/package/package-messages";

/** Translates a key of `apps.upload.values`. */
export type SayValue = ((key: string, values?: Record<string, string>) => string) & {
  has: (key: string) => boolean;
};

/** Values that contain others, with the message argument of each group. */
const PATTERNS: readonly (readonly [pattern: RegExp, key: string, ...names: string[]])[] = [
  [/^(.+) was expected, not (.+)$/, "expected", "wanted", "found"],
  [/^it has (.)$/u, "has", "found"],
  [/^(\d+) bytes between it and the end belong to nothing$/, "spare", "count"],
  [/^(\d+) bytes$/, "bytes", "count"],
];

type Values = Pick<Finding, "code" | "params">;

/** Params that hold words of the format, not names from the package. */
const WORDS = new Set(["reason", "problem", "expected", "size", "limit"]);

function isWords(code: Finding["code"], param: string): boolean {
  return (
    WORDS.has(param) ||
    (code === "local_header_differs" && param === "field") ||
    (code === "hidden_bytes" && param === "entry")
  );
}

/** The params of a finding in the user's language, which the format words in English. Names stay as they are. */
export function findingValues({ code, params }: Values, say: SayValue): MessageParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "string" && isWords(code, name) ? inWords(value, say) : shownValue(value),
    ]),
  );
}

/** Translates a finding's code; not every code has a translation. */
export type SayFinding = ((key: string, values?: MessageParams) => string) & {
  has: (key: string) => boolean;
};

/** What a finding says, in the language of `say`. */
export function findingText(finding: Finding, say: SayFinding, sayValue: SayValue): string {
  return say.has(finding.code) ? say(finding.code, findingValues(finding, sayValue)) : finding.message;
}

function inWords(value: string, say: SayValue): string {
  if (/^\d+$/.test(value)) return shownValue(Number(value));
  for (const [pattern, key, ...names] of PATTERNS) {
    const found = pattern.exec(value);
    if (!found) continue;
    return say(key, Object.fromEntries(names.map((name, index) => [name, inWords(found[index + 1]!, say)])));
  }
  const key = value.replace(/[^a-z0-9]+/g, "_");
  return /^[a-z ]+$/.test(value) && say.has(key) ? say(key) : value;
}
