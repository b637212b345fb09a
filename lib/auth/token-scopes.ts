/**
 * The scopes of personal access tokens.
 *
 * Trust model. Outside: whoever has a token, be it the owner's program or a thief. A route that accepts tokens declares its
 * scope, and a route without one rejects them, so a new route stays closed until somebody decides otherwise. Routes that
 * change the account never declare one: addresses, passwords, factors, sessions, tokens, app data and granted permissions.
 * Nor do routes of rooms and moderation. `tests/integration/token-scopes.test.ts` lists all that do.
 */
export const TOKEN_SCOPES = ["read", "posts:write", "apps:publish"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
