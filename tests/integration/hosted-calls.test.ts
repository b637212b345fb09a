import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { makePackage, uploadForm } from "../support/apps";
import { callAsHosted, type HostedPerson } from "../support/hosted";
import { hostedPlums } from "../support/hosted-plums";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** The filters, views and calls of an unmodified supabase-js that no other test of the hosted interface makes. */

let server: SharedServer;
let kim: HostedPerson;
let lee: HostedPerson;
let posts: string[];
let appId: string;

beforeAll(async () => {
  server = sharedServer();
  ({ kim, lee, posts } = await hostedPlums(server));
  const manifest = { name: `Walked ${randomBytes(3).toString("hex")}`, tags: ["plum", "pear"] };
  const gumFile = await makePackage(manifest);
  ({ id: appId } = await callAsHosted(server, kim, ["POST", "/apps", uploadForm({ gumFile })]));
});

describe("filters", () => {
  const mine = () => lee.client.from("posts").select("body").eq("author_id", kim.id).order("id");
  const bodies = ({ data, error }: { data: { body: unknown }[] | null; error: unknown }) => {
    expect(error).toBeNull();
    return data!.map(({ body }) => body);
  };
  const [one, two, three] = ["one plum", "two pears", "three, and (more) plums"];

  it("compare", async () => {
    expect(bodies(await mine().gt("id", posts[0]!))).toEqual([two, three]);
    expect(bodies(await mine().lt("id", posts[1]!))).toEqual([one]);
    expect(bodies(await mine().lte("id", posts[1]!))).toEqual([one, two]);
    expect(bodies(await mine().gte("likes_count", 0).lt("likes_count", 1))).toEqual([one, two, three]);
    expect(bodies(await mine().lte("created_at", new Date(Date.now() + 60_000).toISOString()))).toHaveLength(
      3,
    );
    expect(bodies(await mine().isDistinct("body", two))).toEqual([one, three]);
    expect(bodies(await mine().match({ body: two, likes_count: 0 }))).toEqual([two]);
    expect(bodies(await mine().filter("body", "eq", two))).toEqual([two]);
    expect(bodies(await mine().notIn("body", [one, three]))).toEqual([two]);
    expect(bodies(await mine().is("sensitive", false))).toHaveLength(3);
  });

  it("match patterns", async () => {
    expect(bodies(await mine().likeAllOf("body", ["t%", "%pears"]))).toEqual([two]);
    expect(bodies(await mine().ilikeAllOf("body", ["T%", "%PLUMS"]))).toEqual([three]);
    expect(bodies(await mine().ilikeAnyOf("body", ["ONE%", "%PEARS"]))).toEqual([one, two]);
    for (const asked of [mine().regexMatch("body", "^one"), mine().regexIMatch("body", "^ONE")])
      expect((await asked).error?.code).toBe("PGRST100");
  });

  it("compare lists and JSON", async () => {
    const app = () => kim.client.from("apps").select("id").eq("id", appId);
    const found = async (asked: PromiseLike<{ data: unknown[] | null; error: unknown }>) => {
      const { data, error } = await asked;
      expect(error).toBeNull();
      return data!.length;
    };
    expect(await found(app().contains("tags", ["plum"]))).toBe(1);
    expect(await found(app().contains("tags", ["fig"]))).toBe(0);
    expect(await found(app().containedBy("tags", ["plum", "pear", "fig"]))).toBe(1);
    expect(await found(app().containedBy("tags", ["plum"]))).toBe(0);
    expect(await found(app().overlaps("tags", ["fig", "pear"]))).toBe(1);
    expect(await found(app().overlaps("tags", ["fig"]))).toBe(0);
    expect(bodies(await mine().containedBy("media", "[]"))).toHaveLength(3);
    // There are no columns of range types.
    for (const asked of [app().rangeGt("tags", "[1,2)"), app().rangeAdjacent("tags", "[1,2)")])
      expect(await asked).toMatchObject({ status: 404, error: { code: "42883" } });
  });
});

describe("results", () => {
  it("leave out nulls, and count in all three ways", async () => {
    const row = await kim.client
      .from("posts")
      .select("id, app_id, quote_id")
      .eq("id", posts[0]!)
      .stripNulls();
    expect(row.data).toEqual([{ id: posts[0] }]);
    for (const count of ["exact", "planned", "estimated"] as const) {
      const counted = await kim.client.from("posts").select("id", { count }).eq("author_id", kim.id).limit(1);
      expect(counted).toMatchObject({ count: 3, status: 206 });
    }
    const none = kim.client.from("posts").select("id").eq("id", kim.id);
    expect((await none).data).toEqual([]);
    expect(await kim.client.from("posts").select("id").eq("author_id", kim.id).maybeSingle()).toMatchObject({
      status: 406,
      error: { code: "PGRST116" },
    });
  });

  it("have the versions of apps that one may see", async () => {
    const versions = ({ client }: HostedPerson) =>
      client.from("app_versions").select("version, package_bytes, app(id)").eq("app_id", appId);
    expect((await versions(kim)).data).toEqual([
      {
        version: expect.any(String),
        package_bytes: expect.any(Number),
        app: { id: appId },
      },
    ]);
    expect((await versions(lee)).data).toEqual([]);
    const published = await kim.client
      .from("apps")
      .update({ is_public: true })
      .eq("id", appId)
      .select("is_public");
    expect(published.data).toEqual([{ is_public: true }]);
    expect((await versions(lee)).data).toHaveLength(1);
    const embedded = await lee.client
      .from("apps")
      .select("id, app_versions(version)")
      .eq("id", appId)
      .single();
    expect(embedded.data).toMatchObject({ id: appId, app_versions: [{ version: expect.any(String) }] });
    expect((await lee.client.from("app_versions").delete().eq("app_id", appId)).error?.code).toBe("42501");
    await lee.client.from("comments").insert({ app_id: appId, content: "Nice" }).throwOnError();
    const told = await kim.client.from("notifications").select("kind, actor(username)").eq("app_id", appId);
    expect(told.data).toEqual([{ kind: "app_comment", actor: { username: lee.username } }]);
    expect((await kim.client.from("apps").delete().eq("id", appId)).error).toBeNull();
    expect((await kim.client.from("apps").select("id").eq("id", appId)).data).toEqual([]);
  });

  it("of functions can be asked for by GET, too", async () => {
    expect((await kim.client.rpc("unread", {}, { get: true })).data).toMatchObject({
      unread: expect.any(Number),
    });
    expect((await kim.client.rpc("trending", {}, { get: true })).error).toBeNull();
  });
});

it("buckets are described, and cannot be changed", async () => {
  const { storage } = kim.client;
  expect((await storage.getBucket("files")).data).toMatchObject({ id: "files", public: false });
  expect((await storage.getBucket("none")).error).not.toBeNull();
  for (const changed of [
    storage.updateBucket("files", { public: true }),
    storage.emptyBucket("files"),
    storage.deleteBucket("files"),
  ])
    expect((await changed).error).not.toBeNull();
});
