import { expect, it } from "vitest";
import { mergeProfile } from "./profile-merge";

const base = { displayName: "Mika", username: "mika", bio: "" };

it("takes what only one side changed", () => {
  const mine = { ...base, bio: "here" };
  const theirs = { ...base, displayName: "Mika K." };
  expect(mergeProfile({ base, mine, theirs })).toEqual({
    merged: { displayName: "Mika K.", username: "mika", bio: "here" },
    conflicts: [],
  });
});

it("names what both changed differently, and proposes what was typed here", () => {
  const mine = { ...base, bio: "here", username: "mika2" };
  const theirs = { ...base, bio: "there", username: "mika2" };
  expect(mergeProfile({ base, mine, theirs })).toEqual({ merged: mine, conflicts: ["bio"] });
});

it("keeps what was changed elsewhere where nothing was changed here", () => {
  const theirs = { ...base, bio: "there" };
  expect(mergeProfile({ base, mine: base, theirs })).toEqual({ merged: theirs, conflicts: [] });
});
