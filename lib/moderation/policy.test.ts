import { describe, expect, it } from "vitest";
import { can, isUndoable, type Subject } from "./policy";
import type { Role } from "./roles";
import { CASE_ACTIONS } from "./rules";

const person = (id: string, role: Role) => ({ id, role });
const post = (by: Subject["person"], exists = true): Subject => ({ type: "post", exists, person: by });
const allowed = (viewer: ReturnType<typeof person>, subject: Subject) =>
  CASE_ACTIONS.filter((action) => can(viewer, action, subject));

describe("what may be done about a subject", () => {
  const member = person("m", "member");

  it("is nothing for members", () => {
    expect(allowed(person("x", "member"), post(member))).toEqual([]);
  });

  it("is all but deleting an account for moderators, and that, too, for admins", () => {
    const actions = ["dismiss", "warn", "label", "hide", "remove", "limit", "suspend"];
    expect(allowed(person("x", "moderator"), post(member))).toEqual(actions);
    expect(allowed(person("x", "admin"), post(member))).toEqual([...actions, "delete"]);
  });

  it("is nothing about oneself, one's like and those above, but that an admin dismisses what is about another", () => {
    const mod = person("x", "moderator");
    expect(allowed(mod, post(mod))).toEqual([]);
    expect(allowed(mod, post(person("y", "moderator")))).toEqual([]);
    expect(allowed(mod, post(person("y", "admin")))).toEqual([]);
    expect(allowed(person("x", "admin"), post(person("y", "admin")))).toEqual(["dismiss"]);
    expect(allowed(person("x", "admin"), post(person("x", "admin")))).toEqual([]);
  });

  it("depends on what there is", () => {
    const mod = person("x", "moderator");
    expect(allowed(mod, post(member, false))).toEqual(["dismiss", "warn", "limit", "suspend"]);
    expect(allowed(mod, post(null, false))).toEqual(["dismiss"]);
    expect(allowed(mod, { type: "app", exists: true, person: member })).toContain("remove_version");
    expect(allowed(mod, { type: "user", exists: true, person: member })).not.toContain("hide");
  });
});

it.each([
  [{ undoneAt: null, subjectType: "post", action: "remove", isKept: true }, true],
  [{ undoneAt: null, subjectType: "post", action: "remove", isKept: false }, false],
  [{ undoneAt: new Date(), subjectType: "user", action: "suspend", isKept: false }, false],
  [{ undoneAt: null, subjectType: "user", action: "suspend", isKept: false }, true],
  [{ undoneAt: null, subjectType: "app", action: "remove", isKept: false }, true],
  [{ undoneAt: null, subjectType: "app", action: "remove_version", isKept: false }, false],
  [{ undoneAt: null, subjectType: "post", action: "label", isKept: false }, true],
  [{ undoneAt: null, subjectType: "post", action: "close_room", isKept: false }, false],
])("%o can be taken back: %s", (decision, expected) => {
  expect(isUndoable(decision)).toBe(expected);
});
