/**
 * What makes two names of apps the same: an upload by the same person under the same name is a new version. Case,
 * compatibility forms (full-width letters) and the number of spaces do not count.
 */
export function appNameKey(name: string): string {
  return name.normalize("NFKC").trim().replace(/\s+/gu, " ").toLowerCase().normalize("NFC");
}
