import { describe, expect, it } from "vitest";
import { hasMutedWord } from "./muted-words";

describe("muted words", () => {
  it.each([
    ["The cat sat.", "cat"],
    ["CAT!", "cat"],
    ["a ＣＡＴ", "cat"],
    ["Le café est fermé", "CAFE"],
    ["no red\n wedding please", "Red  wedding"],
    ["#spoiler ahead", "spoiler"],
    ["#spoiler ahead", "#spoiler"],
    ["これはネタバレです", "ネタバレ"],
    ["これはﾈﾀﾊﾞﾚです", "ネタバレ"],
    ["映画spoilerの話", "spoiler"],
    ["a catalogue, and a cat", "cat"],
    ["C++ is hard", "c++"],
    ["🍕 again", "🍕"],
    ["ราคาหวยวันนี้", "หวย"],
  ])("%j has %j", (text, word) => expect(hasMutedWord(text, ["other", word])).toBe(true));

  it.each([
    ["a catalogue", "cat"],
    ["concat", "cat"],
    ["cat5", "cat"],
    ["ネタ", "ネタバレ"],
    ["anything", " "],
    ["", "cat"],
  ])("%j does not have %j", (text, word) => expect(hasMutedWord(text, [word])).toBe(false));

  it("are none by default", () => expect(hasMutedWord("anything", [])).toBe(false));
});
