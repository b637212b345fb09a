/** Views of the hosted interface. Clients read them, and get the changes of their rows. */
export const ROW_VIEWS = [
  "profiles",
  "posts",
  "comments",
  "reactions",
  "follows",
  "apps",
  "app_versions",
  "notifications",
  "bookmarks",
] as const;
export type RowView = (typeof ROW_VIEWS)[number];
