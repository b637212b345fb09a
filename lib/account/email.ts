/**
 * The form of an address that must be unique and that is looked up. Only what every mail host treats alike is folded:
 * surrounding space, width, and case.
 */
export function emailKey(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}
