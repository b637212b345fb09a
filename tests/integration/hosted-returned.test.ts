import { beforeAll, describe, expect, it } from "vitest";
import {
  callAsHosted,
  hostedAccessToken,
  hostedOf,
  type HostedPerson,
  hostedPerson,
} from "../support/hosted";
import { hostedPlums } from "../support/hosted-plums";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** The rows that an unmodified supabase-js gets back after it stored them. */

let server: SharedServer;
let kim: HostedPerson;
let lee: HostedPerson;
/** Of Kim, oldest first. */
let posts: string[];

beforeAll(async () => {
  server = sharedServer();
  ({ kim, lee, posts } = await hostedPlums(server));
});

describe("what was stored", () => {
  it("comes back whether or not something is embedded in it", async () => {
    const select = "id, comments!inner(id)";
    const made = await lee.client.from("posts").insert({ body: "bare" }).select(select).single();
    expect(made).toMatchObject({ status: 201, error: null, data: { comments: [] } });
    const { id } = made.data as { id: string };
    const edited = lee.client.from("posts").update({ body: "edited" }).eq("id", id).select(select).single();
    expect(await edited).toMatchObject({ status: 200, data: { id, comments: [] } });
    const nothing = lee.client.from("posts").update({ body: "x" }).eq("id", posts[0]!).select().single();
    expect(await nothing).toMatchObject({ status: 406, error: { code: "PGRST116" } });
  });

  it("is no row for a request to follow, which is refused where there has to be one", async () => {
    const quiet = await hostedPerson(server);
    await callAsHosted(server, quiet, ["PATCH", "/v2/users/me/preferences", { isPrivate: true }]);
    const requests = () =>
      server.database.query("SELECT 1 FROM follow_requests WHERE follower_id = $1", [lee.id]);
    const follow = () => lee.client.from("follows").insert({ following_id: quiet.id }).select();
    const refused = { status: 403, data: null, error: { code: "42501", details: "Nothing was stored." } };
    expect(await follow().single()).toMatchObject(refused);
    expect(await requests()).toHaveLength(0);
    expect(await follow()).toMatchObject({ status: 201, error: null, data: [] });
    expect(await requests()).toHaveLength(1);
    expect(await follow().single()).toMatchObject(refused);
    const { error } = await lee.client.from("follows").insert({ following_id: kim.id }).select().single();
    expect(error).toBeNull();
  });
});

it("an address in another spelling is that of a view, or of nothing", async () => {
  const { url, publicKey } = await hostedOf(server);
  const authorization = `Bearer ${await hostedAccessToken(lee)}`;
  const headers = { apikey: publicKey, authorization, "content-type": "application/json" };
  const post = async (path: string, body: object) =>
    (await fetch(`${url}/rest/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) })).status;
  expect(await post("post%73", { body: "spelt" })).toBe(201);
  expect(await post("rpc/searc%68", { q: "spelt" })).toBe(200);
  for (const name of ["constructor", "__proto__", "post%2573", "posts%2F", "posts%00"])
    expect(await post(name, { body: "x" }), name).toBe(404);
  for (const name of ["post%", "post%7", "%E0%A4", "rpc/%", "rpc/searc%E0%A4"])
    expect([400, 404], name).toContain(await post(name, { body: "x" }));
});
