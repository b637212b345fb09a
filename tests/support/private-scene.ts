import { afterAll, beforeAll, expect } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { FollowResponse, Profile } from "@/lib/people/contract";
import type { Post, PostMedia } from "@/lib/posts/contract";
import type { JoinedRoom } from "@/lib/rooms/contract";
import { makePackage, png, uploadForm } from "./apps";
import { startServer, type TestServer } from "./server";

export const ROLES = [
  "guest",
  "stranger",
  "requested",
  "removed",
  "blocked",
  "moderator",
  "follower",
  "owner",
] as const;
export type Role = (typeof ROLES)[number];

export const SECRET = "zanzibarsecret";
export let server: TestServer;
export const people = {} as Record<Role | "other", { id: string; cookie: string }>;
/** Of the private person, and a public post of somebody else. */
export let secret: Post;
export let reply: Post;
export let open: Post;
export let quoting: Post;
export let app: App;
export let room: JoinedRoom;

export const lists: Partial<Record<Role, string>> = {};

type Answer<T> = { status: number; body: T; text: string };
export async function ask<T = { code?: string }>(
  role: Role | "other",
  method: string,
  path: string,
  json?: object | FormData,
): Promise<Answer<T>> {
  const isForm = json instanceof FormData;
  const response = await fetch(server.url + path, {
    method,
    redirect: "manual",
    headers: {
      "x-client-info": "gum-web",
      "accept-language": "en",
      ...(people[role]?.cookie && { cookie: people[role].cookie }),
      ...(json && !isForm && { "content-type": "application/json" }),
    },
    body: isForm ? json : json && JSON.stringify(json),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, text, body: (isJson && text ? JSON.parse(text) : undefined) as T };
}
export async function must<T>(
  role: Role | "other",
  method: string,
  path: string,
  json?: object | FormData,
): Promise<T> {
  const { status, text, body } = await ask<T>(role, method, `/api${path}`, json);
  expect(status, `${role} ${method} ${path}: ${text}`).toBeLessThan(400);
  return body;
}
export const profile = async (role: Role) =>
  (await ask<Profile>(role, "GET", `/api/users/${people.owner.id}`)).body;
export const setPrivate = (isPrivate: boolean) =>
  must("owner", "PATCH", "/v2/users/me/preferences", { isPrivate });
export const followOwner = (role: Role, method = "POST") =>
  must<FollowResponse>(role, method, `/users/${people.owner.id}/follow`);

async function join(role: Role | "other"): Promise<void> {
  const username = `private_${role}`;
  const response = await fetch(`${server.url}/api/v2/auth/signup`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-client-info": "gum-web" },
    body: JSON.stringify({ email: `${username}@gum.test`, username, password: "a handful of words" }),
  });
  expect(response.status, username).toBe(201);
  const session = response.headers.getSetCookie().find((each) => each.includes("session-token"));
  const [row] = await server.database.query<{ id: string }>("SELECT id FROM users WHERE username = $1", [
    username,
  ]);
  people[role] = { id: row!.id, cookie: session?.split(";")[0] ?? "" };
}

/** A person whose account became private after all that others can see of people had happened, on a server of its own. */
export function privateScene(): void {
  beforeAll(setUp);
  afterAll(() => server?.dispose());
}

async function setUp(): Promise<void> {
  server = await startServer({ env: { PUBLIC_PROFILES: "1" } });
  people.guest = { id: "", cookie: "" };
  for (const role of [...ROLES.slice(1), "other" as const]) await join(role);
  const { query } = server.database;
  await query(
    `UPDATE users SET email_verified_at = now(), consent_version = 'v1', profile_completed_at = now(),
            created_at = now() - interval '2 days'`,
  );
  await query("UPDATE users SET role = 'moderator' WHERE username = 'private_moderator'");

  // Everything happens while the account is public, so that each reader has something to hide.
  await Promise.all([followOwner("follower"), followOwner("removed")]);
  const gumFile = await makePackage({ name: "Together", room: true });
  app = await must<App>("other", "POST", "/apps", uploadForm({ gumFile }));
  await must("other", "PATCH", `/apps/${app.id}/publish`, { isPublic: true });
  open = await must<Post>("other", "POST", "/v1/posts", { body: "an open question" });
  const picture = new FormData();
  picture.set("file", new File([await png()], "p.png", { type: "image/png" }));
  picture.set("alt", `${SECRET} picture`);
  const media = await must<PostMedia>("owner", "POST", "/media", picture);
  secret = await must<Post>("owner", "POST", "/v1/posts", {
    body: `${SECRET} #${SECRET}tag @private_stranger`,
    appRef: { appId: app.id },
    media: [{ id: media.id, alt: `${SECRET} picture` }],
    moment: { state: JSON.stringify(SECRET) },
  });
  await query("UPDATE posts SET shares_app = true WHERE id = $1", [secret.id]);
  reply = await must<Post>("owner", "POST", `/posts/${open.id}/replies`, { body: `${SECRET} reply` });
  quoting = await must<Post>("other", "POST", "/v1/posts", { body: "look at that", quote: secret.id });
  await must("other", "POST", `/posts/${secret.id}/repost`);
  await must("owner", "POST", `/posts/${open.id}/repost`);
  await must("owner", "POST", "/v1/reactions", { postId: open.id, action: "like" });
  await must("owner", "POST", `/posts/${open.id}/emojis`, { emoji: "🎉", on: true });
  room = await must<JoinedRoom>("owner", "POST", `/posts/${secret.id}/room`);
  await must("owner", "POST", `/rooms/${room.id}/updates`, {
    clientKey: crypto.randomUUID(),
    payload: `"${SECRET}"`,
  });
  await must("owner", "PUT", `/rooms/${room.id}/snapshot`, { serial: 1, state: `"${SECRET}"` });
  await must("owner", "PUT", `/rooms/${room.id}/card`, { title: `${SECRET} card` });
  for (const role of ["stranger", "requested", "removed", "blocked", "moderator", "follower"] as const) {
    await must(role, "POST", `/posts/${secret.id}/room`);
    await must(role, "POST", `/posts/${secret.id}/bookmark`);
    await must(role, "POST", "/v1/reactions", { postId: secret.id, action: "like" });
    const { id } = await must<{ id: string }>(role, "POST", "/v1/lists", { name: "theirs" });
    await must(role, "PUT", `/v1/lists/${id}/members/${people.owner.id}`);
    lists[role] = id;
  }
  await must("owner", "PATCH", `/posts/${secret.id}`, {
    body: `${SECRET} edited #${SECRET}tag @private_stranger`,
  });
  await setPrivate(true);
  await followOwner("requested");
  await must("owner", "DELETE", `/users/${people.removed.id}/follower`);
  await must("owner", "POST", `/users/${people.blocked.id}/block`);
}
