/** In ascending order: each role includes the permissions of those before it. */
export const ROLES = ["member", "moderator", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** A person as policies see them, with the role from the database. */
export type Standing = { id: string; role: Role };

const rank = (role: Role): number => ROLES.indexOf(role);

/** Whether this person may see and handle reports. */
export function isModerator({ role }: { role: Role }): boolean {
  return rank(role) >= rank("moderator");
}

/**
 * Whether one may act on another or their content. Only on people with a lower role, so that moderators judge neither
 * each other nor themselves.
 * @param person null if the account is deleted
 */
export function mayActOn(actor: Standing, person: Standing | null): boolean {
  if (!isModerator(actor)) return false;
  return person === null || (person.id !== actor.id && rank(person.role) < rank(actor.role));
}
