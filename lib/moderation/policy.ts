import { isModerator, mayActOn, type Standing } from "./roles";
import { IN_ROOMS, type CaseAction, type ThingType } from "./rules";

/** What a policy knows of what was reported. */
export type Thing = {
  type: ThingType;
  /** Whether it is still there. */
  exists: boolean;
  /** Who made it, or the person themselves; null if their account is deleted. */
  person: Standing | null;
};

/** What acts on the thing itself, and what on its person. */
const ON_THING: Record<ThingType, readonly CaseAction[]> = {
  post: ["hide", "remove"],
  comment: ["hide", "remove"],
  app: ["hide", "remove", "remove_version"],
  user: [],
};
const ON_PERSON: readonly CaseAction[] = ["warn", "limit", "suspend", "delete"];

/** Whether a person may do something about what was reported. */
export function can(viewer: Standing, action: CaseAction, { type, exists, person }: Thing): boolean {
  if (!isModerator(viewer)) return false;
  // An admin closes what is reported about another one; nobody what is reported about themselves.
  if (action === "dismiss")
    return mayActOn(viewer, person) || (viewer.role === "admin" && person?.id !== viewer.id);
  if (!mayActOn(viewer, person) || !person) return false;
  if (ON_PERSON.includes(action)) return action !== "delete" || viewer.role === "admin";
  return exists && ON_THING[type].includes(action);
}

/** Whether a person may take back a decision about somebody, or answer their appeal. */
export function canReview(viewer: Standing, person: Standing): boolean {
  return mayActOn(viewer, person);
}

type Undoable = { undoneAt: Date | null; subjectType: string; action: string; isKept: boolean };

/** What was taken away for good cannot be brought back. */
export function isUndoable({ undoneAt, subjectType, action, isKept }: Undoable): boolean {
  const takesRows =
    action === "remove_version" || (subjectType !== "app" && ["hide", "remove"].includes(action));
  return undoneAt === null && !IN_ROOMS.has(action) && (!takesRows || isKept);
}
