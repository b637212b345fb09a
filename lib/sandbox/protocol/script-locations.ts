/**
 * Scripts that read or set `location`. It can be neither replaced nor patched, and a navigation would end the run; so member
 * accesses are wrapped at the source: `location.href` → `__gumRun.loc(location).href`. The wrapper looks at the value: only
 * the real Location becomes ours, a variable of that name stays what it is. Workers use this too.
 */
export const HELPER = "__gumRun";

const OWNERS = "window|document|self|globalThis|top|parent";
const START = String.raw`(?<![\w$]|(?<!\.\.)\.)`;
const MEMBER = new RegExp(
  String.raw`${START}(?:(?:${OWNERS})\s*\??\.\s*)?location(?=\s*\??\.\s*(?:href|pathname|search|hash|origin|host|hostname|port|protocol|reload|assign|replace|toString)\b)`,
  "g",
);
/** Where a value may stand. Prose in a text seldom has one of these before it. */
const BEFORE_VALUE = String.raw`(?<=(?:[=(,:?&|!+{]|=>|\breturn|\btypeof|\.\.\.)\s*)`;
/** `const { pathname } = window.location`, `f(document.location)`, `window.location["href"]`. */
const OWNED_VALUE = new RegExp(
  String.raw`${BEFORE_VALUE}(?:${OWNERS})\s*\??\.\s*location(?!\s*(?:\??\.|=(?![=>]))|[\w$])`,
  "g",
);
const BARE_VALUE = /(?<=[^=!<>]=\s*|\breturn\s+)location(?=\s*(?:[;,)}\n]|$))/g;
/** Where a bare `location` can be nothing but a value that becomes a text or an address. The word first: it is looked for. */
const BARE_AS_TEXT = new RegExp(
  [
    String.raw`location(?<=(?:\bString\(\s*|\$\{\s*|\bURL\(\s*(?:[^()]{0,200},\s*)?)location)(?=\s*[)}])`,
    String.raw`location(?<=["'\x60]\s*\+\s*location)(?![\w$]|\s*[.([=?])`,
    String.raw`location(?<=(?:^|[([{=:,?+;!&|\s])location)(?=\s*\+\s*["'\x60])`,
  ].join("|"),
  "g",
);
/** Pages that will not be framed compare these; here they are a page of their own. */
const TOP_COMPARED =
  /(?<![\w$.])(?:window\s*\.\s*)?top(?=\s*[!=]==?\s*(?:window\s*\.\s*)?(?:self|window|parent)\b)|(?<=(?<![\w$])(?:self|window|parent)\s*[!=]==?\s*)(?:window\s*\.\s*)?top(?![\w$]|\s*[.([])/g;
const OWNED_ASSIGNMENT = new RegExp(String.raw`${START}(${OWNERS})(?=\s*\.\s*location\s*=(?![=>]))`, "g");
const BARE_ASSIGNMENT = new RegExp(String.raw`${START}location(?=\s*=(?![=>]))`, "g");
/** What may stand before a statement. A brace must open a block and not a pattern, a line must not go on. */
const BEFORE_STATEMENT =
  /(?:^|[;})]|=>|\belse|(?:\)|=>|\b(?:else|do|try|finally))\s*\{)\s*$|[\w$"'`\]][^\S\n]*\n\s*$/;
const LOOK_BACK_CHARS = 80;
/** Anything that makes `location` a name of the script's own: then a bare assignment is not a navigation. */
const OWN_NAME =
  /\b(?:var|let|const|function|class|import)\s+location\b|[,([]\s*location\s*[,)\]}=:]|\{\s*location\s*[,}:]|,\s*location\s*;|\blocation\s*=>/;

export interface Edit {
  start: number;
  end: number;
  text: string;
}

export function locationEdits(source: string): Edit[] {
  const edits: Edit[] = [];
  if (source.includes("top")) {
    for (const { 0: found, index } of source.matchAll(TOP_COMPARED))
      edits.push({ start: index, end: index + found.length, text: "self" });
  }
  if (!source.includes("location")) return edits;
  for (const wrapped of [OWNED_VALUE, BARE_AS_TEXT])
    for (const { 0: found, index } of source.matchAll(wrapped))
      edits.push({ start: index, end: index + found.length, text: `${HELPER}.loc(${found})` });
  for (const match of source.matchAll(MEMBER)) {
    edits.push({
      start: match.index,
      end: match.index + match[0].length,
      text: `${HELPER}.loc(${match[0]})`,
    });
  }
  for (const match of source.matchAll(OWNED_ASSIGNMENT)) {
    edits.push({
      start: match.index,
      end: match.index + match[0].length,
      text: `${HELPER}.win(${match[0]})`,
    });
  }
  if (!OWN_NAME.test(source.replace(BARE_AS_TEXT, ""))) {
    for (const { index } of source.matchAll(BARE_ASSIGNMENT)) {
      if (!BEFORE_STATEMENT.test(source.slice(Math.max(0, index - LOOK_BACK_CHARS), index))) continue;
      edits.push({
        start: index,
        end: index + "location".length,
        text: `${HELPER}.win(globalThis).location`,
      });
    }
    for (const { 0: found, index } of source.matchAll(BARE_VALUE))
      edits.push({ start: index, end: index + found.length, text: `${HELPER}.loc(${found})` });
  }
  return edits;
}

/** Applies edits that do not overlap; of two that do, the earlier one wins. */
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
