/** Each may do what those before it may. */
export const ROLES = ["member", "moderator", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** A person as policies see them, with the role that the database has now. */
export type Standing = { id: string; role: Role };

const rank = (role: Role): number => ROLES.indexOf(role);

/** Whether reports, and what is done about them, are this person's to see. */
export function isModerator({ role }: { role: Role }): boolean {
  return rank(role) >= rank("moderator");
}

/**
 * Whether one may act on another or on what they made: only on people of a lower role, so that moderators do not
 * judge each other, and nobody judges themselves.
 * @param person null where the account is deleted
 */
export function mayActOn(actor: Standing, person: Standing | null): boolean {
  if (!isModerator(actor)) return false;
  return person === null || (person.id !== actor.id && rank(person.role) < rank(actor.role));
}
