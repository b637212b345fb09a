import { describe, expect, it } from "vitest";
import { countTags } from "./tags";

const by = (authorId: string, body: string) => ({ authorId, body });

describe("hashtags", () => {
  it("count people before posts, so that one person alone does not lead", () => {
    const loud = Array.from({ length: 5 }, () => by("a", "#mine"));
    expect(countTags([...loud, by("a", "#ours"), by("b", "#ours")])).toEqual([
      { tag: "ours", posts: 2, authors: 2 },
      { tag: "mine", posts: 5, authors: 1 },
    ]);
  });

  it("are the same in any case and width, and shown as most write them", () => {
    expect(countTags([by("a", "#Gum"), by("b", "＃ＧＵＭ and #gum"), by("c", "#Gum #写真")])).toEqual([
      { tag: "Gum", posts: 3, authors: 3 },
      { tag: "写真", posts: 1, authors: 1 },
    ]);
  });

  it("count once in a text, and not in links and numbers", () => {
    expect(countTags([by("a", "#x #x https://example.com/#y a#z #1")])).toEqual([
      { tag: "x", posts: 1, authors: 1 },
    ]);
  });
});
