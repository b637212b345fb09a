import { expect, it } from "vitest";
import { mergeProfile } from "./profile-merge";

const base = { displayName: "Mika", username: "mika", bio: "" };

it("takes changes of either side", () => {
  const mine = { ...base, bio: "here" };
  const theirs = { ...base, displayName: "Mika K." };
  expect(mergeProfile({ base, mine, theirs })).toEqual({
    merged: { displayName: "Mika K.", username: "mika", bio: "here" },
    conflicts: [],
  });
});

it("reports conflicts, and proposes the local value", () => {
  const mine = { ...base, bio: "here", username: "mika2" };
  const theirs = { ...base, bio: "there", username: "mika2" };
  expect(mergeProfile({ base, mine, theirs })).toEqual({ merged: mine, conflicts: ["bio"] });
});

it("keeps remote changes without local ones", () => {
  const theirs = { ...base, bio: "there" };
  expect(mergeProfile({ base, mine: base, theirs })).toEqual({ merged: theirs, conflicts: [] });
});
