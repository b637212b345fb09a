/**
 * The scopes of personal access tokens: the only table of routes that accept a token, each with its scope.
 *
 * Trust model. Outside: whoever has a token, be it the owner's program or a thief. Routes that are not listed reject
 * tokens, so a new route stays closed until somebody decides otherwise. Account routes are never listed: addresses,
 * passwords, factors, sessions, tokens, app data and granted permissions.
 */
export const TOKEN_SCOPES = ["read", "posts:write", "apps:publish"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Methods, path below /api, and scope. `*` matches one segment, `**` all the rest. */
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
  ["GET", "/posts/*/emojis", "read"],
  ["GET", "/posts/*/ancestors", "read"],
  ["GET", "/posts/*/thread", "read"],
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
  ["GET", "/apps/*/reviews", "read"],
  ["GET", "/apps/*/versions", "read"],
  ["GET", "/apps/*/icon", "read"],
  ["GET", "/apps/*/banner", "read"],
  ["GET", "/apps/*/screenshots/*", "read"],
  ["GET", "/apps/*/package", "read"],
  ["GET", "/apps/*/trial", "read"],
  ["GET", "/apps/*/trial/*", "read"],
  ["POST", "/apps/*/trial", "apps:publish"],
  ["GET", "/v2/users/me", "read"],
  ["GET", "/v2/auth/me", "read"],
  ["GET", "/realtime/v1/stream", "read"],
  ["PUT", "/realtime/v1/watch", "read"],
  ["GET", "/hosted/rest/v1/profiles", "read"],
  ["GET", "/hosted/rest/v1/posts", "read"],
  ["GET", "/hosted/rest/v1/comments", "read"],
  ["GET", "/hosted/rest/v1/reactions", "read"],
  ["GET", "/hosted/rest/v1/follows", "read"],
  ["GET", "/hosted/rest/v1/apps", "read"],
  ["GET", "/hosted/rest/v1/app_versions", "read"],
  ["GET", "/hosted/rest/v1/notifications", "read"],
  ["GET POST", "/hosted/rest/v1/rpc/*", "read"],

  ["POST", "/v1/posts", "posts:write"],
  ["POST", "/v1/reactions", "posts:write"],
  ["POST", "/media", "posts:write"],
  ["PUT PATCH", "/v1/recordings/*", "posts:write"],
  ["PUT PATCH DELETE", "/v1/recordings/*/parts", "posts:write"],
  ["PATCH DELETE", "/posts/*", "posts:write"],
  ["POST DELETE", "/posts/*/repost", "posts:write"],
  ["POST", "/posts/*/comments", "posts:write"],
  ["POST", "/posts/*/replies", "posts:write"],
  ["POST", "/posts/*/emojis", "posts:write"],
  ["DELETE", "/posts/*/comments/*", "posts:write"],
  ["POST", "/apps/*/comments", "posts:write"],
  ["DELETE", "/apps/*/comments/*", "posts:write"],

  ["POST PATCH DELETE", "/hosted/rest/v1/posts", "posts:write"],
  ["POST DELETE", "/hosted/rest/v1/comments", "posts:write"],
  ["POST DELETE", "/hosted/rest/v1/reactions", "posts:write"],

  ["POST", "/apps", "apps:publish"],
  ["PUT PATCH DELETE", "/apps/uploads/*", "apps:publish"],
  ["PATCH", "/apps/*", "apps:publish"],
  ["PATCH", "/apps/*/publish", "apps:publish"],
  ["POST", "/apps/*/rollback", "apps:publish"],
  // Projects cannot be read. A save adds a version to what a person wrote; many push the oldest versions out.
  ["PUT", "/v2/projects/*", "apps:publish"],
];

const TABLE = ROUTES.map(([methods, path, scope]) => ({
  methods: methods.split(" "),
  pattern: new RegExp(`^/api${path.replace("/**", "(/[^/]+)+").replace(/\*/g, "[^/]+")}$`),
  scope,
}));

/** The scope that a route requires; null if it accepts no token. `pathname` is that of the request URL. */
export function scopeFor(method: string, pathname: string): TokenScope | null {
  // HEAD requests are handled by GET.
  const asked = method === "HEAD" ? "GET" : method;
  return (
    TABLE.find(({ methods, pattern }) => methods.includes(asked) && pattern.test(pathname))?.scope ?? null
  );
}
