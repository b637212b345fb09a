import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { updateProfileBody } from "@/lib/account/contract";
import {
  BIO_MAX_CHARS,
  COMMENT_MAX_CHARS,
  DISPLAY_NAME_MAX_CHARS,
  POST_BODY_MAX_CHARS,
} from "@/lib/config/limits";
import { commentBody } from "./comment-contract";
import { postPayload } from "./contract";
import { emojiList, withReaction } from "./emoji-rules";
import { firstGraphemes, normalizeText, threadOf, titleOf } from "./rules";

describe("post", () => {
  it.each([
    ["👩‍👩‍👧‍👦", true],
    ["🇯🇵", true],
    ["が".normalize("NFD"), true],
    [`a${"\u0301".repeat(40)}`, false],
  ])("counts %j as one character: %s", (character, isOne) => {
    const takes = (schema: z.ZodType, make: (text: string) => object, max: number) =>
      schema.safeParse(make(character.repeat(max))).success;
    expect(takes(postPayload, (body) => ({ body }), POST_BODY_MAX_CHARS)).toBe(isOne);
    expect(takes(commentBody, (content) => ({ content }), COMMENT_MAX_CHARS)).toBe(isOne);
    expect(takes(updateProfileBody, (bio) => ({ bio }), BIO_MAX_CHARS)).toBe(isOne);
    expect(takes(updateProfileBody, (displayName) => ({ displayName }), DISPLAY_NAME_MAX_CHARS)).toBe(isOne);
    expect(takes(postPayload, (body) => ({ body: `a${body}` }), POST_BODY_MAX_CHARS)).toBe(false);
    expect(takes(updateProfileBody, (bio) => ({ bio: `a${bio}` }), BIO_MAX_CHARS)).toBe(false);
  });

  it("takes the first fifty graphemes for the title", () => {
    const family = "👩‍👩‍👧‍👦";
    expect(titleOf(family.repeat(60))).toBe(family.repeat(50));
    expect(titleOf("が".normalize("NFD").repeat(51))).toBe("が".normalize("NFD").repeat(50));
    expect(titleOf("one\ntwo")).toBe("one two");
    expect(firstGraphemes("abc", 5)).toBe("abc");
  });

  it("normalizes line ends and lone surrogates", () => {
    expect(normalizeText("\n \n a\r\nb\rc \n\n")).toBe(" a\nb\nc");
    expect(normalizeText("x\uD800y")).toBe("x\uFFFDy");
    expect(normalizeText("👍")).toBe("👍");
  });
});

describe("reactions", () => {
  it("are shown with one's own added or taken back, each in its place", () => {
    const shown = emojiList({ "🎉": 1, "👍": 2 }, ["🎉"]);
    expect(shown.map(({ emoji }) => emoji)).toEqual(["👍", "🎉"]);
    expect(withReaction(shown, { emoji: "🎉", on: true })).toBe(shown);
    expect(withReaction(shown, { emoji: "👀", on: false })).toBe(shown);
    const liked = withReaction(shown, { emoji: "👍", on: true });
    expect(liked[0]).toEqual({ emoji: "👍", count: 3, mine: true });
    expect(withReaction(liked, { emoji: "👍", on: false })[0]).toEqual({
      emoji: "👍",
      count: 2,
      mine: false,
    });
    expect(withReaction(shown, { emoji: "🎉", on: false })).toEqual([shown[0]]);
    expect(withReaction([], { emoji: "👀", on: true })).toEqual([{ emoji: "👀", count: 1, mine: true }]);
  });
});

describe("a thread", () => {
  const reply = (id: string, parentId: string, comments = 0) => ({
    id,
    reply: { parentId },
    counts: { comments },
  });

  it("is read depth first, oldest first, each reply once, with a place for those that are not there", () => {
    const replies = [
      reply("4", "2"),
      reply("3", "root"),
      reply("2", "root", 3),
      reply("3", "root"),
      reply("9", "8"),
    ];
    expect(threadOf(replies, "root").map(({ post, depth, more }) => [post.id, depth, more])).toEqual([
      ["2", 0, 0],
      ["4", 1, 0],
      ["2", 1, 2],
      ["3", 0, 0],
    ]);
  });
});
