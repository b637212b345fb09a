import { describe, expect, it } from "vitest";
import { unfinishedAt } from "./completion";

/** The caret is the bar. */
const at = (marked: string) => unfinishedAt(marked.replace("|", ""), marked.indexOf("|"));

describe("the name or tag at the caret", () => {
  it.each([
    ["@re|", "users", "re"],
    ["hello @|", "users", ""],
    ["こんにちは ＠れん|", "users", "れん"],
    ["(@re.n|)", "users", "re.n"],
    ["a line\n#落書|", "tags", "落書"],
    ["写真 ＃カメラ・散歩|", "tags", "カメラ・散歩"],
    ["@re| and more", "users", "re"],
    ["#𠮷|", "tags", "𠮷"],
  ])("%j", (marked, type, text) => {
    expect(at(marked)).toMatchObject({ type, text });
  });

  it.each([
    "mail@re|",
    "a#b|",
    "@ren |",
    "@r|en",
    "plain|",
    "|@ren",
    "@@re|",
    "https://x.test/@re|",
    "@a b|",
  ])("is not in %j", (marked) => expect(at(marked)).toBeNull());

  it("begins at its sign", () => {
    expect(unfinishedAt("hi @ren", 7)).toMatchObject({ from: 3, to: 7 });
  });
});
