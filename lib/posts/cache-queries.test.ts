import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { Post } from "./contract";
import { postKeys, type PostPages } from "./queries";
import { prependCachedPosts } from "./cache-queries";

const post = (id: string, more: Partial<Post> = {}) => ({ id, pinned: false, ...more }) as Post;
const reposted = (id: string, place: string) => post(id, { repost: { id: place, by: {} as Post["author"] } });

function listOf(key: readonly unknown[], pages: Post[][], added: Post[]): string[][] {
  const client = new QueryClient();
  const data: PostPages = {
    pages: pages.map((items) => ({ items, nextCursor: null })),
    pageParams: pages.map(() => null),
  };
  client.setQueryData(key, data);
  prependCachedPosts(client, key, added);
  return client.getQueryData<PostPages>(key)!.pages.map(({ items }) => items.map(({ id }) => id));
}

it("new posts come on top; what is there already stays, unless a repost brings it up again", () => {
  const pages = [
    [post("5"), post("4")],
    [post("3"), post("2")],
  ];
  const key = postKeys.timeline("home");
  expect(listOf(key, pages, [post("6"), post("4")])).toEqual([
    ["6", "5", "4"],
    ["3", "2"],
  ]);
  expect(listOf(key, pages, [reposted("3", "7")])).toEqual([["3", "5", "4"], ["2"]]);
});

it("on a profile the pinned post stays first", () => {
  const pages = [[post("1", { pinned: true }), post("5")]];
  expect(listOf(postKeys.ofUser("me"), pages, [post("6")])).toEqual([["1", "6", "5"]]);
  expect(listOf(postKeys.timeline("home"), pages, [post("6")])).toEqual([["6", "1", "5"]]);
});
