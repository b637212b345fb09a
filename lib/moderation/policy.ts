import { isModerator, mayActOn, type Standing } from "./roles";
import { ON_THE_SPOT, type CaseAction, type SubjectType } from "./rules";

/** What the policy needs to know about the subject of a report. */
export type Subject = {
  type: SubjectType;
  /** Whether it still exists. */
  exists: boolean;
  /** Its author, or the reported person; null if their account is deleted. */
  person: Standing | null;
};

/** Actions on the content, and actions on its author. */
const ON_SUBJECT: Record<SubjectType, readonly CaseAction[]> = {
  post: ["label", "hide", "remove"],
  comment: ["hide", "remove"],
  review: ["hide", "remove"],
  collection: ["hide", "remove"],
  app: ["hide", "remove", "remove_version"],
  user: [],
};
const ON_PERSON: readonly CaseAction[] = ["warn", "limit", "suspend", "delete"];

/** Whether a person may act on a case. */
export function can(viewer: Standing, action: CaseAction, { type, exists, person }: Subject): boolean {
  if (!isModerator(viewer)) return false;
  // Admins resolve reports about other admins; nobody resolves reports about themselves.
  if (action === "dismiss")
    return mayActOn(viewer, person) || (viewer.role === "admin" && person?.id !== viewer.id);
  if (!mayActOn(viewer, person) || !person) return false;
  if (ON_PERSON.includes(action)) return action !== "delete" || viewer.role === "admin";
  return exists && ON_SUBJECT[type].includes(action);
}

/** Whether a person may undo a decision about somebody, or resolve their appeal. */
export function canReview(viewer: Standing, person: Standing): boolean {
  return mayActOn(viewer, person);
}

type Undoable = { undoneAt: Date | null; subjectType: string; action: string; isKept: boolean };

/** Purged content cannot be restored. */
export function isUndoable({ undoneAt, subjectType, action, isKept }: Undoable): boolean {
  const takesRows =
    action === "remove_version" || (subjectType !== "app" && ["hide", "remove"].includes(action));
  return undoneAt === null && !ON_THE_SPOT.has(action) && (!takesRows || isKept);
}
