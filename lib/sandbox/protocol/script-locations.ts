/**
 * Rewrites scripts that read or set `location`. It cannot be replaced or patched, its path cannot change in
 * an opaque origin, and a navigation would end the run. So every read, write and destructuring of a
 * `location`, whoever owns it, becomes a call: `e.location.href` → `__gumRun.loc(e.location).href`. The call
 * looks at the value at run time: it replaces the real Location and leaves any other value as it is, so the
 * app's own names and properties need not be recognised. Workers use this too.
 */
import type { Group, KeyFound, MemberFound, NameFound } from "@/lib/sandbox/protocol/script-groups";
import { readScript } from "@/lib/sandbox/protocol/script-reader";
import { isAssignedAt, skipBlank } from "@/lib/sandbox/protocol/script-tokens";

export const HELPER = "__gumRun";

/** Frame-busting code compares these; in a run the page must look like the top window. */
const TOP_COMPARED =
  /(?<![\w$.])(?:window\s*\.\s*)?top(?=\s*[!=]==?\s*(?:window\s*\.\s*)?(?:self|window|parent)\b)|(?<=(?<![\w$])(?:self|window|parent)\s*[!=]==?\s*)(?:window\s*\.\s*)?top(?![\w$]|\s*[.([])/g;
const MENTIONS = /\b(?:location|eval\s*\(|Function\s*\()/;
/** An object whose `location` is the variable of that name, unless that is the window's. */
const SETTER = `(location===${HELPER}.real?${HELPER}.owner:{get location(){return location},set location(_){location=_}})`;
/** Window and document have the location under this key too; anything else has nothing. */
const KEY = `[${HELPER}.key]`;

export interface Edit {
  start: number;
  end: number;
  text: string;
  /** Of the edits at one place, those that end something come first, in the order in which they were found. */
  isEnd?: boolean;
}

export function locationEdits(source: string): Edit[] {
  const edits: Edit[] = [];
  if (source.includes("top"))
    for (const { 0: found, index } of source.matchAll(TOP_COMPARED))
      edits.push({ start: index, end: index + found.length, text: "self" });
  if (!MENTIONS.test(source)) return edits;
  return [...edits, ...new Rewriting(source).edits()];
}

/** What a pattern does with what it holds. */
type Role = "value" | "binding" | "target";

class Rewriting {
  readonly #source: string;
  readonly #edits: Edit[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  edits(): Edit[] {
    for (const found of readScript(this.#source, "location") ?? []) {
      if (found.kind === "name") this.#name(found);
      else if (found.kind === "member") this.#member(found);
      else if (found.kind === "key") this.#key(found);
      else if (found.kind === "eval") this.#wrap(found.at, found.end, `${HELPER}.code(`);
      else this.#wrap(found.at, found.end, `...${HELPER}.codes(`);
    }
    return this.#edits;
  }

  #insertAfter(at: number, text: string): void {
    this.#edits.push({ start: at, end: at, text, isEnd: true });
  }

  #wrap(start: number, end: number, call: string): void {
    // `return(a).location`
    const space = start > 0 && /[\w$]/.test(this.#source[start - 1]!) ? " " : "";
    this.#edits.push({ start, end: start, text: space + call });
    this.#insertAfter(end, ")");
  }

  #name({ at, end, group, before, isDeclared }: NameFound): void {
    if (isDeclared || before === "new" || before === "delete") return;
    const next = skipBlank(this.#source, end);
    if (this.#source[next] === "(" || this.#source.startsWith("=>", next)) return;
    const isStatement = group.kind === "block" && before !== "operator" && before !== "colon";
    if (this.#source[next] === ":" && isStatement && before !== "comma") return;
    const role = this.#isElement(before, group, next) ? roleIn(group) : "value";
    if (role === "binding") return;
    const isSet = role === "target" || before === "update" || this.#isAssigned(end, group, before);
    if (isSet) this.#edits.push({ start: at, end, text: `${SETTER}.location` });
    else this.#wrap(at, end, `${HELPER}.loc(`);
  }

  #member({ at, end, ownerEnd, group, before, isOptional }: MemberFound): void {
    if (before === "delete") return;
    const next = skipBlank(this.#source, end);
    if (this.#source[next] === "(" || this.#source[next] === "`") return;
    const role = this.#isElement(before, group, next) ? roleIn(group) : "value";
    const isSet = role !== "value" || before === "update" || this.#isAssigned(end, group, before);
    if (isSet && isOptional) return;
    this.#wrap(at, isSet ? ownerEnd : end, isSet ? `${HELPER}.win(` : `${HELPER}.loc(`);
    // What follows belongs to the optional chain, which the call has cut.
    if (!isOptional) return;
    if (this.#source[next] === ".") this.#insertAfter(next, "?");
    else if (this.#source[next] === "[") this.#insertAfter(next, "?.");
  }

  /** `{ location: a } = window` → `{ location: held, [key]: a = held } = window` */
  #key({ at, end, group, isShorthand, valueAt, defaultAt, elementEnd }: KeyFound): void {
    const role = roleIn(group);
    if (role === "value") {
      if (isShorthand) this.#edits.push({ start: at, end, text: `location:${HELPER}.loc(location)` });
      return;
    }
    const held = role === "target" ? `${HELPER}.held` : `__gumHeld${this.#fingerprint()}_${at}`;
    const target = !isShorthand ? "" : role === "target" ? `${SETTER}.location` : "location";
    this.#edits.push({ start: at, end: valueAt, text: `location:${held},${KEY}:${target}` });
    if (defaultAt < 0) this.#insertAfter(elementEnd, `=${held}`);
    else this.#insertAfter(defaultAt, `${held}!==void 0?${held}:`);
  }

  #isElement(before: string, group: Group, next: number): boolean {
    if (group.kind === "block" || group.kind === "control") return false;
    return /^(?:start|comma|colon|spread)$/.test(before) && /[,)\]}=]/.test(this.#source[next] ?? "");
  }

  #isAssigned(end: number, group: Group, before: string): boolean {
    return isAssignedAt(this.#source, end, group.kind === "control" && before === "start");
  }

  #hash: string | null = null;

  /** Differs between the scripts of a page: two of them must not declare the same name. */
  #fingerprint(): string {
    if (this.#hash !== null) return this.#hash;
    let hash = 0x811c9dc5;
    for (let index = 0; index < this.#source.length; index++)
      hash = Math.imul(hash ^ this.#source.charCodeAt(index), 0x01000193);
    return (this.#hash = (hash >>> 0).toString(36));
  }
}

function roleIn(group: Group): Role {
  if (group.isBinding) return "binding";
  const isPattern = group.kind === "array" || group.kind === "object";
  if (!isPattern) return "value";
  const outer = group.isElement && group.parent ? roleIn(group.parent) : "value";
  return outer !== "value" ? outer : group.isAssigned ? "target" : "value";
}

/** Applies edits that do not overlap. Of two that begin something at the same place, the one found later is the outer one. */
export function applyEdits(source: string, edits: Edit[]): string {
  if (!edits.length) return source;
  const ordered = edits.map((edit, order) => ({ ...edit, order }));
  const isEnd = (edit: Edit): number => Number(edit.isEnd ?? false);
  ordered.sort(
    (a, b) =>
      a.start - b.start ||
      a.end - b.end ||
      isEnd(b) - isEnd(a) ||
      (a.isEnd ? a.order - b.order : b.order - a.order),
  );
  let result = "";
  let at = 0;
  for (const edit of ordered) {
    if (edit.start < at) continue;
    result += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + source.slice(at);
}

export function rewriteLocations(source: string): string {
  return applyEdits(source, locationEdits(source));
}
