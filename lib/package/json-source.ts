import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  visit,
  type Node,
} from "jsonc-parser";
import { TextPlaces } from "./text-place";

/**
 * JSON (RFC 8259) with the place of each value, so that findings about a manifest have a line. Objects have no prototype:
 * `__proto__` is a key like any other.
 */

export type JsonPath = readonly (string | number)[];
export type JsonObject = { [key: string]: JsonValue };
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export type JsonPlace = { line: number; column: number };

export type JsonSource = {
  value: JsonValue;
  /** The place of the value at `path`; if it is absent, of its nearest ancestor. */
  placeOf(path: JsonPath): JsonPlace;
  /** Duplicate keys, as paths. */
  duplicates: { path: JsonPath; place: JsonPlace }[];
};

export class JsonSyntaxError extends Error {
  readonly problem: string;
  readonly place: JsonPlace;

  constructor(problem: string, place: JsonPlace) {
    super(problem);
    this.name = "JsonSyntaxError";
    this.problem = problem;
    this.place = place;
  }
}

const DEPTH_MAX = 32;

/** By default jsonc-parser accepts comments and trailing commas. */
const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** @throws JsonSyntaxError with the reason and the position. */
export function parseJsonSource(text: string): JsonSource {
  const places = new TextPlaces(text);
  const duplicates = checkSyntax(text, places);
  const root = parseTree(text, [], STRICT)!;
  return {
    value: getNodeValue(root) as JsonValue,
    duplicates,
    placeOf(path) {
      for (let length = path.length; length > 0; length--) {
        const node = findNodeAtLocation(root, path.slice(0, length));
        if (node) return places.at(placeOfNode(node));
      }
      return places.at(root.offset);
    },
  };
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The place of an object's value is that of its key, which is what a person looks for. */
function placeOfNode(node: Node): number {
  return node.parent?.type === "property" ? node.parent.offset : node.offset;
}

/** Runs before the recursive parser, whose stack unbounded nesting would exhaust. */
function checkSyntax(text: string, places: TextPlaces): JsonSource["duplicates"] {
  const duplicates: JsonSource["duplicates"] = [];
  /** The keys of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let expected = "a value";

  const begin = (keys: Set<string> | null, offset: number) => {
    if (open.length > DEPTH_MAX) throw new JsonSyntaxError("it is nested too deeply", places.at(offset));
    open.push(keys);
    expected = keys ? A_KEY : "a value";
  };
  const afterValue = () => {
    const keys = open.at(-1);
    expected = keys === undefined ? "the end" : `a comma or a closing ${keys ? "brace" : "bracket"}`;
  };
  const end = () => {
    open.pop();
    afterValue();
  };
  visit(
    text,
    {
      onObjectBegin: (offset) => begin(new Set(), offset),
      onArrayBegin: (offset) => begin(null, offset),
      onObjectEnd: end,
      onArrayEnd: end,
      onLiteralValue: afterValue,
      onObjectProperty(key, offset, _length, _line, _column, parentPath) {
        const keys = open.at(-1)!;
        if (keys.has(key)) duplicates.push({ path: [...parentPath(), key], place: places.at(offset) });
        keys.add(key);
        expected = "a colon";
      },
      onSeparator(separator) {
        expected = separator === "," && open.at(-1) ? A_KEY : "a value";
      },
      onError(code, offset, length) {
        const name = printParseErrorCode(code);
        if (name === "UnexpectedEndOfString" && offset + length >= text.length)
          throw new JsonSyntaxError("a text has no closing quote", places.at(offset));
        if (name === "UnexpectedEndOfString" || name === "InvalidCharacter") {
          const control = offset + text.slice(offset).search(/[\u0000-\u001f]/);
          throw new JsonSyntaxError("a text has a line break or control character", places.at(control));
        }
        const problem = LEXICAL[name] ?? `${expected} was expected, not ${found(text, offset)}`;
        throw new JsonSyntaxError(problem, places.at(offset));
      },
    },
    STRICT,
  );
  return duplicates;
}

const A_KEY = "a field name in double quotes";

const LEXICAL: Partial<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidUnicode: "an escape needs four hexadecimal digits",
  InvalidEscapeCharacter: "an escape is not known",
  UnexpectedEndOfNumber: "a number is not complete",
};

function found(text: string, offset: number): string {
  const character = text.charAt(offset);
  if (character === "") return "the end";
  if (character === "/") return "a comment";
  return /[\p{L}\p{N}]/u.test(character) ? "a word" : character;
}
