/** How many apps a collection needs before the store shows it to people who did not look for it. */
export const STORE_APPS_MIN = 3;
/** How many collections of one person the store shows at once. */
export const STORE_PER_PERSON = 2;
/** So many collections are looked at for a list of a few: those that most people saved, and those that got an app last. */
export const STORE_CANDIDATES = 60;
/** How many days newer a collection has to be to rank like one that twice as many people saved. */
export const DAYS_PER_DOUBLING = 3;

/** How many icons stand for a collection. */
export const ICONS_SHOWN = 4;

/**
 * Puts one of the apps behind another.
 * @param after null puts it first
 * @returns null if the collection does not have both
 */
export function placeAfter(ids: readonly string[], id: string, after: string | null): string[] | null {
  if (!ids.includes(id) || id === after) return null;
  const others = ids.filter((other) => other !== id);
  const at = after === null ? 0 : others.indexOf(after) + 1;
  if (after !== null && at === 0) return null;
  return others.toSpliced(at, 0, id);
}
