export const SEARCH_TYPES = ["users", "posts", "apps", "collections"] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];
/** `all`: the first page of each. */
export type SearchView = SearchType | "all";

/** Text that begins like a @username names a person. */
export function namesPerson(typed: string): boolean {
  return /^\s*[@＠]/.test(typed);
}
