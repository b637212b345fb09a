import {
  PROBLEM_FILE_CHARS,
  PROBLEM_MESSAGE_CHARS,
  PROBLEM_SENT_CHARS,
} from "@/lib/config/statistics-limits";
import { visibleLine } from "@/lib/shared/hidden-characters";

/**
 * The stored form of a running app's error, for its maker: only what is the same for everybody affected.
 *
 * An app may put what a person wrote into an error. Values in a message are therefore replaced: the browser
 * does it before it sends one, and the server again. That covers accidents; for malicious apps, the server
 * stores no text before several people have reported the same one.
 */

export const PROBLEM_KINDS = ["error", "rejection", "start", "ended"] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** Why the shell ended a run or gave it up, where that is the app's doing. They are the message of the kind `ended`. */
export const PROBLEM_ENDINGS = [
  "no_entry_point",
  "entry_not_found",
  "gone",
  "flood",
  "malformed",
  "focus",
  "busy",
  "crashed",
] as const;
export type ProblemEnding = (typeof PROBLEM_ENDINGS)[number];

/** Messages that are not errors of the app's script. They are stored unchanged. */
export const PROBLEM_NOT_LOADED = "could not be loaded";
export const PROBLEM_MUTED = "Script error.";
/** As the frame says them. */
const NOT_LOADED = /^(?:(\S+) )?could not be loaded$/;
const MUTED = /^(?:Script error\.?|An error in .+, which the browser does not explain)$/;

const VALUE = "…";

/** The name of an error; a message without one is that of a thrown text or object, which may be anything. */
const ERROR_NAME = /^(?:Uncaught )?((?:[A-Za-z_$][\w$.]{0,59}?)?(?:Error|Exception))\b(?:: ?|$)/;

const VALUES: readonly (readonly [RegExp, string])[] = [
  // From the first quotation mark to the last: the quoted text may contain more of them, and may be
  // truncated.
  [/["“”„«»‹›＂].*["“”„«»‹›＂]|["“”„«»‹›＂].*$/u, VALUE],
  [/[「『].*[」』]|[「『].*$/u, VALUE],
  // Between letters it is an apostrophe.
  [/(?<![\p{L}\p{N}])['‘’].*['‘’](?![\p{L}\p{N}])|(?<![\p{L}\p{N}])['‘’].*$/u, VALUE],
  [/`.*`|`.*$/u, VALUE],
  [/\{.*\}|\{.*$/u, VALUE],
  [/\[.*\]|\[.*$/u, VALUE],
  [/<.*>|<.*$/u, VALUE],
  // A regular expression, and what browsers say of a text that is no number.
  [/(?<!\S)\/.*\//u, VALUE],
  [/(?<=\bconvert ).*(?= to an? BigInt)/iu, VALUE],
  // What Firefox, and then Chrome, say without quotation marks.
  [/^((?:[A-Z]\w+ constructor|[A-Z]\w+\.\w+): )?.*(?= is not a valid )/u, `$1${VALUE}`],
  [/(?<=\bValue ).*(?= out of range\b)/iu, VALUE],
  [/\b(invalid (?:time zone|currency|calendar|unit|language tag|locale)[^:]{0,60}: ?).*$/iu, `$1${VALUE}`],
  [/\S*@\S*/gu, VALUE],
  // Addresses and paths.
  [/[a-z][a-z0-9+.-]*:(?=\S)\S+/giu, VALUE],
  [/\bwww\.\S+/giu, VALUE],
  [/\S*[/\\]\S*/gu, VALUE],
  [/(?=[\p{L}\p{N}_-]*\p{N})[\p{L}\p{N}_-]{16,}|[\p{L}\p{N}_-]{40,}/gu, VALUE],
  [/\p{N}+(?:[.,:_-]\p{N}+)*/gu, "#"],
  [/…(?:[\s.,:;…-]*(?:…|\.\.))+/gu, VALUE],
];

/** The message of an error without the values in it, on one line; empty for other text, which may be anything. */
export function messageToKeep(message: string): string {
  const line = visibleLine(message.slice(0, PROBLEM_SENT_CHARS).split(/[\r\n\u2028\u2029]/u, 1)[0] ?? "");
  if (NOT_LOADED.test(line)) return PROBLEM_NOT_LOADED;
  if (MUTED.test(line)) return PROBLEM_MUTED;
  const name = ERROR_NAME.exec(line);
  if (!name) return "";
  const rest = VALUES.reduce((text, [value, by]) => text.replace(value, by), line.slice(name[0].length));
  return cut(`${name[1]}: ${rest.trim()}`, PROBLEM_MESSAGE_CHARS).trim();
}

/** Cut to code points, as the database counts them. */
const cut = (text: string, max: number): string => [...text].slice(0, max).join("");

/** The name of a file in a package. Others, such as the path of a page, may name what a person opened. */
const FILE_NAME =
  /^[\p{L}\p{M}\p{N}_.+()~ -]+(?:\/[\p{L}\p{M}\p{N}_.+()~ -]+)*\.(?:[cm]?[jt]sx?|html?|xhtml|wasm|json|css)$/iu;
const NUMBERS = /\p{N}{5,}/gu;

/** Where it went wrong, as `file:line`, without a line `file`; empty where that is not in a file of a package. */
export function placeToKeep(file: string, line: number): string {
  if (file.length > PROBLEM_FILE_CHARS || !FILE_NAME.test(file)) return "";
  return file.replace(NUMBERS, "#") + (line > 0 ? `:${line}` : "");
}

/** The file of the package that was not loaded, if the message names one. */
export const fileNotLoaded = (message: string): string => fileOfUrl(NOT_LOADED.exec(message)?.[1] ?? "");

/** The file of a package behind its URL in the frame. */
export function fileOfUrl(url: string): string {
  if (!URL.canParse(url, "https://package.invalid/")) return "";
  const { pathname } = new URL(url, "https://package.invalid/");
  try {
    return decodeURIComponent(pathname).replace(/^\/+/, "");
  } catch {
    return "";
  }
}

/** The first place in a file that a stack names. */
export function placeInStack(stack: string): { file: string; line: number } | null {
  for (const [, url = "", line] of stack.matchAll(/(?:^|[\s(@])([^\s(@]+?):(\d+)(?::\d+)?(?=[)\s]|$)/gm)) {
    const file = fileOfUrl(url);
    if (placeToKeep(file, 0)) return { file, line: Number(line) };
  }
  return null;
}
