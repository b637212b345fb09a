import { afterEach, expect, it, vi } from "vitest";
import { partAround, Watcher, type Watched } from "./watching.client";

afterEach(() => vi.unstubAllGlobals());

const list = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

it.each([
  [0, [0, 1, 2, 3]],
  [5, [3, 4, 5, 6]],
  [9, [6, 7, 8, 9]],
])("takes the part of a list around %i", (middle, part) => {
  expect(partAround(list, middle, 4)).toEqual(part);
});

it("takes a short list whole", () => {
  expect(partAround([1, 2], 1, 4)).toEqual([1, 2]);
});

it("a response does not replace counts that the stream has brought meanwhile", async () => {
  let respond = (_response: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (respond = resolve)));
  let onWatched = (_watched: Watched) => {};
  const watched = new Promise<Watched>((resolve) => (onWatched = resolve));
  const watcher = new Watcher(onWatched);
  watcher.show("tab", { posts: ["one", "two"], apps: [], everyone: false, lists: [] });
  watcher.restart("stream");
  watcher.countsArrived("one");
  respond(Response.json({ items: [{ postId: "one" }, { postId: "two" }] }));
  expect(await watched).toEqual({ fresh: ["two"], items: [{ postId: "two" }], newFeeds: [] });
  watcher.stop();
});
