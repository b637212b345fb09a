import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/realtime/v1/stream/route";
import * as watchRoute from "@/app/api/realtime/v1/watch/route";
import { changePassword } from "@/lib/account/service";
import { issueAccessToken } from "@/lib/auth/access-token.server";
import { setReauthenticated } from "@/lib/auth/session-repository";
import { endListedSession, endOtherSessions, signOutSession } from "@/lib/auth/session-service";
import { db } from "@/lib/db/client";
import { idAt, timeOfId } from "@/lib/shared/time-id";
import { addComment, deleteComment } from "@/lib/posts/comment-service";
import { block, follow, mute } from "@/lib/people/follow-service";
import { markRead } from "@/lib/notifications/service";
import { createPost, deletePost } from "@/lib/posts/service";
import { react } from "@/lib/posts/reaction-service";
import { openLive } from "../support/live-stream";
import { call, makePerson, type TestPerson } from "../support/people";

let mika: TestPerson;
let ren: TestPerson;
let aoi: TestPerson;
const open: { close: () => Promise<unknown> }[] = [];

beforeAll(async () => {
  [mika, ren, aoi] = await Promise.all([makePerson("mika"), makePerson("ren"), makePerson("aoi")]);
  await follow({ actor: mika, userId: ren.id });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.close()));
});

async function listen(as: TestPerson, shows?: Parameters<typeof openLive>[1], lastEventId?: string) {
  const stream = await openLive(as, shows, lastEventId);
  open.push(stream);
  return stream;
}
const write = async (author: TestPerson, body = "x") =>
  (await createPost({ actor: author, payload: { kind: "text", body, media: [] } })).post;

describe("the live stream", () => {
  it("tells new posts, and whether they belong to the home feed", async () => {
    const stream = await listen(mika, { everyone: true });
    const home = await listen(mika);
    const other = await write(aoi);
    const followed = await write(ren);
    const heard = await stream.until((event) => event.type === "post" && event.id === followed.id);
    expect(heard.event).toEqual({ type: "post", id: followed.id, authorId: ren.id, home: true });
    expect(
      (await stream.until((event) => event.type === "post" && event.id === other.id)).event,
    ).toMatchObject({ home: false });
    await deletePost({ actor: aoi, id: other.id });
    await stream.until((event) => event.type === "post_deleted" && event.id === other.id);
    await home.until((event) => event.type === "post" && event.id === followed.id);
    expect(home.events.map(({ event }) => event.type)).toEqual(["hello", "post"]);
  });

  it("tells counts and comments; many likes at once as few events, the last one right", async () => {
    const post = await write(ren);
    const stream = await listen(mika, { posts: [post.id] });
    const crowd = await Promise.all(
      Array.from({ length: 12 }, (_, i) => makePerson(`likes${String(i).padStart(2, "0")}`)),
    );
    const began = performance.now();
    await Promise.all(crowd.map((actor) => react({ actor, postId: post.id, kind: "like", on: true })));
    await stream.until((event) => event.type === "counts" && event.likes === 12);
    const seconds = (performance.now() - began) / 1_000;
    // Four a second at most.
    expect(stream.events.filter(({ event }) => event.type === "counts").length).toBeLessThanOrEqual(
      1 + Math.ceil(4 * seconds),
    );
    const comment = await addComment({ actor: aoi, subject: { type: "post", id: post.id }, content: "hi" });
    await stream.show({ posts: [post.id, comment.id] });
    await stream.until((event) => event.type === "reply" && event.id === comment.id);
    await stream.until((event) => event.type === "counts" && event.comments === 1);
    await deleteComment({ actor: aoi, subject: { type: "post", id: post.id }, id: comment.id });
    await stream.until((event) => event.type === "post_deleted" && event.id === comment.id);
  });

  it("tells counts of what is shown only, and how that is at first; the last word counts", async () => {
    const [one, other] = [await write(ren), await write(ren)];
    const stream = await listen(mika);
    await react({ actor: aoi, postId: one.id, kind: "like", on: true });
    expect(await stream.show({ posts: [one.id] })).toMatchObject([
      { postId: one.id, likes: 1, liked: false },
    ]);
    await react({ actor: aoi, postId: other.id, kind: "like", on: true });
    await react({ actor: mika, postId: one.id, kind: "like", on: true });
    await stream.until((event) => event.type === "counts" && event.likes === 2);
    await stream.show({ posts: [other.id] });
    // Overtaken by the one before.
    await stream.show({ posts: [one.id] }, 1);
    await react({ actor: aoi, postId: one.id, kind: "like", on: false });
    await react({ actor: aoi, postId: other.id, kind: "like", on: false });
    await stream.until((event) => event.type === "counts" && event.postId === other.id);
    const told = stream.events.flatMap(({ event }) =>
      event.type === "counts" ? [[event.postId, event.likes]] : [],
    );
    // Counts are gathered for a moment: those of the first like may still come.
    expect(told.slice(told.findIndex(([, likes]) => likes === 2))).toEqual([
      [one.id, 2],
      [other.id, 0],
    ]);
    expect(told).not.toContainEqual([other.id, 1]);
  });

  it("does not tell of a post by naming it, nor change somebody else's stream", async () => {
    const [me, hider] = await Promise.all([makePerson("namer"), makePerson("hider")]);
    const [theirs, marker] = [await write(hider), await write(ren)];
    await block({ actor: hider, userId: me.id });
    const stream = await listen(me);
    expect(await stream.show({ posts: [theirs.id, marker.id] })).toHaveLength(1);
    const { stream: id } = stream.hello.event as { stream: string };
    await call(watchRoute.PUT, {
      as: aoi,
      json: { stream: id, serial: 9, posts: [], apps: [], everyone: false, fresh: [] },
      method: "PUT",
    });
    await react({ actor: aoi, postId: theirs.id, kind: "like", on: true });
    await react({ actor: aoi, postId: marker.id, kind: "like", on: true });
    await stream.until((event) => event.type === "counts" && event.postId === marker.id);
    expect(stream.events.map(({ event }) => event.type)).toEqual(["hello", "counts"]);
  });

  it("tells notifications to whom they are for, with how many are unread", async () => {
    const post = await write(mika);
    const [mine, others] = [await listen(mika), await listen(aoi)];
    const before = (mine.hello.event as { unread: number }).unread;
    await react({ actor: ren, postId: post.id, kind: "like", on: true });
    const { event } = await mine.until((event) => event.type === "notification");
    expect(event).toMatchObject({ kind: "like", unread: before + 1 });
    await markRead({ viewer: mika });
    await mine.until((event) => event.type === "unread" && event.unread === 0);
    expect(others.events.some(({ event }) => event.type === "notification" || event.type === "unread")).toBe(
      false,
    );
  });

  it("says nothing of people whom one hides, from the moment one does", async () => {
    const [me, loud] = await Promise.all([makePerson("quietone"), makePerson("loudone")]);
    const stream = await listen(me, { everyone: true });
    await mute({ actor: me, userId: loud.id });
    await stream.until((event) => event.type === "relations");
    await write(loud);
    const marker = await write(ren);
    await stream.until((event) => event.type === "post" && event.id === marker.id);
    expect(stream.events.some(({ event }) => event.type === "post" && event.authorId === loud.id)).toBe(
      false,
    );

    const theirs = await listen(loud, { everyone: true });
    await block({ actor: me, userId: loud.id });
    await theirs.until((event) => event.type === "relations");
    await write(me);
    const second = await write(ren);
    await theirs.until((event) => event.type === "post" && event.id === second.id);
    expect(theirs.events.some(({ event }) => event.type === "post" && event.authorId === me.id)).toBe(false);
  });

  it("ends with its session, however that ends, and only then", async () => {
    const { id: userId } = await makePerson("leaver");
    const session = async (seconds = 3_600) => {
      const sessionId = uuidv7();
      const expiresAt = new Date(Date.now() + seconds * 1_000);
      await db().session.create({ data: { id: sessionId, userId, kind: "api", expiresAt } });
      const { accessToken: token } = await issueAccessToken({ userId, sessionId });
      return { sessionId, stream: await listen({ id: userId, username: "leaver", token }) };
    };
    const [kept, signedOut, listed, brief] = [
      await session(),
      await session(),
      await session(),
      // Long enough to open its stream on a slow machine.
      await session(6),
    ];
    const ended = ({ stream }: typeof kept) => expect.poll(stream.ended).toBe(true);
    await signOutSession({ id: signedOut.sessionId, userId });
    await endListedSession({ id: listed.sessionId, userId });
    await Promise.all([ended(signedOut), ended(listed), ended(brief)]);
    const other = await session();
    await setReauthenticated(kept.sessionId);
    const change = { password: "an altogether new one", language: "en" } as const;
    await changePassword({ userId, sessionId: kept.sessionId }, change);
    await ended(other);
    await kept.stream.show({ everyone: true });
    const post = await write(ren);
    await kept.stream.until((event) => event.type === "post" && event.id === post.id);
    await endOtherSessions({ userId, currentId: uuidv7() });
    await ended(kept);
  });

  it("resumes: what happened while the connection was away is told, from the database alone", async () => {
    const first = await listen(mika);
    expect(first.hello.event).toMatchObject({ resumed: false });
    await write(ren, "heard");
    const last = await first.until((event) => event.type === "post");
    expect(timeOfId(last.id)).not.toBeNull();
    await first.close();
    const mine = await write(mika);
    const missed = [await write(ren, "missed"), mine];
    const other = await write(aoi, "not of the home feed");
    await react({ actor: aoi, postId: mine.id, kind: "like", on: true });
    const again = await listen(mika, {}, last.id);
    expect(again.hello.event).toMatchObject({ resumed: true });
    for (const { id } of missed) await again.until((event) => event.type === "post" && event.id === id);
    await again.until((event) => event.type === "notification" && event.kind === "like");
    expect(again.events.some(({ event }) => event.type === "post" && event.id === other.id)).toBe(false);
  });

  it("loses nothing that was being committed as the connection broke", async () => {
    // Its id is older than the last event that was heard, its row came later.
    const lastHeard = idAt(new Date());
    const { post } = await createPost({
      actor: ren,
      at: new Date(Date.now() - 5_000),
      payload: { kind: "text", body: "slow", media: [] },
    });
    const stream = await listen(mika, {}, lastHeard);
    await stream.until((event) => event.type === "post" && event.id === post.id);
  });

  it.each([
    ["nonsense"],
    [idAt(new Date(Date.now() - 2 * 3_600_000))],
    [idAt(new Date(Date.now() + 3_600_000))],
  ])("begins anew after %s, and says so", async (lastEventId) => {
    const stream = await listen(mika, {}, lastEventId);
    expect(stream.hello.event).toMatchObject({ resumed: false });
  });

  it("ends with its reader, and leaves no listener behind", async () => {
    const { eventBus } = await import("@/lib/realtime/event-bus.server");
    const stream = await listen(mika);
    stream.abort();
    await expect.poll(() => stream.ended()).toBe(true);
    expect(() => eventBus().publish({ type: "post", id: idAt(new Date()), authorId: ren.id })).not.toThrow();
  });

  it("is for people who are signed in", async () => {
    const request = new Request("http://localhost:3000/api/realtime/v1/stream", {
      headers: { authorization: "Bearer x" },
    });
    expect((await GET(request, { params: Promise.resolve({}) })).status).toBe(401);
  });
});
