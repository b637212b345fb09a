import { beforeAll, expect, it } from "vitest";
import {
  callAsHosted,
  hostedAccessToken,
  hostedOf,
  type HostedPerson,
  hostedPerson,
} from "../support/hosted";
import { hostedPlums } from "../support/hosted-plums";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** What comes back to an unmodified supabase-js from what it stored. */

let server: SharedServer;
let lee: HostedPerson;

beforeAll(async () => {
  server = sharedServer();
  lee = await hostedPerson(server);
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
