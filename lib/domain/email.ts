/**
 * The form of an address that must be unique and that is looked up. Only what every mail host treats alike is folded:
 * surrounding space, width, and case.
 */
export function emailKey(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}

/** An address that tells its owner which one it is, and others little: `r••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "••" : `${[...email][0]}••${email.slice(at)}`;
}
