import { beforeAll, describe, expect, it } from "vitest";
import { makePackage, uploadForm } from "../support/apps";
import { callAsHosted, type HostedPerson, hostedPerson } from "../support/hosted";
import { hostedPlums } from "../support/hosted-plums";
import { withClient } from "../support/postgres";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** Several rows in one request of an unmodified supabase-js: all of them or none. */

let server: SharedServer;
let kim: HostedPerson;
let lee: HostedPerson;
/** Of Kim, oldest first. */
let posts: string[];

beforeAll(async () => {
  server = sharedServer();
  ({ kim, lee, posts } = await hostedPlums(server));
});

const idsOf = ({ data }: { data: unknown }) => ((data ?? []) as { id: string }[]).map(({ id }) => id);
const countOf = async (table: string, column: string, id: string): Promise<number> => {
  const [row] = await server.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE ${column} = $1`,
    [id],
  );
  return row!.count;
};

describe("insert", () => {
  it("stores rows in their order, by the services of our routes", async () => {
    const made = await lee.client
      .from("posts")
      .insert(
        [
          { body: "first @" + kim.username },
          { body: "second", warning: "W" },
          { body: "third", parent_id: posts[0] },
        ],
        {
          count: "exact",
        },
      )
      .select("id, body, warning, parent_id");
    expect(made).toMatchObject({
      status: 201,
      count: 3,
      data: [
        { body: "first @" + kim.username, warning: "" },
        { body: "second", warning: "W" },
        { body: "third", parent_id: posts[0] },
      ],
    });
    const told = await kim.client
      .from("notifications")
      .select("kind")
      .in("post_id", idsOf(made))
      .order("kind");
    expect(told.data).toEqual([{ kind: "comment" }, { kind: "mention" }]);
    const { data } = await lee.client.from("profiles").select("posts_count").eq("id", lee.id).single();
    expect(data).toEqual({ posts_count: 2 });
    expect((await kim.client.from("posts").select("comments_count").eq("id", posts[0]!)).data).toEqual([
      { comments_count: 1 },
    ]);
    const minimal = await lee.client
      .from("posts")
      .insert([{ body: "a" }, { body: "b" }], { defaultToNull: false });
    expect(minimal).toMatchObject({ status: 201, data: null, error: null });
    expect(await lee.client.from("posts").insert([]).select()).toMatchObject({ status: 201, data: [] });
    await lee.client.from("posts").delete().eq("author_id", lee.id).throwOnError();
  });

  it("knows reactions, bookmarks, follows and comments, too", async () => {
    const { client } = lee;
    const rows = posts.map((post_id) => ({ post_id }));
    expect((await client.from("reactions").insert(rows).select("post_id")).data).toEqual(rows);
    expect((await client.from("bookmarks").insert(rows).select("post_id")).data).toEqual(rows);
    const others = await Promise.all([hostedPerson(server), hostedPerson(server)]);
    const follows = [kim, ...others].map(({ id }) => ({ following_id: id }));
    expect((await client.from("follows").insert(follows).select("following_id")).data).toEqual(follows);
    const { data } = await client.from("profiles").select("following_count").eq("id", lee.id).single();
    expect(data).toEqual({ following_count: 3 });
    const comments = posts.slice(1).map((post_id) => ({ post_id, content: `on ${post_id}` }));
    expect((await client.from("comments").insert(comments).select("post_id, content")).data).toEqual(
      comments,
    );
    const likes = await kim.client
      .from("posts")
      .select("likes_count, comments_count")
      .in("id", posts)
      .order("id");
    expect(likes.data).toMatchObject([{ likes_count: 1 }, { likes_count: 1 }, { likes_count: 1 }]);
    for (const view of ["reactions", "bookmarks"])
      await client.from(view).delete().in("post_id", posts).throwOnError();
    await client.from("follows").delete().eq("follower_id", lee.id).throwOnError();
  });

  it("stores nothing if one row is refused, and says which", async () => {
    const { client } = lee;
    const before = await countOf("posts", "author_id", lee.id);
    const posted = (rows: object[]) => client.from("posts").insert(rows);
    expect(await posted([{ body: "a" }, { body: " " }, { body: "c" }])).toMatchObject({
      status: 400,
      error: {
        code: "validation_error",
        message: expect.any(String),
        details: expect.stringContaining("Row 2 of 3; no row was stored."),
        hint: null,
      },
    });
    expect((await posted([{ body: "a" }, { body: "b", author_id: kim.id }])).error?.code).toBe(
      "validation_error",
    );
    const missing = "0190a0a0-0000-7000-8000-000000000000";
    expect(await posted([{ body: "a" }, { body: "b", parent_id: missing }])).toMatchObject({
      status: 404,
      error: { code: "not_found", details: "Row 2 of 2; no row was stored." },
    });
    const client_key = crypto.randomUUID();
    expect(
      await posted([
        { body: "a", client_key },
        { body: "b", client_key },
      ]),
    ).toMatchObject({
      status: 400,
      error: {
        code: "validation_error",
        details: "Row 2 of 2; no row was stored. client_key: Another row has the same client_key.",
      },
    });
    // What comes back is checked before anything is stored.
    const wrong = await client.from("posts").insert({ body: "a" }).select("id,nope");
    expect(wrong.error?.code).toBe("42703");
    expect(await countOf("posts", "author_id", lee.id)).toBe(before);
    const likes = [{ post_id: posts[0] }, { post_id: missing }];
    expect((await client.from("reactions").insert(likes)).error?.code).toBe("not_found");
    expect((await client.from("bookmarks").insert(likes)).error?.code).toBe("not_found");
    expect(await countOf("likes", "user_id", lee.id)).toBe(0);
    expect(await countOf("bookmarks", "user_id", lee.id)).toBe(0);
    const follows = [{ following_id: kim.id }, { following_id: lee.id }];
    expect((await client.from("follows").insert(follows)).error?.code).toBe("validation_error");
    expect(await countOf("follows", "follower_id", lee.id)).toBe(0);
    const { data } = await kim.client.from("posts").select("likes_count").eq("id", posts[0]!).single();
    expect(data).toEqual({ likes_count: 0 });
  });

  it("has a limit, and gives one row only of one", async () => {
    const before = await countOf("posts", "author_id", lee.id);
    const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ body: `row ${index}` }));
    expect((await lee.client.from("posts").insert(rows(101))).error).toMatchObject({
      code: "54000",
      details: "It has 101; no row was stored.",
    });
    expect(await lee.client.from("posts").insert(rows(2)).select().single()).toMatchObject({
      status: 406,
      error: { code: "PGRST116" },
    });
    expect(await countOf("posts", "author_id", lee.id)).toBe(before);
    const many = await lee.client.from("posts").insert(rows(100)).select("body");
    expect(many).toMatchObject({ error: null, data: rows(100) });
    await server.database.query("DELETE FROM posts WHERE author_id = $1", [lee.id]);
  });

  it("is the same insert for a client that sends it again, also at the same time", async () => {
    const { client, id } = await hostedPerson(server);
    const rows = ["a", "b", "c"].map((body) => ({ body, client_key: crypto.randomUUID() }));
    const send = () => client.from("posts").insert(rows).select("id, body");
    const [first, ...others] = await Promise.all([send(), send(), send()]);
    expect(first).toMatchObject({ error: null, data: [{ body: "a" }, { body: "b" }, { body: "c" }] });
    for (const again of [...others, await send()])
      expect([again.error, again.data]).toEqual([null, first.data]);
    expect(await countOf("posts", "author_id", id)).toBe(3);
  });

  it("follows fewer people at once, and none of them if one cannot be followed", async () => {
    const { client, id } = await hostedPerson(server);
    const rows = (count: number) => Array.from({ length: count }, () => ({ following_id: kim.id }));
    expect((await client.from("follows").insert(rows(21))).error).toMatchObject({ code: "54000" });
    const missing = { following_id: "0190a0a0-0000-7000-8000-000000000000" };
    expect((await client.from("follows").insert([...rows(1), missing])).error?.code).toBe("not_found");
    expect(await countOf("follows", "follower_id", id)).toBe(0);
    expect((await client.from("follows").insert(rows(20)).select("following_id")).data).toEqual(rows(1));
    expect(await countOf("follows", "follower_id", id)).toBe(1);
  });

  it("keeps requests in the other order apart", async () => {
    const others = await Promise.all([hostedPerson(server), hostedPerson(server)]);
    const rows = posts.map((post_id) => ({ post_id }));
    const replies = posts.map((parent_id) => ({ body: "Hi", parent_id }));
    const results = await Promise.all(
      [lee, ...others].flatMap(({ client }, index) => [
        client.from("reactions").insert(index % 2 ? rows : rows.toReversed()),
        client.from("posts").insert(index % 2 ? replies : replies.toReversed()),
      ]),
    );
    expect(results.map(({ error }) => error)).toEqual(results.map(() => null));
    const { data } = await kim.client.from("posts").select("likes_count").in("id", posts);
    expect(data).toEqual(posts.map(() => ({ likes_count: 3 })));
  });
});

describe("upsert", () => {
  it("puts rows where their keys are free, and changes or leaves those that are there", async () => {
    const [own] = await Promise.all([hostedPerson(server)]);
    const { client } = own;
    const made = await client
      .from("posts")
      .insert([{ body: "a" }, { body: "b" }])
      .select("id");
    const [a, b] = idsOf(made);
    const both = await client
      .from("posts")
      .upsert([{ id: a, body: "a, edited" }, { id: b, warning: "W" }, { body: "c" }].slice(0, 2), {
        count: "exact",
      })
      .select("body, warning");
    expect(both).toMatchObject({
      status: 200,
      count: 2,
      data: [{ body: "a, edited" }, { body: "b", warning: "W" }],
    });
    const likes = client.from("reactions");
    await likes.insert({ post_id: posts[0]! }).throwOnError();
    const rows = posts.map((post_id) => ({ post_id }));
    const ignored = await likes.upsert(rows, { ignoreDuplicates: true }).select("post_id");
    expect(ignored).toMatchObject({ status: 201, data: rows.slice(1) });
    expect(await likes.upsert(rows).select("post_id")).toMatchObject({ status: 200, data: rows });
    const mixed = [{ id: a, body: "x" }, { body: "new" }];
    const added = await client.from("posts").upsert(mixed, { defaultToNull: false }).select("body");
    expect(added).toMatchObject({ status: 201, data: [{ body: "x" }, { body: "new" }] });
  });

  it("returns rows that were there and new ones in their order", async () => {
    const { client } = await hostedPerson(server);
    await client.from("bookmarks").insert({ post_id: posts[1] }).throwOnError();
    const rows = posts.map((post_id) => ({ post_id }));
    expect((await client.from("bookmarks").upsert(rows).select("post_id")).data).toEqual(rows);
  });

  it("has keys that are ids, and changes as many rows as an update", async () => {
    const { client } = await hostedPerson(server);
    for (const post_id of [{ toString: 1 }, { toString: null }, [], "x", 1])
      expect(await client.from("reactions").upsert([{ post_id }, { post_id: posts[0] }])).toMatchObject({
        status: 400,
        error: { code: "validation_error", details: expect.stringContaining("Row 1 of 2") },
      });
    const bodies = Array.from({ length: 21 }, (_, index) => ({ body: `row ${index}` }));
    const made = await client.from("posts").insert(bodies).select("id");
    const rows = idsOf(made).map((id) => ({ id, body: "x" }));
    expect((await client.from("posts").upsert(rows)).error?.code).toBe("PGRST124");
    expect((await client.from("posts").upsert(rows.slice(1))).error).toBeNull();
  });

  it("changes nothing if one row is refused", async () => {
    const own = await hostedPerson(server);
    const { data } = await own.client.from("posts").insert({ body: "a" }).select("id").single();
    const { id } = data as { id: string };
    const code = async (view: string, rows: object[]) =>
      (await own.client.from(view).upsert(rows)).error?.code;
    expect(
      await code("posts", [
        { id, body: "b" },
        { id: posts[0], body: "b" },
      ]),
    ).toBe("validation_error");
    expect(
      await code("posts", [
        { id, body: "b" },
        { id, body: "c" },
      ]),
    ).toBe("21000");
    expect(
      await code("profiles", [
        { id: own.id, bio: "b" },
        { id: kim.id, bio: "b" },
      ]),
    ).toBe("42501");
    expect(await code("reactions", [{ post_id: posts[0] }, { post_id: posts[0] }])).toBe("21000");
    expect((await own.client.from("posts").select("body, author(bio)").eq("id", id).single()).data).toEqual({
      body: "a",
      author: { bio: "" },
    });
    expect(await countOf("likes", "user_id", own.id)).toBe(0);
  });
});

it("updates several rows together", async () => {
  const own = await hostedPerson(server);
  const made = await own.client
    .from("posts")
    .insert([{ body: "a" }, { body: "b" }])
    .select("id");
  const [old] = idsOf(made);
  const update = (warning: string) => own.client.from("posts").update({ warning }).in("id", idsOf(made));
  expect(await update("W").select("id").single()).toMatchObject({ status: 406 });
  await server.database.query("UPDATE posts SET created_at = now() - interval '1 day' WHERE id = $1", [old]);
  expect((await update("W")).error).toMatchObject({ code: "edit_closed" });
  const warnings = () => own.client.from("posts").select("warning").in("id", idsOf(made));
  expect((await warnings()).data).toEqual([{ warning: "" }, { warning: "" }]);
  await server.database.query("UPDATE posts SET created_at = now() WHERE id = $1", [old]);
  expect((await update("W")).error).toBeNull();
  expect((await warnings()).data).toEqual([{ warning: "W" }, { warning: "W" }]);
});

it("publishes several apps while others change one of them", async () => {
  const own = await hostedPerson(server);
  const ids: string[] = [];
  for (const name of ["First", "Second"]) {
    const gumFile = await makePackage({ name: `${name} ${crypto.randomUUID().slice(0, 6)}` });
    const app = await callAsHosted(server, own, ["POST", "/apps", uploadForm({ gumFile })]);
    ids.push(app.id);
  }
  ids.sort();
  await withClient(server.database.url, async (client) => {
    // As the deletion of the last: the app, then the person's count.
    await client.query("BEGIN");
    await client.query("SELECT 1 FROM apps WHERE id = $1 FOR UPDATE", [ids[1]]);
    const published = own.client.from("apps").update({ is_public: true }).in("id", ids).then();
    const isWaiting = async () =>
      (
        await server.database.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%FROM apps%'
              AND $1::int = ANY (pg_blocking_pids(pid))`,
          [(client as unknown as { processID: number }).processID],
        )
      ).length > 0;
    await expect.poll(isWaiting).toBe(true);
    await client.query("SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [own.id]);
    await client.query("COMMIT");
    expect((await published).error).toBeNull();
  });
  const { data } = await own.client.from("profiles").select("apps_count").eq("id", own.id).single();
  expect(data).toEqual({ apps_count: 2 });
});
