import { beforeAll, expect, it } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { LoginResponse } from "@/lib/auth/contract";
import type { CreatedToken } from "@/lib/auth/token-contract";
import type { JoinedRoom } from "@/lib/rooms/contract";
import { ApiClient, signUpOnboarded } from "../support/api";
import { makePackage, uploadForm } from "../support/apps";
import { readEvents } from "../support/event-reader";
import { HOSTED_PASSWORD, hostedOf, hostedPerson, type HostedPerson } from "../support/hosted";
import { type SharedServer, sharedServer } from "../support/shared-server";
import { WebVisitor } from "../support/web-visitor";

/** Every way in that somebody has at once, at a running server. Sockets are in hosted-realtime.test.ts, pushes in push.test.ts. */

let server: SharedServer;
let moderator: ApiClient;

beforeAll(async () => {
  server = sharedServer();
  moderator = await signUpOnboarded(server);
  const { id } = await moderator.must<{ id: string }>("GET", "/v2/users/me");
  await server.database.query("UPDATE users SET role = 'moderator' WHERE id = $1", [id]);
});

async function everyWayOf(person: HostedPerson) {
  const browser = new WebVisitor(server.url);
  const program = new ApiClient(server.url);
  const credentials = { email: person.email, password: HOSTED_PASSWORD };
  expect((await browser.call("POST", "/v2/auth/login", credentials)).status).toBe(200);
  const pair = await program.must<LoginResponse>("POST", "/v2/auth/login", credentials);
  program.accessToken = pair.accessToken;
  const { token } = await program.must<CreatedToken>("POST", "/v2/auth/tokens", {
    name: "A bot",
    scopes: ["read"],
    expiresInDays: null,
  });
  const form = uploadForm({ gumFile: await makePackage({ name: `Of ${person.username}`, room: true }) });
  const app = await program.must<App>("POST", "/apps", form);
  await program.must("PATCH", `/apps/${app.id}/publish`, { isPublic: true });
  const room = await program.must<JoinedRoom>("POST", `/apps/${app.id}/rooms`);
  const follow = async (path: string, headers: Record<string, string>) =>
    readEvents<{ type: string }>((await browser.fetch(`/api${path}`, { headers })).body!);
  const bearer = { authorization: `Bearer ${pair.accessToken}` };
  const streams = await Promise.all([
    follow("/realtime/v1/stream", {}),
    follow("/realtime/v1/stream", bearer),
    follow(`/rooms/stream?room=${room.id}:0`, {}),
    follow(`/rooms/stream?room=${room.id}:0`, bearer),
  ]);
  for (const stream of streams) await stream.until(() => true);
  const bot = new ApiClient(server.url, token);
  const { session } = (await person.client.auth.getSession()).data;
  const { url, publicKey } = await hostedOf(server);
  /** Without the client, which forgets a session that is refused. */
  const hosted = async (path: string, body?: object) =>
    (
      await fetch(`${url}${path}`, {
        headers: {
          apikey: publicKey,
          authorization: `Bearer ${session!.access_token}`,
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { method: "POST", body: JSON.stringify(body) }),
      })
    ).status;
  return {
    streams,
    /** What each says now. */
    ask: async () => ({
      cookie: (await browser.call("GET", "/v1/timeline")).status,
      page: (await browser.fetch("/timeline")).status,
      bearer: (await program.call("GET", "/v1/timeline")).status,
      token: (await bot.call("GET", "/v1/timeline")).status,
      room: (await program.call("POST", `/rooms/${room.id}/join`)).status,
      hosted: await hosted("/auth/v1/user"),
      hostedData: await hosted("/rest/v1/posts?select=id&limit=1"),
    }),
    renew: async () => ({
      pair: (await program.call("POST", "/v2/auth/refresh", { refreshToken: pair.refreshToken })).status,
      browser: (await browser.call("POST", "/v2/auth/refresh")).body.code,
      hosted: await hosted("/auth/v1/token?grant_type=refresh_token", {
        refresh_token: session!.refresh_token,
      }),
    }),
  };
}

it("a suspended person is out at once, in every way, and only by that", async () => {
  const [person, other] = [await hostedPerson(server), await hostedPerson(server)];
  const [ways, others] = [await everyWayOf(person), await everyWayOf(other)];
  const inside = { cookie: 200, page: 200, bearer: 200, token: 200, room: 200, hosted: 200, hostedData: 200 };
  expect(await ways.ask()).toEqual(inside);
  await moderator.must("POST", `/v1/moderation/cases/user/${person.id}`, {
    action: "suspend",
    days: 1,
    reason: "spam",
  });
  // In the same request: there is no moment in which one still works.
  expect(await ways.ask()).toEqual({
    cookie: 401,
    page: 307,
    bearer: 401,
    token: 401,
    room: 401,
    hosted: 403,
    hostedData: 401,
  });
  await expect.poll(() => ways.streams.map((stream) => stream.ended())).toEqual([true, true, true, true]);
  expect(await ways.renew()).toEqual({ pair: 401, browser: "no_refresh_token", hosted: 400 });

  expect(await others.renew()).toEqual({ pair: 200, browser: undefined, hosted: 200 });
  expect(others.streams.map((stream) => stream.ended())).toEqual([false, false, false, false]);
  expect(await others.ask()).toEqual(inside);
  await Promise.all(others.streams.map((stream) => stream.close()));
});
