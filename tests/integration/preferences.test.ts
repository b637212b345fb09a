import { beforeAll, describe, expect, it } from "vitest";
import * as mutedWordsRoute from "@/app/api/v2/users/me/muted-words/route";
import * as preferencesRoute from "@/app/api/v2/users/me/preferences/route";
import * as notificationsRoute from "@/app/api/v1/notifications/route";
import * as timelineRoute from "@/app/api/v1/timeline/route";
import * as reactionsRoute from "@/app/api/v1/reactions/route";
import * as searchRoute from "@/app/api/v1/search/route";
import * as discoverRoute from "@/app/api/v1/discover/people/route";
import type { Preferences } from "@/lib/account/preferences-contract";
import type { NotificationPage } from "@/lib/notifications/contract";
import { follow } from "@/lib/people/follow-service";
import type { Person } from "@/lib/people/contract";
import type { Post } from "@/lib/posts/contract";
import { addComment } from "@/lib/posts/comment-service";
import { createPost } from "@/lib/posts/service";
import type { Page } from "@/lib/shared/contract";
import { call, makePerson, type TestPerson } from "../support/people";

let reader: TestPerson;
let writer: TestPerson;

const write = async (author: TestPerson, body: string, quote?: string) =>
  (await createPost({ actor: author, payload: { kind: "text", body, media: [], quote } })).post;
const muteWord = (as: TestPerson, word: unknown, method: "POST" | "DELETE" = "POST") =>
  call<Preferences>(mutedWordsRoute[method], { as, method, json: { word } });
const change = (as: TestPerson, json: object) =>
  call<Preferences>(preferencesRoute.PATCH, { as, method: "PATCH", json });
const timeline = async (as: TestPerson, query: Record<string, string | number> = {}) =>
  (await call<Page<Post>>(timelineRoute.GET, { as, query: { feed: "home", ...query } })).body;
const bodies = async (as: TestPerson, feed = "home") =>
  (await timeline(as, { feed })).items.map(({ body }) => body);
const kinds = async (as: TestPerson) =>
  (await call<NotificationPage>(notificationsRoute.GET, { as })).body.items.map(({ kind }) => kind);

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  reader = await makePerson("reader");
  writer = await makePerson("writer");
  await follow({ actor: reader, userId: writer.id });
});

describe("muted words", () => {
  it("keep posts out of both feeds, also by what they quote, and come back", async () => {
    const spoiler = await write(writer, "The Butler did it");
    await write(writer, "これはネタバレです");
    await write(writer, "a catalogue");
    await write(writer, "look at this", spoiler.id);
    await write(reader, "my own butler");
    for (const word of ["butler", "ネタバレ", "cat", "BUTLER"]) await muteWord(reader, word);
    expect(await bodies(reader)).toEqual(["my own butler", "a catalogue"]);
    expect(await bodies(reader, "all")).toEqual(["my own butler", "a catalogue"]);
    expect((await bodies(writer)).length).toBeGreaterThanOrEqual(4);

    const { body } = await muteWord(reader, "ＢＵＴＬＥＲ", "DELETE");
    expect(body.mutedWords).toEqual(["ネタバレ", "cat"]);
    expect(await bodies(reader)).toEqual([
      "my own butler",
      "look at this",
      "a catalogue",
      "The Butler did it",
    ]);
  });

  it("leave no page of a feed empty while there is more", async () => {
    const [one, loud] = await Promise.all([makePerson("patient"), makePerson("loud")]);
    await follow({ actor: one, userId: loud.id });
    await write(loud, "quiet in the end");
    for (let i = 0; i < 5; i++) await write(loud, `noise ${i}`);
    await muteWord(one, "noise");
    const page = await timeline(one, { limit: 2 });
    expect(page).toMatchObject({ items: [{ body: "quiet in the end" }], nextCursor: null });
  });

  it("keep notifications away: mentions, quotes and comments", async () => {
    const [one, rude] = await Promise.all([makePerson("calm"), makePerson("rude")]);
    const post = await write(one, "hello");
    await muteWord(one, "idiot");
    await write(rude, "@calm you idiot");
    await write(rude, "what an idiot", post.id);
    await addComment({ actor: rude, subject: { type: "post", id: post.id }, content: "Idiot!" });
    expect(await kinds(one)).toEqual([]);
    await write(rude, "@calm sorry");
    expect(await kinds(one)).toEqual(["mention"]);
  });

  it("are refused when there is nothing in them, too long, or too many", async () => {
    const one = await makePerson("wordy");
    for (const word of ["", "  ", "x".repeat(61), 5, "\u0301"]) {
      const { status } = await muteWord(one, word);
      expect([word, status]).toEqual([word, word === "\u0301" ? status : 400]);
    }
    for (let i = 0; i < 200; i++) await muteWord(one, `word${i}`);
    expect((await muteWord(one, "one more")).status).toBe(400);
    expect((await muteWord(one, "WORD7")).status).toBe(200);
  });

  it("can be added on two devices at once", async () => {
    const one = await makePerson("twodevices");
    await Promise.all(["a1", "b2", "c3", "d4"].map((word) => muteWord(one, word)));
    const { body } = await call<Preferences>(preferencesRoute.GET, { as: one });
    expect([...body.mutedWords].sort()).toEqual(["a1", "b2", "c3", "d4"]);
  });
});

it("notifications of a kind that is off are not made; the others are, and those of before stay", async () => {
  const [one, fan] = await Promise.all([makePerson("famous"), makePerson("fan")]);
  const post = await write(one, "like me");
  const like = (action: string) =>
    call(reactionsRoute.POST, { as: fan, method: "POST", json: { postId: post.id, action } });
  const { body } = await change(one, { notifications: { likes: false, follows: false } });
  expect(body.notifications).toEqual({
    likes: false,
    comments: true,
    mentions: true,
    reposts: true,
    follows: false,
    apps: true,
  });
  await like("like");
  await follow({ actor: fan, userId: one.id });
  await addComment({ actor: fan, subject: { type: "post", id: post.id }, content: "nice" });
  expect(await kinds(one)).toEqual(["comment"]);
  await change(one, { notifications: { likes: true } });
  await like("unlike");
  await like("like");
  expect(await kinds(one)).toEqual(["like", "comment"]);
  const only = (group: string) =>
    call<NotificationPage>(notificationsRoute.GET, { as: one, query: { group } });
  expect((await only("comments")).body.items.map(({ kind }) => kind)).toEqual(["comment"]);
  expect((await only("mentions")).body.items).toEqual([]);
  expect((await only("secrets")).status).toBe(400);
  expect((await change(one, { notifications: { secrets: true } })).status).toBe(400);
});

it("who hides from search is found by followers only, and is suggested to nobody", async () => {
  const [hidden, follower, stranger] = await Promise.all([
    makePerson("hermit"),
    makePerson("devotee"),
    makePerson("passerby"),
  ]);
  await follow({ actor: follower, userId: hidden.id });
  await write(hidden, "rareword of a hermit #hermitage");
  const found = async (as: TestPerson) => ({
    people: (await call<Page<Person>>(searchRoute.GET, { as, query: { q: "hermit", type: "users" } })).body
      .items.length,
    posts: (await call<Page<Post>>(searchRoute.GET, { as, query: { q: "rareword", type: "posts" } })).body
      .items.length,
  });
  const suggested = async (as: TestPerson) =>
    (await call<{ items: Person[] }>(discoverRoute.GET, { as, query: { limit: 50 } })).body.items.map(
      ({ username }) => username,
    );
  expect(await found(stranger)).toEqual({ people: 1, posts: 1 });
  expect(await suggested(stranger)).toContain("hermit");
  await change(hidden, { unlisted: true });
  expect(await found(stranger)).toEqual({ people: 0, posts: 0 });
  expect(await found(follower)).toEqual({ people: 1, posts: 1 });
  expect(await found(hidden)).toEqual({ people: 1, posts: 1 });
  expect(await suggested(stranger)).not.toContain("hermit");
  expect(await bodies(stranger, "all")).toContain("rareword of a hermit #hermitage");
});
