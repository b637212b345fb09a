/** The tokens of JavaScript, as far as `script-reader.ts` distinguishes them. */
import type { Before, GroupKind } from "@/lib/sandbox/protocol/script-groups";

export const KEYWORDS = new Map<string, Before>(
  Object.entries({
    delete: "delete",
    new: "new",
    return: "operator",
    throw: "operator",
    typeof: "operator",
    void: "operator",
    yield: "operator",
    case: "operator",
    in: "operator",
    instanceof: "operator",
    extends: "operator",
    else: "statement",
    do: "statement",
    try: "statement",
    finally: "statement",
    default: "default",
    if: "controlWord",
    while: "controlWord",
    for: "controlWord",
    with: "controlWord",
    switch: "controlWord",
    catch: "catch",
    var: "declare",
    const: "declare",
    break: "jump",
    continue: "jump",
    debugger: "semicolon",
  }),
);
export const KEYWORD_CHARS = { min: 2, max: 10 };
export const OPENS_BLOCK = new Set<Before>([
  "semicolon",
  "blockEnd",
  "control",
  "statement",
  "operand",
  "catch",
]);
export const BEFORE_STATEMENT = new Set<Before>(["semicolon", "blockEnd", "control", "statement", "default"]);
export const BEFORE_ELEMENT = new Set<Before>(["start", "comma", "colon", "spread"]);
export const CLOSED_BY: Record<GroupKind, number> = {
  block: 125,
  object: 125,
  class: 125,
  names: 125,
  template: 125,
  array: 93,
  index: 93,
  call: 41,
  group: 41,
  params: 41,
  control: 41,
};

const SPACE = /[\s\uFEFF]/;
const LINE_END = /[\n\r\u2028\u2029]/g;
/** An HTML-like comment. Elsewhere it may be a decrement and a comparison. */
const LINE_START = /(?:^|[\n\r])\s*$/;
export const NUMBER = /0[xob][\da-f_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d[\d_]*)?n?/iy;
export const REGEX = /\/(?:[^\\/[\n\r]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r])*\])+\/[\w$]*/y;
export const WORD = /(?:[\w$#]|[^\x00-\x7f\s]|\\u(?:[\da-f]{4}|\{[\da-f]+\}))+/iy;
const ASSIGNMENT = /(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?=(?![=>])|\+\+|--/y;
const LOOP_WORD = /(?:of|in)\b/y;
export const FUNCTION_FOLLOWS = /[^\S\n\r]+function\b/y;

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const startsWord = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  code === 36 ||
  code === 95 ||
  code === 35 ||
  code === 92 ||
  code > 127;

/** Whether what ends at `end` is assigned to there. */
export function isAssignedAt(source: string, end: number, inLoopHead: boolean): boolean {
  const at = skipBlank(source, end);
  ASSIGNMENT.lastIndex = LOOP_WORD.lastIndex = at;
  return ASSIGNMENT.test(source) || (inLoopHead && LOOP_WORD.test(source));
}

/** @returns the index of the first token at or after `at` */
export function skipBlank(source: string, from: number): number {
  for (let at = from; ;) {
    const code = source.charCodeAt(at);
    const isComment = code === 47;
    if (code === 32 || (code >= 9 && code <= 13) || (code > 127 && SPACE.test(source[at]!))) {
      at += 1;
    } else if (isComment && source.charCodeAt(at + 1) === 47) {
      at = endOfLine(source, at);
    } else if (isComment && source.charCodeAt(at + 1) === 42) {
      const end = source.indexOf("*/", at + 2);
      if (end < 0) return at;
      at = end + 2;
    } else if (
      code === 60 &&
      source.startsWith("<!--", at) &&
      LINE_START.test(source.slice(Math.max(0, at - 200), at))
    ) {
      at = endOfLine(source, at);
    } else {
      return at;
    }
  }
}

export function endOfLine(source: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(source)?.index ?? source.length;
}
