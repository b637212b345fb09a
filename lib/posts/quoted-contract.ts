import type { Post, QuotedPost } from "./contract";

/** Converts a post to the form in which another one quotes it. */
export function asQuoted({ app, ...post }: Post): QuotedPost {
  const { id, body, warning, sensitive, author, media, createdAt } = post;
  return {
    id,
    body,
    warning,
    sensitive,
    author,
    media,
    app: app && { name: app.name, iconUrl: app.iconUrl },
    createdAt,
  };
}
