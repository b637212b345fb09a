import "fake-indexeddb/auto";
import { expect, it, vi } from "vitest";
import { moveEarlierPosts } from "./earlier-posts.client";
import { changeEntries } from "./entries-storage";

it("moves the posts that an earlier release left to their authors' outboxes, once", async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const owner = { id: "u3", username: "mika", displayName: "Mika", avatarUrl: null };
  const app = {
    id: "a",
    name: "Dice",
    version: "1.0.0",
    description: "",
    iconUrl: "/i",
    bannerUrl: null,
    owner,
  };
  const post = (clientKey: string, userId: string, text: string) => ({
    userId,
    text,
    media: [],
    app: null,
    clientKey,
    createdAt: "2026-01-01T00:00:00Z",
  });
  const state = [
    { ...post("3", "earlier-ada", "later"), app },
    post("2", "earlier-ben", "his"),
    post("1", "earlier-ada", "first"),
    { text: 5 },
  ];
  stored.set("gum-outbox", JSON.stringify({ version: 1, state }));

  await moveEarlierPosts();
  await moveEarlierPosts();

  expect(stored.size).toBe(0);
  const left = (userId: string) => changeEntries(userId, (entries) => entries);
  expect(await left("earlier-ada")).toMatchObject([
    { kind: "post", clientKey: "1", text: "first", state: "failed", problem: { code: "network_failure" } },
    { kind: "post", clientKey: "3", text: "later", app: { name: "Dice", category: "other" } },
  ]);
  expect(await left("earlier-ben")).toMatchObject([{ clientKey: "2", text: "his", state: "failed" }]);
  vi.unstubAllGlobals();
});
