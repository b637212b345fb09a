import { describe, expect, it } from "vitest";
import type { Post } from "./contract";
import { stillFresh } from "./fresh-posts-queries";

const feed = (...ids: string[]) => ({
  pages: [{ items: ids.map((id) => ({ id }) as Post), nextCursor: null }],
  pageParams: [null],
});

const others = (...ids: string[]) => ids.map((id) => ({ id, own: false }));

describe("announced posts", () => {
  it("are fresh until the feed shows them", () => {
    expect(stillFresh(others("5", "4"), feed("4", "3"))).toEqual(others("5"));
    expect(stillFresh(others("5", "4"), feed("5", "4", "3"))).toEqual([]);
  });

  it("are fresh above and between shown posts: one's own post is on top at once", () => {
    expect(stillFresh(others("5", "4"), feed("6", "3"))).toEqual(others("5", "4"));
  });

  it("are not fresh below the shown posts: the feed was refetched and has more than a page", () => {
    expect(stillFresh(others("5", "4", "3", "2"), feed("5", "4"))).toEqual([]);
  });

  it("are all fresh to an empty feed", () => {
    expect(stillFresh(others("5", "4"), feed())).toEqual(others("5", "4"));
    expect(stillFresh(others("5"), undefined)).toEqual(others("5"));
  });
});
