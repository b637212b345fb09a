import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SupabaseClient } from "@supabase/supabase-js";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { instanceAt } from "../../bin/realtime/instance.mjs";
import { startRealtime } from "../../bin/realtime/server.mjs";
import { makePackage, png, uploadForm } from "../support/apps";
import { callAsHosted, hostedAccessToken, type HostedPerson, hostedPerson } from "../support/hosted";
import { type Change, changes, leaveAll, live } from "../support/hosted-live";
import { startServer, type TestServer } from "../support/server";

/** Changes of the rows of every view, to those who may select them. */

let server: TestServer;
let gateway: Awaited<ReturnType<typeof startRealtime>>;
let kim: HostedPerson;
let lee: HostedPerson;
let max: HostedPerson;

beforeAll(async () => {
  const port = await freePort();
  server = await startServer({ env: { REALTIME_URL: `http://127.0.0.1:${port}` } });
  gateway = await startRealtime({ gumUrl: server.url, host: "127.0.0.1", port });
  [kim, lee, max] = await Promise.all([hostedPerson(server), hostedPerson(server), hostedPerson(server)]);
});
const streams: AbortController[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.abort();
  return leaveAll();
});
afterAll(async () => {
  await gateway?.stop();
  await server?.dispose();
});

const call = (person: HostedPerson, ...request: [method: string, path: string, body?: object]) =>
  callAsHosted(server, person, request);

const post = async ({ client }: HostedPerson, row: object) =>
  (await client.from("posts").insert(row).select("id").single().throwOnError()).data.id as string;

async function listen(client: SupabaseClient, table: string, filter?: string): Promise<Change[]> {
  const { received, status } = await changes(client, { table, ...(filter && { filter }) });
  expect(status).toBe("SUBSCRIBED");
  return received;
}

/** Whatever came before it has been sent, too, once this post is. */
async function settle(client: SupabaseClient): Promise<() => Promise<void>> {
  const received = await listen(client, "posts", `author_id=eq.${max.id}`);
  return async () => {
    const id = await post(max, { body: "So far" });
    await expect.poll(() => received.map((change) => change.new.id)).toContain(id);
  };
}

type RowNews = { type: string; view: string; change: string; row: Record<string, string> };

/** What the person's own stream says of rows, before anything is read from its view. */
async function streamed(person: HostedPerson, ...rows: string[]): Promise<RowNews[]> {
  const instance = instanceAt(server.url);
  const token = await hostedAccessToken(person);
  const abort = new AbortController();
  streams.push(abort);
  const events = instance.events(token, { signal: abort.signal, lastEventId: undefined });
  const { value: hello } = (await events.next()) as { value: { stream: string } };
  const shown = { stream: hello.stream, serial: 0, rows };
  await instance.watch(token, { ...shown, posts: [], apps: [], everyone: false, fresh: [] });
  const received: RowNews[] = [];
  const read = async () => {
    for await (const event of events as AsyncIterable<RowNews>)
      if (event.type === "row") received.push(event);
  };
  // It ends by being aborted.
  read().catch(() => undefined);
  return received;
}

describe("changes", () => {
  it("of likes are sent by their post, and nobody's to who asks for theirs", async () => {
    const id = await post(kim, { body: "Plums" });
    const client = await live(server, kim);
    const settled = await settle(client);
    const [ofPost, ofLee, all] = await Promise.all([
      listen(client, "reactions", `post_id=eq.${id}`),
      listen(client, "reactions", `user_id=eq.${lee.id}`),
      listen(client, "reactions"),
    ]);
    const own = await listen(await live(server, lee), "reactions");
    await lee.client.from("reactions").insert({ post_id: id });
    const row = { post_id: id, user_id: lee.id };
    await expect.poll(() => ofPost).toMatchObject([{ eventType: "INSERT", new: { ...row, kind: "like" } }]);
    await expect.poll(() => own).toMatchObject([{ eventType: "INSERT", new: row }]);
    await lee.client.from("reactions").delete().eq("post_id", id);
    await expect.poll(() => ofPost).toMatchObject([{}, { eventType: "DELETE", old: row }]);
    await expect.poll(() => own).toMatchObject([{}, { eventType: "DELETE", old: row }]);
    await settled();
    expect([ofLee, all]).toEqual([[], []]);
  });

  it("of follows, bookmarks and profiles are sent", async () => {
    const [ofMax, ofKim] = [await live(server, max), await live(server, kim)];
    const [follows, profiles, others] = await Promise.all([
      listen(ofMax, "follows", `following_id=eq.${kim.id}`),
      listen(ofMax, "profiles", `id=eq.${kim.id}`),
      listen(ofMax, "bookmarks"),
    ]);
    const bookmarks = await listen(ofKim, "bookmarks");
    await lee.client.from("follows").insert({ following_id: kim.id });
    const row = { follower_id: lee.id, following_id: kim.id };
    await expect.poll(() => follows).toMatchObject([{ eventType: "INSERT", new: row }]);
    await expect.poll(() => profiles).toMatchObject([{ eventType: "UPDATE", new: { followers_count: 1 } }]);
    await lee.client.from("follows").delete().eq("following_id", kim.id);
    await expect.poll(() => follows).toMatchObject([{}, { eventType: "DELETE", old: row }]);
    await kim.client.from("profiles").update({ bio: "Plums" }).eq("id", kim.id);
    await expect.poll(() => profiles.at(-1)).toMatchObject({ new: { id: kim.id, bio: "Plums" } });
    const id = await post(lee, { body: "Pears" });
    await kim.client.from("bookmarks").insert({ post_id: id });
    await expect.poll(() => bookmarks).toMatchObject([{ eventType: "INSERT", new: { post_id: id } }]);
    await kim.client.from("bookmarks").delete().eq("post_id", id);
    await expect
      .poll(() => bookmarks)
      .toMatchObject([{}, { eventType: "DELETE", old: { post_id: id, id: bookmarks[0]!.new.id } }]);
    expect(others).toEqual([]);
  });

  it("of apps, their versions and comments, and of notifications that were read, are sent", async () => {
    const [ofKim, ofLee] = [await live(server, kim), await live(server, lee)];
    const [own, versions, read] = await Promise.all([
      listen(ofKim, "apps", `owner_id=eq.${kim.id}`),
      listen(ofKim, "app_versions"),
      listen(ofKim, "notifications"),
    ]);
    const seen = await listen(ofLee, "apps");
    const gumFile = await makePackage({ name: `Told ${randomBytes(3).toString("hex")}` });
    const form = uploadForm({ gumFile, icon: await png() });
    const app = await call(kim, "POST", "/apps", form);
    await expect
      .poll(() => own)
      .toMatchObject([{ eventType: "INSERT", new: { id: app.id, is_public: false } }]);
    await expect.poll(() => versions).toMatchObject([{ eventType: "INSERT", new: { app_id: app.id } }]);
    const comments = await listen(ofLee, "comments", `app_id=eq.${app.id}`);
    const publish = (isPublic: boolean) => call(kim, "PATCH", `/apps/${app.id}/publish`, { isPublic });
    await publish(true);
    await expect
      .poll(() => seen)
      .toMatchObject([{ eventType: "UPDATE", new: { id: app.id, is_public: true } }]);
    await max.client.from("comments").insert({ app_id: app.id, content: "Ripe" });
    await expect.poll(() => comments).toMatchObject([{ eventType: "INSERT", new: { content: "Ripe" } }]);
    await expect.poll(() => read).toMatchObject([{ eventType: "INSERT", new: { kind: "app_comment" } }]);
    await call(kim, "POST", "/v1/notifications/read", {});
    await expect
      .poll(() => read)
      .toMatchObject([{}, { eventType: "UPDATE", new: { read_at: expect.any(String) } }]);
    await max.client.from("comments").delete().eq("app_id", app.id);
    await expect.poll(() => comments).toMatchObject([{}, { eventType: "DELETE" }]);
    await publish(false);
    await expect.poll(() => seen.at(-1)).toMatchObject({ eventType: "DELETE", old: { id: app.id } });
    await expect.poll(() => own.at(-1)).toMatchObject({ eventType: "UPDATE", new: { is_public: false } });
  });

  it("of replies and authors are sent by a filter, also when they are edited and deleted", async () => {
    const id = await post(kim, { body: "Plums" });
    const client = await live(server, lee);
    const [replies, ofMax] = await Promise.all([
      listen(client, "posts", `parent_id=eq.${id}`),
      listen(client, "posts", `author_id=eq.${max.id}`),
    ]);
    const reply = await post(max, { body: "Pears", parent_id: id });
    await expect.poll(() => replies).toMatchObject([{ eventType: "INSERT", new: { id: reply } }]);
    await max.client.from("posts").update({ body: "Ripe pears" }).eq("id", reply);
    await expect
      .poll(() => replies.at(-1))
      .toMatchObject({ eventType: "UPDATE", new: { body: "Ripe pears" } });
    // Each filter reads the row by itself, and one that is gone no more.
    await expect.poll(() => ofMax.at(-1)).toMatchObject({ eventType: "UPDATE" });
    await max.client.from("posts").delete().eq("id", reply);
    await expect.poll(() => replies.at(-1)).toMatchObject({ eventType: "DELETE", old: { id: reply } });
    await expect.poll(() => ofMax.map(({ eventType }) => eventType)).toEqual(["INSERT", "UPDATE", "DELETE"]);
  });

  it("of what a person may not see are not sent, not even that it is gone", async () => {
    const quiet = await hostedPerson(server);
    await call(quiet, "PATCH", "/v2/users/me/preferences", { isPrivate: true });
    const blocked = await hostedPerson(server);
    await call(blocked, "POST", `/users/${lee.id}/block`);
    const client = await live(server, lee);
    const settled = await settle(client);
    const id = await post(kim, { body: "Plums" });
    const received = (
      await Promise.all([
        listen(client, "follows"),
        listen(client, "profiles", `id=eq.${blocked.id}`),
        listen(client, "comments", `author_id=in.(${quiet.id},${blocked.id})`),
        listen(client, "posts", `author_id=in.(${quiet.id},${blocked.id})`),
        listen(client, "reactions", `post_id=eq.${id}`),
        listen(client, "apps"),
      ])
    ).flatMap((list) => [list]);
    for (const person of [quiet, blocked]) {
      const written = await post(person, { body: "Secret", parent_id: id });
      await person.client.from("reactions").insert({ post_id: id });
      await person.client.from("follows").insert({ following_id: max.id });
      await person.client.from("profiles").update({ bio: "Secret" }).eq("id", person.id);
      await settled();
      await person.client.from("posts").delete().eq("id", written);
      await person.client.from("reactions").delete().eq("post_id", id);
      await person.client.from("follows").delete().eq("following_id", max.id);
    }
    const gumFile = await makePackage({ name: `Own ${randomBytes(3).toString("hex")}` });
    const app = await call(kim, "POST", "/apps", uploadForm({ gumFile }));
    await call(kim, "DELETE", `/apps/${app.id}`);
    await settled();
    expect(received).toEqual([[], [], [], [], [], []]);
  });

  it("of private and unlisted people are not sent to the author of the post above either", async () => {
    const [quiet, unlisted] = [await hostedPerson(server), await hostedPerson(server)];
    await call(quiet, "PATCH", "/v2/users/me/preferences", { isPrivate: true });
    await call(unlisted, "PATCH", "/v2/users/me/preferences", { unlisted: true });
    const id = await post(kim, { body: "Plums" });
    const topics = [`comments:post_id:${id}`, `posts:parent_id:${id}`, `reactions:post_id:${id}`];
    const received = await streamed(kim, ...topics, "profiles");
    const own = await streamed(quiet, ...topics);
    for (const person of [quiet, unlisted]) {
      const reply = await post(person, { body: "Pears", parent_id: id });
      await person.client.from("posts").delete().eq("id", reply).throwOnError();
    }
    await quiet.client.from("reactions").insert({ post_id: id }).throwOnError();
    await quiet.client.from("reactions").delete().eq("post_id", id).throwOnError();
    await unlisted.client.from("profiles").update({ bio: "Quiet" }).eq("id", unlisted.id).throwOnError();
    await unlisted.client.from("follows").insert({ following_id: max.id }).throwOnError();
    const open = await post(lee, { body: "Figs", parent_id: id });
    await lee.client.from("posts").delete().eq("id", open).throwOnError();
    const last = { view: "comments", change: "DELETE", row: { id: open, author_id: lee.id, post_id: id } };
    await expect.poll(() => received).toContainEqual(expect.objectContaining(last));
    const people = received.flatMap(({ row }) => [row.author_id, row.user_id, row.id]);
    expect(people).not.toContain(quiet.id);
    expect(people).not.toContain(unlisted.id);
    await expect.poll(() => own.map(({ row }) => row.user_id)).toContain(quiet.id);
    const isOwn = ({ view, change, row }: RowNews) =>
      view === "comments" && change === "DELETE" && row.author_id === quiet.id;
    expect(own.filter(isOwn)).toHaveLength(1);
  });

  it("of comments are sent to those who see their app: not of a private one, nor by a block", async () => {
    const upload = async () => {
      const gumFile = await makePackage({ name: `Told ${randomBytes(3).toString("hex")}` });
      return call(kim, "POST", "/apps", uploadForm({ gumFile }));
    };
    const [hidden, shown] = [await upload(), await upload()];
    await call(kim, "PATCH", `/apps/${shown.id}/publish`, { isPublic: true });
    const [blocked, muting] = [await hostedPerson(server), await hostedPerson(server)];
    await call(kim, "POST", `/users/${blocked.id}/block`);
    await call(muting, "POST", `/users/${kim.id}/mute`);
    const id = await post(lee, { body: "Plums" });
    const received = [await streamed(kim, "comments"), await streamed(muting, "comments")];
    received.push(await streamed(blocked, "comments"));
    await kim.client.from("comments").insert({ app_id: hidden.id, content: "To myself" }).throwOnError();
    await max.client.from("comments").insert({ app_id: shown.id, content: "Ripe" }).throwOnError();
    await max.client.from("comments").insert({ post_id: id, content: "So far" }).throwOnError();
    for (const news of received) await expect.poll(() => news.map(({ row }) => row.post_id)).toContain(id);
    const apps = received.map((news) => news.flatMap(({ row }) => row.app_id ?? []));
    expect(apps).toEqual([[hidden.id, shown.id], [shown.id], []]);
  });
});
