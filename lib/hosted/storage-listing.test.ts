import { expect, it } from "vitest";
import { type ListingQuery, listPage } from "./storage-listing";

const file = (path: string, minute: number) => {
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute));
  return { path, createdAt: at, updatedAt: at };
};
const files = [file("me/b.txt", 1), file("me/a/1.txt", 2), file("me/a/2.txt", 3), file("me/c.txt", 0)];

const list = (query: Partial<ListingQuery>) =>
  listPage(files, {
    prefix: "me/",
    delimited: true,
    limit: 10,
    cursor: undefined,
    sort: { column: "name", order: "asc" },
    ...query,
  });
const paths = (query: Partial<ListingQuery>) => list(query)?.files.map(({ path }) => path);

it("a list has the files below a prefix, or folders in their place", () => {
  expect(list({})).toMatchObject({ folders: ["me/a/"], files: [{ path: "me/b.txt" }, {}], next: null });
  expect(paths({ delimited: false })).toEqual(["me/a/1.txt", "me/a/2.txt", "me/b.txt", "me/c.txt"]);
  expect(list({ prefix: "m" })).toMatchObject({ folders: ["me/"], files: [] });
  expect(list({ prefix: "you/" })).toEqual({ folders: [], files: [], next: null });
});

it("a list goes on after its last entry, in any order", () => {
  for (const [column, order, expected] of [
    ["name", "desc", ["me/c.txt", "me/b.txt", "me/a/2.txt", "me/a/1.txt"]],
    ["created_at", "asc", ["me/c.txt", "me/b.txt", "me/a/1.txt", "me/a/2.txt"]],
    ["updated_at", "desc", ["me/a/2.txt", "me/a/1.txt", "me/b.txt", "me/c.txt"]],
  ] as const) {
    const query = { delimited: false, limit: 3, sort: { column, order } };
    const first = list(query)!;
    const rest = list({ ...query, cursor: first.next! })!;
    expect([...first.files, ...rest.files].map(({ path }) => path)).toEqual(expected);
    expect(rest.next).toBeNull();
  }
  for (const cursor of [
    "",
    "x",
    Buffer.from("[1]").toString("base64url"),
    Buffer.from("null").toString("base64url"),
  ])
    expect(list({ cursor })).toBeNull();
});
