import { TextPlaces } from "./text-place";

/**
 * JSON (RFC 8259) with the place of each value, so that what is wrong with a manifest can be shown at its line.
 * Objects have no prototype: `__proto__` is a key like any other.
 */

export type JsonPath = readonly (string | number)[];
export type JsonObject = { [key: string]: JsonValue };
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export type JsonPlace = { line: number; column: number };

export type JsonSource = {
  value: JsonValue;
  /** Where the value at `path` stands; where it is absent, what would hold it. */
  placeOf(path: JsonPath): JsonPlace;
  /** Keys that an object has twice, as paths. */
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

/** @throws JsonSyntaxError that says what is wrong, and where. */
export function parseJsonSource(text: string): JsonSource {
  return new JsonReader(text).read();
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

class JsonReader {
  private at = 0;
  private readonly text: string;
  private readonly places: TextPlaces;
  private readonly offsets = new Map<string, number>();
  private readonly duplicates: JsonSource["duplicates"] = [];

  constructor(text: string) {
    this.text = text;
    this.places = new TextPlaces(text);
  }

  read(): JsonSource {
    const value = this.value([]);
    this.skipSpace();
    if (this.at < this.text.length) throw this.unexpected("the end");
    const { offsets, places, duplicates } = this;
    return {
      value,
      duplicates,
      placeOf(path) {
        for (let length = path.length; length > 0; length--) {
          const offset = offsets.get(pathKey(path.slice(0, length)));
          if (offset !== undefined) return places.at(offset);
        }
        return places.at(offsets.get(pathKey([])) ?? 0);
      },
    };
  }

  private value(path: JsonPath): JsonValue {
    this.skipSpace();
    // A value of an object was noted where its key stands, which is what a person looks for.
    if (!this.offsets.has(pathKey(path))) this.offsets.set(pathKey(path), this.at);
    if (path.length > DEPTH_MAX) throw this.fail("it is nested too deeply");
    const character = this.text[this.at];
    if (character === "{") return this.object(path);
    if (character === "[") return this.array(path);
    if (character === '"') return this.string();
    for (const [word, value] of LITERALS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    return this.number();
  }

  private object(path: JsonPath): JsonObject {
    const object = Object.create(null) as JsonObject;
    this.at++;
    if (this.take("}")) return object;
    do {
      this.skipSpace();
      const keyAt = this.at;
      if (this.text[keyAt] !== '"') throw this.unexpected("a field name in double quotes");
      const key = this.string();
      const keyPath = [...path, key];
      if (key in object) this.duplicates.push({ path: keyPath, place: this.places.at(keyAt) });
      this.offsets.set(pathKey(keyPath), keyAt);
      if (!this.take(":")) throw this.unexpected("a colon");
      object[key] = this.value(keyPath);
    } while (this.take(","));
    if (!this.take("}")) throw this.unexpected("a comma or a closing brace");
    return object;
  }

  private array(path: JsonPath): JsonValue[] {
    const array: JsonValue[] = [];
    this.at++;
    if (this.take("]")) return array;
    do array.push(this.value([...path, array.length]));
    while (this.take(","));
    if (!this.take("]")) throw this.unexpected("a comma or a closing bracket");
    return array;
  }

  private string(): string {
    const begin = this.at++;
    let result = "";
    for (;;) {
      const from = this.at;
      while (this.at < this.text.length && !STRING_STOP.test(this.text[this.at]!)) this.at++;
      result += this.text.slice(from, this.at);
      const stop = this.text[this.at];
      if (stop === '"') break;
      if (stop !== "\\") {
        this.at = stop === undefined ? begin : this.at;
        throw this.fail(
          stop === undefined ? "a text has no closing quote" : "a text has a line break or control character",
        );
      }
      result += this.escape();
    }
    this.at++;
    return result;
  }

  private escape(): string {
    const next = this.text[this.at + 1] ?? "";
    if (next === "u") {
      const digits = this.text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-f]{4}$/i.test(digits)) throw this.fail("an escape needs four hexadecimal digits");
      this.at += 6;
      return String.fromCharCode(parseInt(digits, 16));
    }
    const place = ESCAPES.indexOf(next);
    if (next === "" || place < 0) throw this.fail("an escape is not known");
    this.at += 2;
    return ESCAPED[place]!;
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (!match) throw this.unexpected("a value");
    this.at += match[0].length;
    return Number(match[0]);
  }

  private take(character: string): boolean {
    this.skipSpace();
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private skipSpace(): void {
    while (this.at < this.text.length && " \t\r\n".includes(this.text[this.at]!)) this.at++;
  }

  private unexpected(expected: string): JsonSyntaxError {
    const found = this.text.slice(this.at, this.at + 1);
    const what =
      found === "" ? "the end" : found === "/" ? "a comment" : /[\p{L}\p{N}]/u.test(found) ? "a word" : found;
    return this.fail(`${expected} was expected, not ${what}`);
  }

  private fail(problem: string): JsonSyntaxError {
    return new JsonSyntaxError(problem, this.places.at(this.at));
  }
}

const LITERALS: readonly (readonly [string, JsonValue])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];
const STRING_STOP = /["\\\u0000-\u001f]/;
const ESCAPES = '"\\/bfnrt';
const ESCAPED = '"\\/\b\f\n\r\t';
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Parts cannot run into each other: each is written as JSON. */
function pathKey(path: JsonPath): string {
  return JSON.stringify(path);
}
