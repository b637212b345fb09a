import { randomUUID } from "node:crypto";
import { beforeAll, expect, it, vi } from "vitest";
import * as exportsRoute from "@/app/api/v2/users/me/exports/route";
import * as exportRoute from "@/app/api/v2/users/me/exports/[id]/route";
import { changePreferences } from "@/lib/account/preferences-service";
import { db } from "@/lib/db/client";
import { setDigest } from "@/lib/digest/service";
import type { Exports } from "@/lib/exports/contract";
import { openArchive } from "@/lib/package/archive";
import { follow } from "@/lib/people/follow-service";
import { fetchRoute } from "../support/apps";
import { call, makePerson } from "../support/people";

vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

/** What of an account is in the copy of a person's data, and what is not. */

/** The columns that name a person of whom an archive holds the row. */
const EXPORTED = `
  app_installs.user_id app_likes.user_id app_runs.user_id app_storage.user_id apps.owner_id kept_app_data.user_id
  blocks.blocker_id bookmarks.user_id collection_saves.user_id collections.owner_id comments.author_id decisions.person_id digests.user_id
  egress_calls.user_id egress_consents.user_id follow_requests.followee_id follow_requests.follower_id
  follows.followee_id follows.follower_id former_usernames.user_id identities.user_id
  invitations.inviter_id likes.user_id media.owner_id mutes.muter_id notification_opt_outs.user_id
  passkeys.user_id people_lists.owner_id personal_tokens.user_id post_drafts.owner_id post_emojis.user_id
  posts.author_id profile_consents.user_id projects.owner_id push_subscriptions.user_id reports.reporter_id
  reposts.user_id review_votes.user_id reviews.author_id room_members.user_id scores.user_id sessions.user_id stored_files.owner_id
  totp_factors.user_id`
  .trim()
  .split(/\s+/);
/** Secrets, what others did, what only the server needs, and what is in rooms, which belongs to all in them. */
const LEFT_OUT = `
  blocks.blocked_id exports.user_id invitations.invitee_id known_devices.user_id mutes.muted_id
  notifications.actor_id notifications.user_id one_time_codes.user_id partial_uploads.owner_id
  passkey_challenges.user_id people_list_members.user_id recovery_codes.user_id room_cards.author_id
  room_cards.title_author_id room_snapshots.author_id room_updates.author_id rooms.owner_id
  score_runs.user_id`
  .trim()
  .split(/\s+/);

beforeAll(() => {
  process.env.RATE_LIMIT_SCALE = "1000";
});

it("has every setting of the account, and nothing that proves who somebody is", async () => {
  const person = await makePerson("export-settings");
  await changePreferences({
    actor: person,
    body: { notifications: { follows: false }, pushes: { likes: false }, altReminder: true },
  });
  await setDigest({ actor: person, body: { every: "weekly", timeZone: "Asia/Tokyo" }, language: "ja" });
  await follow({ actor: person, userId: (await makePerson("export-followed")).id });
  const { id: sessionId } = await db().session.findFirstOrThrow({
    where: { userId: person.id },
    select: { id: true },
  });
  const secrets = ["secret-endpoint", "secret-p256dh", "secret-auth", "secret-totp", "secret-hash"];
  const [endpoint = "", p256dh = "", auth = "", secret = "", tokenHash = ""] = secrets;
  const push = { userId: person.id, sessionId, endpoint, p256dh, auth, language: "en" };
  await db().pushSubscription.create({ data: { id: randomUUID(), ...push }, select: { id: true } });
  const factor = { id: randomUUID(), userId: person.id, name: "Phone", secret, confirmedAt: new Date() };
  await db().totpFactor.create({ data: factor, select: { id: true } });
  const token = { id: randomUUID(), userId: person.id, name: "Backup", tokenHash, scopes: ["read"] };
  await db().personalToken.create({ data: token, select: { id: true } });
  await call(exportsRoute.POST, { as: person, method: "POST" });
  const id = await vi.waitFor(async () => {
    const [newest] = (await call<Exports>(exportsRoute.GET, { as: person })).body.items;
    expect(newest?.status).toBe("ready");
    return newest!.id;
  }, 60_000);
  const response = await fetchRoute(exportRoute.GET, { as: person, params: { id } });
  const archive = openArchive(new Uint8Array(await response.arrayBuffer()));
  const text = (path: string) => new TextDecoder().decode(archive.read(path));
  const json = <T>(path: string) => JSON.parse(text(path)) as T;
  expect(json("data/settings.json")).toMatchObject({
    quietKinds: expect.arrayContaining(["follow"]),
    quietPushKinds: expect.arrayContaining(["like"]),
    digest: { every: "weekly", timeZone: "Asia/Tokyo" },
    altReminder: true,
  });
  expect(json("data/profile.json")).toMatchObject({ consent: { version: "v1" }, formerUsernames: [] });
  expect(json("data/sessions-1.json")).toMatchObject([{ id: sessionId, kind: "api" }]);
  expect(json("data/push-devices-1.json")).toHaveLength(1);
  expect(json("data/authenticators-1.json")).toMatchObject([{ name: "Phone" }]);
  expect(json("data/tokens-1.json")).toMatchObject([{ name: "Backup", scopes: ["read"] }]);
  for (const path of archive.entries.keys())
    for (const each of secrets) expect(text(path), path).not.toContain(each);
});

it("has what belongs to a person, but for what is left out on purpose", async () => {
  const rows = await db().$queryRaw<{ place: string }[]>`
    SELECT c.conrelid::regclass || '.' || a.attname AS place FROM pg_constraint c
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
     WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass ORDER BY 1`;
  expect(rows.map(({ place }) => place)).toEqual([...EXPORTED, ...LEFT_OUT].sort());
});
