import { beforeAll, describe, expect, it } from "vitest";
import * as blockRoute from "@/app/api/users/[id]/block/route";
import * as comments from "@/app/api/posts/[id]/comments/route";
import * as followRoute from "@/app/api/users/[id]/follow/route";
import * as followers from "@/app/api/users/[id]/followers/route";
import * as following from "@/app/api/users/[id]/following/route";
import * as muteRoute from "@/app/api/users/[id]/mute/route";
import * as postRoute from "@/app/api/posts/[id]/route";
import * as reactions from "@/app/api/v1/reactions/route";
import * as reports from "@/app/api/v1/reports/route";
import * as suggestions from "@/app/api/v1/discover/people/route";
import * as user from "@/app/api/users/[id]/route";
import * as userApps from "@/app/api/users/[id]/apps/route";
import * as userPosts from "@/app/api/users/[id]/posts/route";
import type { Page } from "@/lib/shared/contract";
import type { FollowResponse, Person, Profile, Suggestion } from "@/lib/people/contract";
import { db } from "@/lib/db/client";
import type { Post } from "@/lib/posts/contract";
import { createPost } from "@/lib/posts/service";
import { makeApp } from "../support/apps";
import { call, makePerson, type TestPerson } from "../support/people";

type Problem = { code: string };
const towards = (handler: unknown, as: TestPerson, other: TestPerson, method = "POST") =>
  call<never>(handler, { as, params: { id: other.id }, method });
const profile = (as: TestPerson, id: string) => call<Profile>(user.GET, { as, params: { id } });
const counts = (id: string) =>
  db().user.findUniqueOrThrow({ where: { id }, select: { followersCount: true, followingCount: true } });

describe("following", () => {
  let mika: TestPerson;
  let ren: TestPerson;

  beforeAll(async () => {
    [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren", { bio: "bio of ren" })]);
  });

  it("is idempotent and counted on both sides", async () => {
    for (let i = 0; i < 2; i++) {
      const { body } = await call<FollowResponse>(followRoute.POST, {
        as: mika,
        params: { id: ren.id },
        method: "POST",
      });
      expect(body).toEqual({ following: true, requested: false, followers: 1 });
    }
    expect(await counts(mika.id)).toEqual({ followersCount: 0, followingCount: 1 });
    const { body } = await profile(mika, ren.id);
    expect(body).toMatchObject({
      username: "ren",
      bio: "bio of ren",
      counts: { followers: 1, following: 0, posts: 0 },
      viewer: { following: true, followedBy: false },
      relation: { following: true, followedBy: false, blocking: false, muting: false },
    });
    expect(JSON.stringify(body)).not.toContain("@gum.test");
    const { body: gone } = await call<FollowResponse>(followRoute.DELETE, {
      as: mika,
      params: { id: ren.id },
      method: "DELETE",
    });
    expect(gone).toEqual({ following: false, requested: false, followers: 0 });
  });

  it("counts right when many follow at once, and two each other", async () => {
    const star = await makePerson("star");
    const crowd = await Promise.all(
      Array.from({ length: 8 }, (_, i) => makePerson(`fan${String(i).padStart(2, "0")}`)),
    );
    const answers = await Promise.all(
      crowd.flatMap((fan) => [towards(followRoute.POST, fan, star), towards(followRoute.POST, star, fan)]),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await counts(star.id)).toEqual({ followersCount: 8, followingCount: 8 });
  });

  it("of oneself, of nobody and of who is blocked is refused", async () => {
    expect((await towards(followRoute.POST, mika, mika)).status).toBe(400);
    expect(
      (
        await call<Problem>(followRoute.POST, {
          as: mika,
          params: { id: crypto.randomUUID() },
          method: "POST",
        })
      ).status,
    ).toBe(404);
  });

  it("is listed newest first, by cursor", async () => {
    const one = await makePerson("listed");
    const fans = [];
    for (let i = 0; i < 5; i++) fans.push(await makePerson(`listfan${i}`));
    for (const fan of fans) await towards(followRoute.POST, fan, one);
    const first = (
      await call<Page<Person>>(followers.GET, { as: mika, params: { id: one.id }, query: { limit: 3 } })
    ).body;
    expect(first.items.map(({ username }) => username)).toEqual(["listfan4", "listfan3", "listfan2"]);
    const rest = (
      await call<Page<Person>>(followers.GET, {
        as: mika,
        params: { id: one.id },
        query: { limit: 3, after: first.nextCursor! },
      })
    ).body;
    expect(rest.items.map(({ username }) => username)).toEqual(["listfan1", "listfan0"]);
    const theirs = (await call<Page<Person>>(following.GET, { as: fans[0]!, params: { id: fans[0]!.id } }))
      .body;
    expect(theirs.items).toMatchObject([
      { username: "listed", viewer: { following: true, followedBy: false } },
    ]);
  });
});

describe("profiles", () => {
  it("are found by id and by name; others are not there", async () => {
    const [aoi, sora] = await Promise.all([makePerson("aoi"), makePerson("空の人")]);
    expect((await profile(aoi, "空の人")).body.id).toBe(sora.id);
    expect((await profile(aoi, "@Aoi")).body.id).toBe(aoi.id);
    for (const id of ["nobody-here", crypto.randomUUID(), "a".repeat(61)]) {
      expect((await profile(aoi, id)).status).toBe(404);
    }
  });
});

describe("blocking", () => {
  it("ends both follows and hides each from the other everywhere", async () => {
    const [one, other, third] = await Promise.all([
      makePerson("blocker"),
      makePerson("target"),
      makePerson("third"),
    ]);
    await towards(followRoute.POST, one, other);
    await towards(followRoute.POST, other, one);
    const { post } = await createPost({ actor: one, payload: { kind: "text", body: "hello", media: [] } });
    const { post: theirs } = await createPost({
      actor: third,
      payload: { kind: "text", body: "neutral", media: [] },
    });
    const params = { id: theirs.id };
    await call(comments.POST, { as: other, params, json: { content: "from the blocked" } });
    await call(comments.POST, { as: one, params, json: { content: "from the blocker" } });

    expect((await towards(blockRoute.POST, one, other)).body).toEqual({ blocking: true });
    for (const id of [one.id, other.id])
      expect(await counts(id)).toEqual({ followersCount: 0, followingCount: 0 });

    // The blocked one: the blocker does not exist.
    expect((await profile(other, one.id)).status).toBe(404);
    expect((await call(postRoute.GET, { as: other, params: { id: post.id } })).status).toBe(404);
    expect(
      (await call(reactions.POST, { as: other, json: { postId: post.id, action: "like" } })).status,
    ).toBe(404);
    expect(
      (await call(comments.POST, { as: other, params: { id: post.id }, json: { content: "x" } })).status,
    ).toBe(404);
    expect((await call(comments.GET, { as: other, params: { id: post.id } })).status).toBe(404);
    expect(
      (await call<Problem>(followRoute.POST, { as: other, params: { id: one.id }, method: "POST" })).body
        .code,
    ).toBe("blocked");

    // The blocker: sees whom they block, to be able to end it, but nothing of theirs.
    expect((await profile(one, other.id)).body.relation.blocking).toBe(true);
    expect(
      (await call<Page<unknown>>(userPosts.GET, { as: one, params: { id: other.id } })).body.items,
    ).toEqual([]);
    const thread = async (as: TestPerson) =>
      (await call<Page<{ content: string }>>(comments.GET, { as, params })).body.items.map(
        ({ content }) => content,
      );
    expect(await thread(one)).toEqual(["from the blocker"]);
    expect(await thread(other)).toEqual(["from the blocked"]);
    expect(await thread(third)).toHaveLength(2);

    expect((await towards(blockRoute.DELETE, one, other, "DELETE")).body).toEqual({ blocking: false });
    expect((await profile(other, one.id)).status).toBe(200);
  });

  it("hides each other's apps: in lists, in posts of others, and from what can be attached", async () => {
    const [one, other, third] = await Promise.all([
      makePerson("app_blocker"),
      makePerson("app_target"),
      makePerson("app_third"),
    ]);
    const app = await makeApp(one, { name: "Theirs" }, { published: true });
    const attach = (actor: TestPerson) =>
      createPost({
        actor,
        payload: { kind: "text", body: "with an app", media: [], appRef: { appId: app.id } },
      });
    const { post } = await attach(third);
    const seenBy = async (as: TestPerson) =>
      (await call<Post>(postRoute.GET, { as, params: { id: post.id } })).body.app?.name ?? null;
    const appsFor = async (as: TestPerson) =>
      (await call<Page<{ name: string }>>(userApps.GET, { as, params: { id: one.id } })).body.items.length;
    expect([await seenBy(other), await appsFor(other)]).toEqual(["Theirs", 1]);
    await towards(blockRoute.POST, one, other);
    expect([await seenBy(other), await appsFor(other)]).toEqual([null, 0]);
    expect([await seenBy(third), await appsFor(third)]).toEqual(["Theirs", 1]);
    await expect(attach(other)).rejects.toMatchObject({ code: "unknown_app" });
  });

  it("holds against a follow at the same moment", async () => {
    for (let i = 0; i < 5; i++) {
      const [a, b] = await Promise.all([makePerson(`racer${i}a`), makePerson(`racer${i}b`)]);
      await Promise.all([towards(blockRoute.POST, a, b), towards(followRoute.POST, b, a)]);
      expect(await db().follow.count({ where: { followerId: b.id, followeeId: a.id } })).toBe(0);
      expect(await counts(a.id)).toEqual({ followersCount: 0, followingCount: 0 });
    }
  });
});

describe("muting", () => {
  it("is seen by who mutes only", async () => {
    const [one, other] = await Promise.all([makePerson("muter"), makePerson("mutedperson")]);
    await towards(muteRoute.POST, one, other);
    expect((await profile(one, other.id)).body.relation.muting).toBe(true);
    expect((await profile(other, one.id)).body.relation.muting).toBe(false);
    expect((await towards(muteRoute.DELETE, one, other, "DELETE")).body).toEqual({ muting: false });
  });
});

describe("reports", () => {
  it("keep what was reported as it looked then, one a person and thing", async () => {
    const [one, other] = await Promise.all([makePerson("reporter"), makePerson("offender")]);
    const { post } = await createPost({
      actor: other,
      payload: { kind: "text", body: "buy now", media: [] },
    });
    const json = { subjectType: "post", subjectId: post.id, reason: "spam", note: "again" };
    expect((await call(reports.POST, { as: one, json })).status).toBe(201);
    expect((await call(reports.POST, { as: one, json: { ...json, reason: "other" } })).status).toBe(201);
    await call(postRoute.DELETE, { as: other, method: "DELETE", params: { id: post.id } });
    const stored = await db().report.findMany({ where: { subjectId: post.id } });
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({
      reason: "other",
      context: { body: "buy now", author: { username: "offender" } },
    });
    expect(
      (await call(reports.POST, { as: one, json: { ...json, subjectId: crypto.randomUUID() } })).status,
    ).toBe(404);
    expect((await call(reports.POST, { as: one, json: { ...json, reason: "boring" } })).status).toBe(400);
  });
});

describe("whom to follow", () => {
  it("is whom one's people follow, then who is active; never oneself, hidden or followed people", async () => {
    const [me, friend, shared, hidden] = await Promise.all(
      ["newcomer", "friend", "sharedone", "hiddenone"].map((name) => makePerson(name)),
    );
    await towards(followRoute.POST, me!, friend!);
    await towards(followRoute.POST, friend!, shared!);
    await towards(followRoute.POST, friend!, hidden!);
    await towards(blockRoute.POST, me!, hidden!);
    const active = await makePerson("active");
    await createPost({ actor: active, payload: { kind: "text", body: "hi", media: [] } });
    const { items } = (await call<{ items: Suggestion[] }>(suggestions.GET, { as: me, query: { limit: 50 } }))
      .body;
    const names = items.map(({ username }) => username);
    expect(items[0]).toMatchObject({ username: "sharedone", sharedFollows: 1 });
    expect(names).toContain("active");
    for (const not of ["newcomer", "friend", "hiddenone"]) expect(names).not.toContain(not);
  });
});
