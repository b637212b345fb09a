import "server-only";
import { createHash } from "node:crypto";
import { CATALOGUES, type Catalogue } from "./locales";
import { messagesFor, type Messages } from "./messages";

export type Namespace = keyof Messages;

/** What every page of a signed-in person shows at once; windows, panels and other pages have more. */
const FIRST: readonly Namespace[] = ["common", "dock", "shell", "timeline", "errors", "failure"];

/** Paths whose document brings only FIRST, the rest comes right after it. Every other document brings all texts. */
const BRINGS_FIRST = /^\/timeline(?:[?#]|$)/;

export type PageTexts = {
  /** JSON of the texts that the document brings. */
  first: string;
  /** Address of all texts of that language, for ever the same; null where the document has all. */
  rest: string | null;
};

const known = new Map<string, string>();

/** Each is written once in the life of the process. */
function once(key: string, make: () => string): string {
  let text = known.get(key);
  if (text === undefined) known.set(key, (text = make()));
  return text;
}

/** All texts of a language as JSON, and the name of that file, which changes with its content. */
export function catalogueFile(catalogue: Catalogue): { name: string; json: string } {
  const json = once(`${catalogue} json`, () => JSON.stringify(messagesFor(catalogue)));
  const hash = once(`${catalogue} hash`, () =>
    createHash("sha256").update(json).digest("base64url").slice(0, 16),
  );
  return { name: `${catalogue}.${hash}.json`, json };
}

/** The texts of a page. @param messages of the request, as `getMessages` gives them */
export function textsOfPage(messages: object, path: string): PageTexts {
  const catalogue = CATALOGUES.find((name) => messagesFor(name) === messages);
  if (!catalogue) return { first: JSON.stringify(messages), rest: null };
  const { name, json } = catalogueFile(catalogue);
  if (!BRINGS_FIRST.test(path)) return { first: json, rest: null };
  const all = messagesFor(catalogue);
  const first = once(`${catalogue} first`, () =>
    JSON.stringify(Object.fromEntries(FIRST.map((namespace) => [namespace, all[namespace]]))),
  );
  return { first, rest: `/api/texts/${name}` };
}
