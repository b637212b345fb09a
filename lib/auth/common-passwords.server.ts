import "server-only";
import commonPasswords from "fxa-common-password-list";

/** True if `text` (lower case) is one of the ten thousand passwords that people use most. */
export function isCommonPassword(text: string): boolean {
  return commonPasswords.test(text);
}
