import { expect, it } from "vitest";
import { NEW_ACCOUNT_MS } from "@/lib/config/limits";
import { canSeePosts, isNewMember } from "./rules";

it.each([
  ["a public person's, by anybody", { isPrivate: false, following: false }, "viewer", true],
  ["a private person's, by a stranger", { isPrivate: true, following: false }, "viewer", false],
  ["a private person's, by a follower", { isPrivate: true, following: true }, "viewer", true],
  ["a private person's, by themselves", { isPrivate: true, following: false }, "person", true],
  [
    "a private person's, by a follower in a profile",
    { isPrivate: true, relation: { following: true } },
    "viewer",
    true,
  ],
])("shows posts of %s", (_, person, viewerId, shown) => {
  expect(canSeePosts({ id: "person", ...person }, viewerId)).toBe(shown);
});

it("the limits of the first day are those of members, for a day", () => {
  const since = (ms: number, role = "member") => isNewMember({ role, createdAt: new Date(Date.now() - ms) });
  expect([since(0), since(NEW_ACCOUNT_MS), since(0, "admin")]).toEqual([true, false, false]);
});
