import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { HostedPerson } from "../support/hosted";
import { hostedPlums } from "../support/hosted-plums";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** What an unmodified supabase-js can ask for beyond plain filters. */

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

describe("a query", () => {
  it("finds words, through the same index as the product's search", async () => {
    const word = `ume${randomBytes(4).toString("hex")}`;
    const say = (body: string) => kim.client.from("posts").insert({ body });
    for (const body of [`${word} ripe plums`, `${word} plums, ripe`, `${word} 梅の実 100%`]) await say(body);
    const found = async (text: string, options?: { type: "plain" | "phrase" | "websearch" }) => {
      const { data, error } = await lee.client
        .from("posts")
        .select("body")
        .like("body", `${word}%`)
        .textSearch("body", text, options)
        .order("id");
      return error?.code ?? (data ?? []).map(({ body }) => (body as string).slice(word.length + 1));
    };
    expect(await found(`${word} & ripe`)).toEqual(["ripe plums", "plums, ripe"]);
    expect(await found(`${word.slice(0, 6)}:* & !plums`)).toEqual(["梅の実 100%"]);
    expect(await found(`RIPE ${word}`, { type: "plain" })).toHaveLength(2);
    expect(await found("ripe plums", { type: "phrase" })).toEqual(["ripe plums"]);
    expect(await found("100%", { type: "phrase" })).toEqual(["梅の実 100%"]);
    expect(await found(`${word} -ripe or "plums, ripe"`, { type: "websearch" })).toEqual([
      "plums, ripe",
      "梅の実 100%",
    ]);
    expect(await found("梅の実")).toEqual(["梅の実 100%"]);
    expect(await found("pl")).toEqual([]);
    expect(await found("'; DROP TABLE posts --")).toBe("42601");
    const people = await lee.client.from("profiles").select("id").textSearch("display_name", kim.username);
    expect(people.data).toEqual([{ id: kim.id }]);
    expect((await lee.client.from("apps").select("id").textSearch("category", "x")).error?.code).toBe(
      "0A000",
    );
  });

  it("follows JSON, joins and its absence", async () => {
    const bare = lee.client.from("posts").select("type:media->0->>type, media->0").eq("id", posts[1]!);
    expect((await bare.single()).data).toEqual({ type: null, media: null });
    const [plain] = [lee.client.from("posts").select("id").eq("author_id", kim.id)];
    expect((await plain.contains("media", "[]").eq("id", posts[1]!)).data).toHaveLength(1);
    const spread = await lee.client.from("posts").select("id, ...author(username)").eq("id", posts[1]!);
    expect(spread.data).toEqual([{ id: posts[1], username: kim.username }]);
    await lee.client.from("comments").insert({ post_id: posts[0]!, content: "Hm" });
    const without = await lee.client
      .from("posts")
      .select("id, comments()")
      .in("id", posts)
      .is("comments", null);
    expect(without.data).toEqual([{ id: posts[2] }, { id: posts[1] }]);
    const among = await lee.client
      .from("posts")
      .select("id")
      .filter("id", "eq(any)", `{${posts[0]!},${kim.id}}`);
    expect(among.data).toEqual([{ id: posts[0] }]);
  });

  it("is ordered by embedded rows, and orders these", async () => {
    const said = await lee.client
      .from("posts")
      .insert({ body: "a reply", parent_id: posts[1]! })
      .select("id");
    const [{ id }] = said.data as [{ id: string }];
    const all = [...posts, id];
    const ordered = (column: string, options?: { ascending?: boolean; nullsFirst?: boolean }) =>
      lee.client
        .from("posts")
        .select("id, author(username), by:author(id), parent(body)")
        .in("id", all)
        .order(column, options);
    const names = [kim, lee].map(({ username }) => username).sort();
    const authors = ({ data }: { data: { author: unknown }[] | null }) =>
      data!.map(({ author }) => (author as { username: string }).username);
    const sorted = (first: number) => {
      const own = kim.username === names[first] ? [3, 1] : [1, 3];
      return own.flatMap((count, index) =>
        Array.from({ length: count }, () => names[index === 0 ? first : 1 - first]),
      );
    };
    expect(authors(await ordered("author(username)"))).toEqual(sorted(0));
    expect(authors(await ordered("author(username)", { ascending: false }))).toEqual(sorted(1));
    const byParent = await ordered("parent(body)", { nullsFirst: true }).order("id");
    expect(byParent.data!.map((row) => row.id as string)).toEqual(all);
    const paged = await ordered("parent(body)", { nullsFirst: false }).range(0, 0);
    expect(paged.data).toMatchObject([{ id, parent: { body: "two pears" } }]);
    await lee.client.from("comments").insert({ post_id: posts[1]!, content: "b reply" }).throwOnError();
    const inner = await lee.client
      .from("posts")
      .select("comments(content)")
      .eq("id", posts[1]!)
      .order("content", { referencedTable: "comments", ascending: false })
      .limit(1, { referencedTable: "comments" });
    expect(inner.data).toEqual([{ comments: [{ content: "b reply" }] }]);
    const code = async (column: string) => (await ordered(column)).error?.code;
    expect(await code("comments(id)")).toBe("PGRST108");
    expect(await code("author(email)")).toBe("42703");
    expect(await code("author()")).toBe("42703");
    expect(await code("author(id);DROP TABLE posts")).toMatch(/^(42703|PGRST100)$/);
    const many = lee.client.from("posts").select("id, comments(id)").in("id", all).order("comments(id)");
    expect((await many).error?.code).toBe("PGRST118");
    const change = lee.client.from("posts").delete().in("id", all).order("author(username)").limit(1);
    expect((await change.select("id, author(username)")).error?.code).toBe("0A000");
    await lee.client.from("posts").delete().eq("author_id", lee.id).throwOnError();
  });

  it("selects so many columns and no more, of what it embeds too", async () => {
    const code = async (columns: string) =>
      (await lee.client.from("posts").select(columns).eq("id", posts[0]!)).error?.code;
    for (const item of ["id", "*"]) {
      const many = Array<string>(1_700).fill(item).join(",");
      for (const columns of [many, `id, author(${many})`, `id, comments(${many})`, `id, ...author(${many})`])
        expect(await code(columns)).toBe("PGRST100");
    }
    expect(await code(`id, author(${Array(60).fill("*").join(",")})`)).toBe("PGRST100");
    expect(await code("*, author(*), app(*), quote(*), parent(*), comments(*)")).toBeUndefined();
  });

  it("has an empty page where its rows end, and none beyond", async () => {
    const page = (from: number) =>
      lee.client
        .from("posts")
        .select("id", { count: "exact" })
        .in("id", posts)
        .range(from, from + 9);
    expect(await page(3)).toMatchObject({ error: null, data: [], count: 3, status: 206 });
    expect(await page(4)).toMatchObject({ status: 416, error: { code: "PGRST103" } });
  });

  it("comes as CSV, and explains nothing", async () => {
    const csv = await ofKim().in("id", posts).order("id").csv();
    expect(csv.data).toBe(
      `id,body\n${posts[0]!},one plum\n${posts[1]!},two pears\n${posts[2]!},"three, and (more) plums"`,
    );
    for (const asked of [ofKim().explain({ analyze: true }), ofKim().geojson()])
      expect(await asked).toMatchObject({ status: 406, error: { code: "PGRST107" } });
    const aborted = new AbortController();
    aborted.abort();
    expect((await ofKim().abortSignal(aborted.signal)).error?.message).toContain("abort");
  });
});
