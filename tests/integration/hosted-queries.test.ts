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
