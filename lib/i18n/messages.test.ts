import { describe, expect, it } from "vitest";
import { messagesFor, type Namespace } from "./messages";
import { pickCatalogue } from "./locales";
import fs from "node:fs";
import path from "node:path";

type Tree = { [key: string]: string | Tree };

function leaves(tree: Tree, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") found.set(prefix + key, value);
    else for (const [below, text] of leaves(value, `${prefix}${key}.`)) found.set(below, text);
  }
  return found;
}

const folder = path.join(import.meta.dirname, "messages");
const read = (file: string) => JSON.parse(fs.readFileSync(path.join(folder, file), "utf8")) as Tree;
const namespaces = fs.readdirSync(path.join(folder, "en")).map((file) => file.replace(/\.json$/, ""));

/** The argument names of an ICU message: `{name}`, `{count, plural, one {# app} other {# apps}}`. */
function placeholders(text: string): string[] {
  const names = new Set<string>();
  let at = 0;
  const message = (nested: boolean): void => {
    for (; at < text.length; at++) {
      if (text[at] === "}" && nested) return;
      if (text[at] === "{") argument();
    }
  };
  const argument = (): void => {
    const [whole, name = "", end] = /^\{\s*(\w+)\s*([,}])/.exec(text.slice(at)) ?? [];
    if (!whole) return;
    names.add(name);
    at += whole.length;
    if (end === "}") return void at--;
    // The type, then each option with its own message.
    for (; at < text.length && text[at] !== "}"; at++) {
      if (text[at] !== "{") continue;
      at++;
      message(true);
    }
  };
  message(false);
  return [...names].sort();
}

describe("catalogues", () => {
  it.each(namespaces)("has every text of %s in both languages, with the same values", (namespace) => {
    const en = leaves(messagesFor("en")[namespace as Namespace] as Tree);
    const ja = leaves(read(`ja/${namespace}.json`));
    expect([...ja.keys()].sort()).toEqual([...en.keys()].sort());
    for (const [key, text] of en) expect(placeholders(ja.get(key)!), key).toEqual(placeholders(text));
  });

  it("overrides only texts that exist", () => {
    const en = leaves(messagesFor("en") as unknown as Tree);
    for (const key of leaves(read("base.json")).keys()) expect(en.has(key), key).toBe(true);
  });

  it("has Japanese that is Japanese and English that is English", () => {
    for (const [key, text] of leaves(messagesFor("en") as unknown as Tree)) {
      if (/language|locale/i.test(key)) continue;
      expect(text, key).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    }
  });
});

/** Placeholders of numbers, which join what they count. */
const NUMBERS =
  /^(?:added|apps|at|average|asked|changed|count|days|decisions|done|errors|figure|files|hosts|hours|kept|length|likes|line|max|min|minutes|most|newPeople|number|others|packed|people|posts|removed|replies|reports|runs|seconds|shown|stars|total)$/;
/** Their values are Japanese. */
const WORDS = new Set([
  "apps.upload.values.expected",
  "auth.suspended.until",
  "instance.terms.changes",
  "profile.joined",
  "statistics.emptySince",
  "statistics.runsSince",
  "statistics.kept.week",
  "statistics.kept.notYet",
]);
const LETTER = "[\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc\\u4e00-\\u9fff々]";

describe("spaces around values in Japanese", () => {
  const texts = namespaces.flatMap((namespace) => [...leaves(read(`ja/${namespace}.json`), `${namespace}.`)]);

  it.each(texts.filter(([key, text]) => /\{\w+[},]/.test(text) && !WORDS.has(key)))("%s", (_, text) => {
    for (const { 0: place, 1: name = "", 2: typed, index } of text.matchAll(/\{(\w+)(, number)?\}/g)) {
      const around = [text.slice(0, index), text.slice(index + place.length)] as const;
      const units = /^ ?(?:個|バイト|版)/.test(around[1]);
      const isNumber = typed !== undefined || NUMBERS.test(name) || units;
      const [before, after] = isNumber
        ? [new RegExp(`${LETTER} $`), new RegExp(`^ ${LETTER}`)]
        : [new RegExp(`${LETTER}$`), new RegExp(`^(?!さん)${LETTER}`)];
      expect(around[0]).not.toMatch(before);
      expect(around[1]).not.toMatch(after);
    }
  });
});

describe("pickCatalogue", () => {
  it.each([
    [undefined, null, "base"],
    [undefined, "en-US,en;q=0.9", "base"],
    [undefined, "ja,en-US;q=0.9,en;q=0.8", "ja"],
    [undefined, "en-US,ja;q=0.5", "base"],
    [undefined, "fr,ja;q=0.7,en;q=0.3", "ja"],
    [undefined, "ja;q=0,en", "base"],
    ["en", "ja", "en"],
    ["ja", "en", "ja"],
    ["<script>", "ja", "ja"],
  ])("cookie %s and Accept-Language %s give %s", (cookie, header, expected) => {
    expect(pickCatalogue(cookie, header)).toBe(expected);
  });
});
