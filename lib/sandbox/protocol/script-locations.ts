/**
 * Rewrites scripts that read or set `location`. It cannot be replaced or patched, and a navigation would end the run, so
 * accesses are wrapped in the source: `location.href` → `__gumRun.loc(location).href`. The wrapper checks the value at run
 * time: it replaces the real Location and leaves a variable of that name alone. Workers use this too.
 */
export const HELPER = "__gumRun";

const OWNERS = "window|document|self|globalThis|top|parent";
const START = String.raw`(?<![\w$]|(?<!\.\.)\.)`;
const MEMBER = new RegExp(
  String.raw`${START}(?:(?:${OWNERS})\s*\??\.\s*)?location(?=\s*\??\.\s*(?:href|pathname|search|hash|origin|host|hostname|port|protocol|reload|assign|replace|toString)\b)`,
  "g",
);
/** What may precede a value. Rare in prose inside strings. */
const BEFORE_VALUE = String.raw`(?<=(?:[=(,:?&|!+{]|=>|\breturn|\btypeof|\.\.\.)\s*)`;
/** `const { pathname } = window.location`, `f(document.location)`, `window.location["href"]`. */
const OWNED_VALUE = new RegExp(
  String.raw`${BEFORE_VALUE}(?:${OWNERS})\s*\??\.\s*location(?!\s*(?:\??\.|=(?![=>]))|[\w$])`,
  "g",
);
const BARE_VALUE = /(?<=[^=!<>]=\s*|\breturn\s+)location(?=\s*(?:[;,)}\n]|$))/g;
/** A bare `location` that is converted to a string or URL. The word comes first because regex engines search for it fast. */
const BARE_AS_TEXT = new RegExp(
  [
    String.raw`location(?<=(?:\bString\(\s*|\$\{\s*|\bURL\(\s*(?:[^()]{0,200},\s*)?)location)(?=\s*[)}])`,
    String.raw`location(?<=["'\x60]\s*\+\s*location)(?![\w$]|\s*[.([=?])`,
    String.raw`location(?<=(?:^|[([{=:,?+;!&|\s])location)(?=\s*\+\s*["'\x60])`,
  ].join("|"),
  "g",
);
/** Frame-busting code compares these; in a run the page must look like the top window. */
const TOP_COMPARED =
  /(?<![\w$.])(?:window\s*\.\s*)?top(?=\s*[!=]==?\s*(?:window\s*\.\s*)?(?:self|window|parent)\b)|(?<=(?<![\w$])(?:self|window|parent)\s*[!=]==?\s*)(?:window\s*\.\s*)?top(?![\w$]|\s*[.([])/g;
const OWNED_ASSIGNMENT = new RegExp(String.raw`${START}(${OWNERS})(?=\s*\.\s*location\s*=(?![=>]))`, "g");
const BARE_ASSIGNMENT = new RegExp(String.raw`${START}location(?=\s*=(?![=>]))`, "g");
/** What may precede a statement. A brace must open a block, not a pattern, and the previous line must not continue. */
const BEFORE_STATEMENT =
  /(?:^|[;})]|=>|\belse|(?:\)|=>|\b(?:else|do|try|finally))\s*\{)\s*$|[\w$"'`\]][^\S\n]*\n\s*$/;
const LOOK_BACK_CHARS = 80;
/** Declares the script's own `location`: a bare assignment is then not a navigation. */
const OWN_NAME =
  /\b(?:var|let|const|function|class|import)\s+location\b|[,([]\s*location\s*[,)\]}=:]|\{\s*location\s*[,}:]|,\s*location\s*;|\blocation\s*=>/;

export interface Edit {
  start: number;
  end: number;
  text: string;
}

export function locationEdits(source: string): Edit[] {
  const edits: Edit[] = [];
  const add = (matches: Iterable<RegExpExecArray>, textOf: (found: string) => string): void => {
    for (const { 0: found, index } of matches)
      edits.push({ start: index, end: index + found.length, text: textOf(found) });
  };
  const wrapValue = (found: string): string => `${HELPER}.loc(${found})`;
  if (source.includes("top")) add(source.matchAll(TOP_COMPARED), () => "self");
  if (!source.includes("location")) return edits;
  for (const pattern of [OWNED_VALUE, BARE_AS_TEXT, MEMBER]) add(source.matchAll(pattern), wrapValue);
  add(source.matchAll(OWNED_ASSIGNMENT), (found) => `${HELPER}.win(${found})`);
  if (!OWN_NAME.test(source.replace(BARE_AS_TEXT, ""))) {
    const assignments = [...source.matchAll(BARE_ASSIGNMENT)].filter(({ index }) =>
      BEFORE_STATEMENT.test(source.slice(Math.max(0, index - LOOK_BACK_CHARS), index)),
    );
    add(assignments, () => `${HELPER}.win(globalThis).location`);
    add(source.matchAll(BARE_VALUE), wrapValue);
  }
  return edits;
}

/** Applies edits. Of two that overlap, the one that starts first wins. */
export function applyEdits(source: string, edits: Edit[]): string {
  if (!edits.length) return source;
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let at = 0;
  for (const edit of edits) {
    if (edit.start < at) continue;
    result += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + source.slice(at);
}

export function rewriteLocations(source: string): string {
  return applyEdits(source, locationEdits(source));
}
