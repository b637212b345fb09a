/**
 * The normalized form of an address, for uniqueness and lookup. It folds only what mail hosts ignore: surrounding space,
 * width and case.
 */
export function emailKey(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}
