import { ROW_VIEWS, type RowView } from "@/lib/shared/row-views";

/**
 * The schema of the data interface: views, columns with their types, and relations. Queries can name nothing else.
 * rest-policies decides who sees which rows.
 */
export type ColumnType = "uuid" | "text" | "integer" | "boolean" | "timestamptz" | "text[]" | "jsonb";

export type Relation = {
  /** The name of the relation in `select`, besides that of the view. */
  name: string;
  view: ViewName;
  /** The foreign key: column here, column there. */
  column: string;
  references: string;
  many: boolean;
};

export type View = {
  columns: Readonly<Record<string, ColumnType>>;
  /** The unique key, which also breaks ties in the order: newest first. */
  key: readonly string[];
  relations: readonly Relation[];
  /** The columns with a text search, through the one index of their table. */
  searched?: readonly string[];
};

export type ViewName = RowView;

const one = (name: string, view: ViewName, column: string): Relation => ({
  name,
  view,
  column,
  references: "id",
  many: false,
});
const many = (view: ViewName, references: string): Relation => ({
  name: view,
  view,
  column: "id",
  references,
  many: true,
});

export const VIEWS: Readonly<Record<ViewName, View>> = {
  profiles: {
    columns: {
      id: "uuid",
      username: "text",
      display_name: "text",
      bio: "text",
      avatar_url: "text",
      banner_url: "text",
      posts_count: "integer",
      followers_count: "integer",
      following_count: "integer",
      apps_count: "integer",
      created_at: "timestamptz",
    },
    key: ["id"],
    relations: [many("posts", "author_id"), many("apps", "owner_id")],
    searched: ["username", "display_name", "bio"],
  },
  posts: {
    columns: {
      id: "uuid",
      author_id: "uuid",
      kind: "text",
      body: "text",
      warning: "text",
      sensitive: "boolean",
      media: "jsonb",
      app_id: "uuid",
      app_version: "text",
      quote_id: "uuid",
      parent_id: "uuid",
      root_id: "uuid",
      reply_policy: "text",
      likes_count: "integer",
      comments_count: "integer",
      reposts_count: "integer",
      quotes_count: "integer",
      created_at: "timestamptz",
      edited_at: "timestamptz",
    },
    key: ["id"],
    relations: [
      one("author", "profiles", "author_id"),
      one("app", "apps", "app_id"),
      one("quote", "posts", "quote_id"),
      one("parent", "posts", "parent_id"),
      many("comments", "post_id"),
      many("reactions", "post_id"),
    ],
    searched: ["body"],
  },
  comments: {
    columns: {
      id: "uuid",
      post_id: "uuid",
      app_id: "uuid",
      author_id: "uuid",
      content: "text",
      created_at: "timestamptz",
    },
    key: ["id"],
    relations: [
      one("author", "profiles", "author_id"),
      one("post", "posts", "post_id"),
      one("app", "apps", "app_id"),
    ],
    searched: ["content"],
  },
  reactions: {
    columns: { post_id: "uuid", user_id: "uuid", kind: "text", created_at: "timestamptz" },
    key: ["created_at", "post_id", "user_id"],
    relations: [one("user", "profiles", "user_id"), one("post", "posts", "post_id")],
  },
  follows: {
    columns: { follower_id: "uuid", following_id: "uuid", created_at: "timestamptz" },
    key: ["created_at", "follower_id", "following_id"],
    relations: [one("follower", "profiles", "follower_id"), one("following", "profiles", "following_id")],
  },
  apps: {
    columns: {
      id: "uuid",
      owner_id: "uuid",
      name: "text",
      description: "text",
      category: "text",
      tags: "text[]",
      version: "text",
      is_public: "boolean",
      likes_count: "integer",
      users_count: "integer",
      runs_count: "integer",
      comments_count: "integer",
      published_at: "timestamptz",
      created_at: "timestamptz",
      updated_at: "timestamptz",
    },
    key: ["id"],
    relations: [
      one("owner", "profiles", "owner_id"),
      many("app_versions", "app_id"),
      many("comments", "app_id"),
    ],
    searched: ["name", "description"],
  },
  app_versions: {
    columns: {
      id: "uuid",
      app_id: "uuid",
      version: "text",
      notes: "text",
      package_bytes: "integer",
      created_at: "timestamptz",
      published_at: "timestamptz",
    },
    key: ["id"],
    relations: [one("app", "apps", "app_id")],
  },
  notifications: {
    columns: {
      id: "uuid",
      kind: "text",
      actor_id: "uuid",
      post_id: "uuid",
      comment_id: "uuid",
      app_id: "uuid",
      room_id: "uuid",
      text: "text",
      href: "text",
      read_at: "timestamptz",
      created_at: "timestamptz",
    },
    key: ["id"],
    relations: [
      one("actor", "profiles", "actor_id"),
      one("post", "posts", "post_id"),
      one("app", "apps", "app_id"),
    ],
  },
  bookmarks: {
    columns: { id: "uuid", user_id: "uuid", post_id: "uuid" },
    key: ["id"],
    relations: [one("post", "posts", "post_id")],
  },
};

export function isViewName(name: string): name is ViewName {
  return ROW_VIEWS.some((known) => known === name);
}

/** The type of a column; null if a view has no such column. */
export function columnType(view: ViewName, name: string): ColumnType | null {
  const { columns } = VIEWS[view];
  return Object.hasOwn(columns, name) ? columns[name]! : null;
}
