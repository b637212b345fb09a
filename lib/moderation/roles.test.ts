import { describe, expect, it } from "vitest";
import { isModerator, mayActOn, type Role } from "./roles";

const person = (id: string, role: Role) => ({ id, role });

describe("who looks after the instance", () => {
  it.each([
    ["member", false],
    ["moderator", true],
    ["admin", true],
  ] as const)("%s: %s", (role, expected) => expect(isModerator({ role })).toBe(expected));

  it.each([
    ["member", "member", false],
    ["moderator", "member", true],
    ["moderator", "moderator", false],
    ["moderator", "admin", false],
    ["admin", "member", true],
    ["admin", "moderator", true],
    ["admin", "admin", false],
  ] as const)("a %s may act on a %s: %s", (by, on, expected) =>
    expect(mayActOn(person("a", by), person("b", on))).toBe(expected),
  );

  it("nobody on themselves, and only moderators on what a deleted account left", () => {
    expect(mayActOn(person("a", "admin"), person("a", "admin"))).toBe(false);
    expect(mayActOn(person("a", "moderator"), null)).toBe(true);
    expect(mayActOn(person("a", "member"), null)).toBe(false);
  });
});
