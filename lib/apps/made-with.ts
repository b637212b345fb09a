const VERSION = /^[vr]?\d+(?:\.\d+)*(?:-[\w.]+)?$/i;

/** "Phaser 3.80.1" without its version. */
export function withoutVersion(name: string): string {
  const at = name.lastIndexOf(" ");
  return at > 0 && VERSION.test(name.slice(at + 1)) ? name.slice(0, at).trimEnd() : name;
}

/** What makes two names in `made_with` the same in the store: versions, case, compatibility forms and spaces do not count. */
export function madeWithKey(name: string): string {
  const plain = name.normalize("NFKC").trim().replace(/\s+/gu, " ");
  return withoutVersion(plain).toLowerCase().normalize("NFC");
}

/** The store with the apps that were made with it. */
export function madeWithHref(name: string): string {
  return `/apps?${new URLSearchParams({ madeWith: madeWithKey(name) })}`;
}
