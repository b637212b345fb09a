import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARS } from "@/lib/config/limits";

export type PasswordProblem = "too_short" | "too_long" | "too_common" | "own_address";

/** The form that is hashed, so that a password does not depend on the keyboard's Unicode form. */
export function normalizePassword(typed: string): string {
  return typed.normalize("NFKC");
}

/** True if a password is over the limit; checked before anything costly. */
export function isPasswordTooLong(typed: string): boolean {
  if (typed.length > PASSWORD_MAX_BYTES) return true;
  return new TextEncoder().encode(normalizePassword(typed)).byteLength > PASSWORD_MAX_BYTES;
}

/**
 * Why a new password is refused, or null.
 * @param own the person's address and username, which may not be the password
 * @param isCommon whether this lower-case text is on a list of common passwords
 */
export function findPasswordProblem({
  password,
  own,
  isCommon,
}: {
  password: string;
  own: { email: string; username?: string };
  isCommon: (text: string) => boolean;
}): PasswordProblem | null {
  if (isPasswordTooLong(password)) return "too_long";
  const normal = normalizePassword(password);
  if ([...normal].length < PASSWORD_MIN_CHARS) return "too_short";
  const lower = normal.toLowerCase();
  const address = own.email.trim().toLowerCase();
  const forbidden = [address, address.split("@")[0], own.username?.toLowerCase()];
  if (forbidden.includes(lower)) return "own_address";
  // "Password123!" is as common as "password123".
  if (isCommon(lower) || isCommon(lower.replace(/[^\p{L}\p{N}]+$/u, ""))) return "too_common";
  if (new Set(lower).size < 3) return "too_common";
  return null;
}
