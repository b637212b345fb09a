import { createClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import { type HostedPerson, hostedClient, hostedOf, hostedPerson } from "../support/hosted";
import { hostedPlums } from "../support/hosted-plums";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** Rows by an unmodified supabase-js. */

let server: SharedServer;
let kim: HostedPerson;
let lee: HostedPerson;
/** Of Kim, oldest first. */
let posts: string[];

beforeAll(async () => {
  server = sharedServer();
  ({ kim, lee, posts } = await hostedPlums(server));
});

const ofKim = () => lee.client.from("posts").select("id, body").eq("author_id", kim.id);
const bodies = ({ data }: { data: { body: unknown }[] | null }) => (data ?? []).map(({ body }) => body);

describe("reading", () => {
  it("selects, filters, orders and pages", async () => {
    expect(bodies(await ofKim().order("created_at"))).toEqual([
      "one plum",
      "two pears",
      "three, and (more) plums",
    ]);
    expect(bodies(await ofKim().ilike("body", "%PLUM%"))).toHaveLength(2);
    expect(bodies(await ofKim().in("body", ["three, and (more) plums", "x"]))).toEqual([
      "three, and (more) plums",
    ]);
    expect(bodies(await ofKim().or('body.eq."three, and (more) plums",body.like.two*'))).toHaveLength(2);
    expect(bodies(await ofKim().not("body", "like", "%plum%"))).toEqual(["two pears"]);
    expect(
      bodies(await ofKim().neq("body", "one plum").gte("likes_count", 0).is("app_id", null)),
    ).toHaveLength(2);
    expect(bodies(await ofKim().likeAnyOf("body", ["one%", "two%"]))).toHaveLength(2);
    const page = await lee.client
      .from("posts")
      .select("body", { count: "exact" })
      .eq("author_id", kim.id)
      .order("id")
      .range(1, 1);
    expect(page).toMatchObject({ data: [{ body: "two pears" }], count: 3, status: 206 });
    const head = await lee.client
      .from("posts")
      .select("*", { count: "exact", head: true })
      .eq("author_id", kim.id);
    expect(head).toMatchObject({ count: 3, data: null, error: null });
    const beyond = await lee.client
      .from("posts")
      .select("id", { count: "exact" })
      .eq("author_id", kim.id)
      .range(9, 12);
    expect(beyond.error?.code).toBe("PGRST103");
  });

  it("gives one row, or says that there is not one", async () => {
    expect((await ofKim().single()).error).toMatchObject({
      code: "PGRST116",
      details: "The result contains 3 rows",
      hint: null,
    });
    expect(await ofKim().single()).toMatchObject({ status: 406 });
    expect((await ofKim().eq("id", kim.id).maybeSingle()).data).toBeNull();
    expect((await ofKim().eq("id", posts[0]!).single()).data).toMatchObject({ body: "one plum" });
  });

  it("embeds what belongs to a row", async () => {
    await lee.client.from("comments").insert({ post_id: posts[0]!, content: "I like plums" });
    await lee.client.from("reactions").insert({ post_id: posts[0]! });
    const { data, error } = await lee.client
      .from("posts")
      .select("text:body, author:profiles(username), comments(content, author_id), reactions(count)")
      .eq("id", posts[0]!)
      .single();
    expect(error).toBeNull();
    expect(data).toEqual({
      text: "one plum",
      author: { username: kim.username },
      comments: [{ content: "I like plums", author_id: lee.id }],
      reactions: [{ count: 1 }],
    });
    const inner = await lee.client
      .from("posts")
      .select("id, comments!inner(id)")
      .eq("author_id", kim.id)
      .eq("comments.content", "I like plums");
    expect(inner.data).toHaveLength(1);
  });

  it("has functions", async () => {
    await lee.client.from("follows").insert({ following_id: kim.id });
    const timeline = await lee.client.rpc("timeline", { limit: 2 });
    expect((timeline.data as { items: { id: string }[] }).items.map(({ id }) => id)).toContain(posts[2]);
    expect((await kim.client.rpc("unread")).data).toMatchObject({ unread: 3 });
    expect((await lee.client.rpc("trending")).error).toBeNull();
    expect((await lee.client.rpc("search", { q: kim.username, type: "users" })).data).toMatchObject({
      items: [{ id: kim.id }],
    });
    expect((await lee.client.rpc("pg_sleep", { seconds: 9 })).error?.code).toBe("PGRST202");
    expect((await lee.client.rpc("timeline", { limit: 1e9 })).error?.code).toBe("validation_error");
  });
});

describe("writing", () => {
  it("changes and deletes one's own rows by the services of our routes", async () => {
    const made = await lee.client.from("posts").insert({ body: "a draft" }).select().single();
    expect(made).toMatchObject({ status: 201, data: { body: "a draft", author_id: lee.id, likes_count: 0 } });
    const { id } = made.data as { id: string };
    const edited = await lee.client
      .from("posts")
      .update({ body: "a text" })
      .eq("id", id)
      .select("body, edited_at");
    expect(edited.data).toEqual([{ body: "a text", edited_at: expect.any(String) }]);
    const { data } = await lee.client
      .from("profiles")
      .update({ bio: "Hi" })
      .eq("id", lee.id)
      .select("bio")
      .single();
    expect(data).toEqual({ bio: "Hi" });
    await lee.client.from("bookmarks").insert({ post_id: id });
    expect((await lee.client.from("bookmarks").select("post(body)")).data).toEqual([
      { post: { body: "a text" } },
    ]);
    expect(await lee.client.from("bookmarks").delete().eq("post_id", id)).toMatchObject({
      status: 204,
      error: null,
    });
    const gone = await lee.client.from("posts").delete().eq("id", id).select("body");
    expect(gone.data).toEqual([{ body: "a text" }]);
    expect((await lee.client.from("posts").select("id").eq("id", id)).data).toEqual([]);
  });

  it("keeps a post's warning, and moderators' words are no part of it", async () => {
    const made = await lee.client.from("posts").insert({ body: "a text" }).select("id").single();
    const { id } = made.data as { id: string };
    await server.database.query("UPDATE posts SET label = 'spam' WHERE id = $1", [id]);
    const edited = await lee.client.from("posts").update({ body: "another" }).eq("id", id).select("warning");
    expect(edited.data).toEqual([{ warning: "Labelled by the moderators: spam" }]);
    await server.database.query("UPDATE posts SET label = NULL WHERE id = $1", [id]);
    expect((await lee.client.from("posts").select("body, warning").eq("id", id)).data).toEqual([
      { body: "another", warning: "" },
    ]);
  });

  it("puts a row where its key is free, and changes or leaves the one that is there", async () => {
    const likes = lee.client.from("reactions");
    const key = { post_id: posts[1]!, user_id: lee.id };
    const first = await likes.upsert(key, { count: "exact" }).select("post_id");
    expect(first).toMatchObject({ status: 201, count: 1, data: [{ post_id: posts[1] }] });
    expect(await likes.upsert(key).select("user_id")).toMatchObject({
      status: 200,
      data: [{ user_id: lee.id }],
    });
    const ignored = await likes
      .upsert(key, { ignoreDuplicates: true, onConflict: "user_id,post_id" })
      .select();
    expect(ignored).toMatchObject({ status: 200, data: [] });
    await lee.client.from("bookmarks").upsert({ post_id: posts[1]! });
    expect(
      (await lee.client.from("bookmarks").upsert({ post_id: posts[1]! }).select("post_id")).data,
    ).toEqual([{ post_id: posts[1] }]);
    await lee.client.from("follows").upsert({ following_id: kim.id, follower_id: lee.id });
    const own = await lee.client.from("profiles").upsert({ id: lee.id, bio: "Hello" }).select("bio").single();
    expect(own.data).toEqual({ bio: "Hello" });
    const made = await lee.client.from("posts").upsert({ body: "new" }).select("id").single();
    const { id } = made.data as { id: string };
    expect((await lee.client.from("posts").upsert({ id, body: "newer" }).select("body")).data).toEqual([
      { body: "newer" },
    ]);
    const code = async (view: string, row: object, onConflict?: string) =>
      (await lee.client.from(view).upsert(row, { onConflict })).error?.code;
    expect(await code("profiles", { id: kim.id, bio: "x" })).toBe("42501");
    expect(await code("posts", { id: posts[0], body: "x" })).toBe("validation_error");
    expect(await code("reactions", { post_id: posts[0], user_id: kim.id })).toBe("validation_error");
    expect(await code("posts", { body: "x" }, "body")).toBe("42P10");
    expect(await code("notifications", { id: kim.id })).toBe("42501");
    expect((await ofKim().eq("id", posts[0]!).single()).data).toMatchObject({ body: "one plum" });
    await lee.client.from("posts").delete().eq("id", id);
    for (const view of ["bookmarks", "reactions"])
      await lee.client.from(view).delete().eq("post_id", posts[1]!);
  });

  it("changes no more rows than were asked for", async () => {
    for (const body of ["a", "b", "c"]) await lee.client.from("posts").insert({ body: `few ${body}` });
    const few = () => lee.client.from("posts").delete({ count: "exact" }).like("body", "few %");
    // Typed for servers of version 13, which an untyped client does not know.
    type Limited = { maxAffected(rows: number): PromiseLike<{ error: object | null; count: number | null }> };
    const atMost = (rows: number) => (few() as unknown as Limited).maxAffected(rows);
    expect((await atMost(2)).error).toMatchObject({
      code: "PGRST124",
      details: "The query affects 3 rows",
    });
    expect((await few().rollback()).error?.code).toBe("0A000");
    const elsewhere = lee.client.from("posts").delete().eq("author.username", lee.username);
    expect((await elsewhere.select("id, author!inner(username)")).error?.code).toBe("21000");
    expect(await few().order("id").limit(1)).toMatchObject({ error: null, count: 1 });
    expect(await atMost(2)).toMatchObject({ error: null, count: 2 });
  });

  it("chooses no rows by whether they have embedded ones", async () => {
    const ids: string[] = [];
    for (const body of ["answered", "unanswered"]) {
      const made = await lee.client.from("posts").insert({ body }).select("id").single();
      ids.push((made.data as { id: string }).id);
    }
    await kim.client.from("comments").insert({ post_id: ids[0]!, content: "an answer" }).throwOnError();
    const own = () => lee.client.from("posts").select("id, body").in("id", ids).order("id");
    const before = (await own()).data;
    expect(before).toHaveLength(2);
    const gone = () => lee.client.from("posts").delete().eq("author_id", lee.id).in("id", ids);
    const edited = () => lee.client.from("posts").update({ body: "changed" }).in("id", ids);
    for (const change of [gone, edited]) {
      const without = await change().is("comments", null).select("id, comments(id)");
      const withSome = await change().not("comments", "is", null).select("id, comments(id)");
      const unnamed = await change().is("comments", null).select("id");
      expect([without, withSome, unnamed].map(({ error }) => error?.code)).toEqual([
        "0A000",
        "0A000",
        "42703",
      ]);
    }
    expect((await own()).data).toEqual(before);
    // An inner join alone says what is returned.
    const joined = await lee.client.from("posts").delete().in("id", ids).select("id, comments!inner(id)");
    expect(joined.data).toMatchObject([{ id: ids[0] }]);
    expect((await own()).data).toEqual([]);
    // The reply stays, as a post whose parent is gone.
    await kim.client.from("posts").delete().eq("author_id", kim.id).eq("body", "an answer").throwOnError();
  });

  it("leaves everybody else's rows alone", async () => {
    expect(
      (await lee.client.from("posts").update({ body: "mine" }).eq("id", posts[0]!).select()).data,
    ).toEqual([]);
    expect((await lee.client.from("posts").delete().eq("author_id", kim.id).select()).data).toEqual([]);
    expect((await lee.client.from("profiles").update({ bio: "x" }).eq("id", kim.id).select()).data).toEqual(
      [],
    );
    expect((await lee.client.from("profiles").insert({ username: "x" })).error?.code).toBe("42501");
    expect((await lee.client.from("notifications").delete().neq("kind", "x")).error?.code).toBe("42501");
    expect((await lee.client.from("posts").delete()).error?.code).toBe("21000");
    expect((await lee.client.from("posts").insert({ body: "x", author_id: kim.id })).error?.code).toBe(
      "validation_error",
    );
    expect(bodies(await ofKim())).toHaveLength(3);
  });
});

describe("a personal access token", () => {
  it("reads and writes by its scopes", async () => {
    const { data } = await lee.client.auth.getSession();
    const created = await fetch(`${server.url}/api/v2/auth/tokens`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${data.session!.access_token}` },
      body: JSON.stringify({ name: "A bot", scopes: ["posts:write"], expiresInDays: 1 }),
    });
    const { token } = (await created.json()) as { token: string };
    const { url, publicKey } = await hostedOf(server);
    const bot = createClient(url, publicKey, {
      accessToken: () => Promise.resolve(token),
      realtime: { transport: class {} as never },
    });
    expect((await bot.from("posts").insert({ body: "by a bot" })).status).toBe(201);
    expect((await bot.from("posts").insert({ body: "x" }).select()).error?.code).toBe("insufficient_scope");
    expect((await bot.from("posts").select()).error?.code).toBe("insufficient_scope");
    expect((await bot.from("follows").insert({ following_id: kim.id })).error?.code).toBe(
      "insufficient_scope",
    );
    expect((await bot.from("bookmarks").select()).error?.code).toBe("insufficient_scope");
    expect((await bot.from("posts").delete().eq("body", "by a bot")).error).toBeNull();
  });
});

describe("what is not theirs", () => {
  it("is in no view: addresses, secrets, other people's lists", async () => {
    const { client } = lee;
    for (const column of ["email", "password_hash", "muted_words", "role", "suspended_until"])
      expect((await client.from("profiles").select(column)).error?.code, column).toBe("42703");
    for (const view of ["users", "sessions", "pg_shadow", "information_schema.tables"])
      expect((await client.from(view).select()).error?.code, view).toBe("PGRST205");
    expect((await client.from("posts").select("id, users(email)")).error?.code).toBe("PGRST200");
    const all = await client.from("profiles").select("*").eq("id", kim.id);
    expect(JSON.stringify(all.data)).not.toContain("@gum.test");
    await kim.client.from("bookmarks").insert({ post_id: posts[1]! });
    expect((await client.from("bookmarks").select("*, post(id)")).data).toEqual([]);
    expect((await client.from("notifications").select("id").eq("actor_id", lee.id)).data).toEqual([]);
    // Whom somebody likes is theirs to know.
    await kim.client.from("reactions").insert({ post_id: posts[2]! });
    expect((await client.from("reactions").select("post_id").eq("user_id", kim.id)).data).toEqual([]);
    expect((await client.from("reactions").select("user_id").eq("post_id", posts[2]!)).data).toHaveLength(1);
    const byEmbedding = (person: string) =>
      client.from("posts").select("id, reactions!inner(user_id)").eq("reactions.user_id", person);
    expect((await byEmbedding(kim.id)).data).toEqual([]);
    expect((await byEmbedding(lee.id)).data).toHaveLength(1);
    const byPost = client.from("reactions").select("user_id").eq("post_id", posts[2]!).eq("user_id", kim.id);
    expect((await byPost).data).toEqual([]);
    const byPerson = client
      .from("reactions")
      .select("post_id, user!inner(id)")
      .in("post_id", posts)
      .eq("user.id", kim.id);
    expect((await byPerson).data).toEqual([]);
  });

  it("stays hidden by a block, a mute and a private app", async () => {
    const [ann, bob] = await Promise.all([hostedPerson(server), hostedPerson(server)]);
    const { data } = await ann.client.from("posts").insert({ body: "secret plums" }).select("id").single();
    const seen = async (): Promise<number[]> => {
      const rows = await Promise.all([
        bob.client.from("posts").select("id").eq("author_id", ann.id),
        bob.client.from("profiles").select("id").eq("id", ann.id),
        bob.client
          .from("posts")
          .select("id")
          .ilike("body", "secret pl%")
          .eq("id", data!.id as string),
      ]);
      return rows.map((each) => each.data?.length ?? -1);
    };
    expect(await seen()).toEqual([1, 1, 1]);
    const relate = (table: string, columns: string) =>
      server.database.query(`INSERT INTO ${table} (${columns}) VALUES ($1, $2)`, [bob.id, ann.id]);
    await relate("mutes", "muter_id, muted_id");
    expect(await seen()).toEqual([0, 1, 0]);
    await relate("blocks", "blocker_id, blocked_id");
    expect(await seen()).toEqual([0, 0, 0]);
    const other = await ann.client.from("profiles").select("id").eq("id", bob.id);
    expect(other.data).toEqual([]);
  });

  it("is not for guests, nor for somebody who is not onboarded", async () => {
    const guest = await hostedClient(server);
    expect(await guest.from("posts").select()).toMatchObject({
      status: 401,
      error: { code: "unauthenticated" },
    });
    expect(await guest.from("posts").insert({ body: "x" })).toMatchObject({ status: 401 });
    expect((await guest.rpc("timeline")).status).toBe(401);
    const newcomer = await hostedPerson(server, { onboarded: false });
    expect((await newcomer.client.from("posts").select()).error?.code).toBe("onboarding_required");
  });

  it("cannot be reached by a filter that would be SQL", async () => {
    const { url, publicKey } = await hostedOf(server);
    const { data } = await lee.client.auth.getSession();
    const ask = async (query: string) => {
      const response = await fetch(`${url}/rest/v1/posts?${query}`, {
        headers: { apikey: publicKey, authorization: `Bearer ${data.session!.access_token}` },
      });
      return { status: response.status, body: (await response.json()) as unknown };
    };
    for (const query of [
      "body=eq.' OR 1=1 --",
      'body=in.("\') OR TRUE --")',
      "body=like.%' UNION SELECT email FROM users --",
      'select=a"b:body&body=eq.x',
      "order=id;SELECT pg_sleep(5)",
      "id=eq.0190a0a0-0000-7000-8000-000000000000' OR 'a'='a",
      "or=(body.eq.x) OR (1=1)",
      "select=id,body::pg_sleep",
      "limit=1;DROP TABLE posts",
      '"id"=eq.x',
      "author.id) OR (1=eq.x",
    ]) {
      const { status, body } = await ask(encodeURI(query));
      expect([200, 400, 404], `${query}: ${JSON.stringify(body)}`).toContain(status);
      if (status === 200) expect(body, query).toEqual([]);
      else
        expect(body, query).toMatchObject({ code: expect.stringMatching(/^(PGRST1\d\d|22P02|42\w\d\d)$/) });
    }
    for (const query of ["body=like.o\\", "created_at=gt.2021-02-30", "created_at=gt.0000-01-01"]) {
      const { status, body } = await ask(encodeURI(query));
      expect([status, body], query).toMatchObject([400, { code: expect.stringMatching(/^22\w{3}$/) }]);
    }
    expect(bodies(await ofKim())).toHaveLength(3);
  });
});
