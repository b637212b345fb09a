/**
 * What a personal access token may do: the one table of routes that accept one, with the scope each takes.
 *
 * Trust model. Outside: whoever holds a token, its owner's program or a thief. A route that is not in the table is closed to
 * tokens, so a new route stays closed until somebody decides. The account is never in it: addresses, passwords, factors,
 * sessions, tokens, what apps store and what the person allowed them.
 */
export const TOKEN_SCOPES = ["read", "posts:write", "apps:publish"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Methods, the path below /api, and the scope. `*` is one segment, `**` all that follow. */
const ROUTES: readonly (readonly [methods: string, path: string, scope: TokenScope])[] = [
  ["GET", "/v1/timeline", "read"],
  ["GET", "/v1/search", "read"],
  ["GET", "/v1/search/complete", "read"],
  ["GET", "/v1/discover/people", "read"],
  ["GET", "/v1/discover/tags", "read"],
  ["GET", "/v1/notifications", "read"],
  ["GET", "/v1/notifications/unread", "read"],
  ["GET", "/v1/posts/counts", "read"],
  ["GET", "/posts/*", "read"],
  ["GET", "/posts/*/comments", "read"],
  ["GET", "/posts/*/replies", "read"],
  ["GET", "/posts/*/versions", "read"],
  ["GET", "/posts/*/ancestors", "read"],
  ["GET", "/posts/*/likes", "read"],
  ["GET", "/posts/*/reposts", "read"],
  ["GET", "/posts/*/quotes", "read"],
  ["GET", "/posts/*/moment", "read"],
  ["GET", "/posts/*/moment/picture", "read"],
  ["GET", "/users/*", "read"],
  ["GET", "/users/*/posts", "read"],
  ["GET", "/users/*/apps", "read"],
  ["GET", "/users/*/followers", "read"],
  ["GET", "/users/*/following", "read"],
  ["GET", "/apps", "read"],
  ["GET", "/apps/public", "read"],
  ["GET", "/apps/trending", "read"],
  ["GET", "/apps/share/**", "read"],
  ["GET", "/apps/*", "read"],
  ["GET", "/apps/*/comments", "read"],
  ["GET", "/apps/*/versions", "read"],
  ["GET", "/apps/*/icon", "read"],
  ["GET", "/apps/*/banner", "read"],
  ["GET", "/apps/*/screenshots/*", "read"],
  ["GET", "/apps/*/package", "read"],
  ["GET", "/v2/users/me", "read"],
  ["GET", "/v2/auth/me", "read"],
  ["GET", "/realtime/v1/stream", "read"],

  ["POST", "/v1/posts", "posts:write"],
  ["POST", "/v1/reactions", "posts:write"],
  ["POST", "/media", "posts:write"],
  ["PATCH DELETE", "/posts/*", "posts:write"],
  ["POST DELETE", "/posts/*/repost", "posts:write"],
  ["POST", "/posts/*/comments", "posts:write"],
  ["POST", "/posts/*/replies", "posts:write"],
  ["DELETE", "/posts/*/comments/*", "posts:write"],
  ["POST", "/apps/*/comments", "posts:write"],
  ["DELETE", "/apps/*/comments/*", "posts:write"],

  ["POST", "/apps", "apps:publish"],
  ["PUT PATCH DELETE", "/apps/uploads/*", "apps:publish"],
  ["PATCH", "/apps/*", "apps:publish"],
  ["PATCH", "/apps/*/publish", "apps:publish"],
  ["POST", "/apps/*/rollback", "apps:publish"],
];

const TABLE = ROUTES.map(([methods, path, scope]) => ({
  methods: methods.split(" "),
  pattern: new RegExp(`^/api${path.replace("/**", "(/[^/]+)+").replace(/\*/g, "[^/]+")}$`),
  scope,
}));

/** The scope that a route takes; null if it accepts no token at all. `pathname` is that of the request's URL. */
export function scopeFor(method: string, pathname: string): TokenScope | null {
  // A HEAD request runs the handler of GET.
  const asked = method === "HEAD" ? "GET" : method;
  return (
    TABLE.find(({ methods, pattern }) => methods.includes(asked) && pattern.test(pathname))?.scope ?? null
  );
}
