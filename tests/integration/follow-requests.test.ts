import { describe, expect, it } from "vitest";
import type { NotificationPage } from "@/lib/notifications/contract";
import type { FollowRequests } from "@/lib/people/contract";
import type { RoomEvent } from "@/lib/rooms/contract";
import { readEvents } from "../support/event-reader";
import {
  SECRET,
  ask,
  followOwner,
  must,
  people,
  privateScene,
  profile,
  room,
  secret,
  server,
  setPrivate,
  type Role,
} from "../support/private-scene";

privateScene();

describe("a request to follow", () => {
  const requests = () => must<FollowRequests>("owner", "GET", "/v1/follow-requests");
  const kinds = async (role: Role) =>
    (await must<NotificationPage>(role, "GET", "/v1/notifications")).items.map(({ kind }) => kind);

  it("waits, notifies once, is taken back, declined and accepted; counters count accepted ones only", async () => {
    const before = (await profile("owner")).counts.followers;
    for (let i = 0; i < 2; i++)
      expect(await followOwner("stranger")).toEqual({ following: false, requested: true, followers: before });
    expect((await requests()).items.map(({ id }) => id)).toEqual([people.stranger.id, people.requested.id]);
    expect((await requests()).count).toBe(2);
    expect((await kinds("owner")).filter((kind) => kind === "follow_request")).toHaveLength(2);

    expect(await followOwner("stranger", "DELETE")).toMatchObject({ requested: false });
    expect((await requests()).count).toBe(1);
    expect((await kinds("owner")).filter((kind) => kind === "follow_request")).toHaveLength(1);
    const gone = await ask("owner", "POST", `/api/v1/follow-requests/${people.stranger.id}`);
    expect([gone.status, gone.body.code]).toEqual([404, "not_found"]);

    await followOwner("stranger");
    await must("owner", "DELETE", `/v1/follow-requests/${people.stranger.id}`);
    expect((await profile("stranger")).relation).toMatchObject({ following: false, requested: false });
    expect(await kinds("stranger")).not.toContain("follow_accepted");

    await followOwner("stranger");
    const answer = { followers: before + 1 };
    for (let i = 0; i < 2; i++)
      expect(await must("owner", "POST", `/v1/follow-requests/${people.stranger.id}`)).toEqual(answer);
    expect(await kinds("stranger")).toContain("follow_accepted");
    expect((await profile("stranger")).relation.following).toBe(true);
    expect((await ask("stranger", "GET", `/api/posts/${secret.id}`)).text).toContain(SECRET);
    expect(await must("owner", "DELETE", `/users/${people.stranger.id}/follower`)).toEqual({
      followers: before,
    });
    expect((await ask("stranger", "GET", `/api/posts/${secret.id}`)).status).toBe(404);
  });

  it("notifies once, however often it is made", async () => {
    const path = `/users/${people.owner.id}/follow`;
    const told = () =>
      server.database.query("SELECT id FROM notifications WHERE kind = 'follow_request' AND actor_id = $1", [
        people.other.id,
      ]);
    for (let i = 0; i < 3; i++) {
      await must("other", "POST", path);
      expect(await told()).toHaveLength(1);
      await must("other", "DELETE", path);
    }
  });

  it("is not made to oneself, nor past a block, and a block removes it", async () => {
    const own = await ask("owner", "POST", `/api/users/${people.owner.id}/follow`);
    expect(own.status).toBe(400);
    expect((await ask("blocked", "POST", `/api/users/${people.owner.id}/follow`)).status).toBe(403);
    await followOwner("moderator");
    await must("owner", "POST", `/users/${people.moderator.id}/block`);
    await must("owner", "DELETE", `/users/${people.moderator.id}/block`);
    expect((await requests()).items.map(({ id }) => id)).not.toContain(people.moderator.id);
  });

  it("is refused while too many wait", async () => {
    const { query } = server.database;
    await query(
      `WITH crowd AS (
         INSERT INTO users (id, username, username_key, display_name, email, email_key, updated_at)
         SELECT gen_random_uuid(), 'crowd' || n, 'crowd' || n, '', 'crowd' || n, 'crowd' || n, now()
           FROM generate_series(1, 5000) n RETURNING id)
       INSERT INTO follow_requests (follower_id, followee_id) SELECT id, $1 FROM crowd`,
      [people.owner.id],
    );
    expect((await requests()).count).toBe(100);
    const refused = await ask("moderator", "POST", `/api/users/${people.owner.id}/follow`);
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    await query("DELETE FROM users WHERE username LIKE 'crowd%'");
  });
});

it("ends the stay in rooms of whoever is removed, at once", async () => {
  await followOwner("stranger");
  await must("owner", "POST", `/v1/follow-requests/${people.stranger.id}`);
  const response = await fetch(`${server.url}/api/rooms/stream?room=${room.id}:0`, {
    headers: { cookie: people.stranger.cookie, "x-client-info": "gum-web" },
  });
  expect(response.status).toBe(200);
  const stream = readEvents<RoomEvent>(response.body!);
  await stream.until(({ type }) => type === "ready");
  await must("owner", "DELETE", `/users/${people.stranger.id}/follower`);
  const { event } = await stream.until(({ type }) => type === "refused");
  expect(event).toMatchObject({ roomId: room.id, code: "not_in_room" });
  await stream.close();
});

it("accepts all who asked when the account becomes public, and keeps followers when it is private again", async () => {
  expect((await profile("requested")).relation.requested).toBe(true);
  await setPrivate(false);
  const shown = await profile("requested");
  expect(shown).toMatchObject({ isPrivate: false, relation: { following: true, requested: false } });
  const [row] = await server.database.query<{ counted: number; followers: number }>(
    `SELECT followers_count AS counted, (SELECT count(*)::int FROM follows WHERE followee_id = u.id) AS followers
       FROM users u WHERE id = $1`,
    [people.owner.id],
  );
  expect(row!.counted).toBe(row!.followers);
  expect((await ask("guest", "GET", `/post/${secret.id}`)).text).toContain(SECRET);
  await setPrivate(true);
  expect((await profile("requested")).relation.following).toBe(true);
  expect((await ask("guest", "GET", `/post/${secret.id}`)).status).toBe(404);
});
