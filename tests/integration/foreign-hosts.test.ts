import { once } from "node:events";
import http from "node:http";
import { expect, it } from "vitest";
import { sharedServer } from "../support/shared-server";

/** What a page of another site gets by a name that resolves to this server, and by headers of its own. */

const url = sharedServer().url;
const { port } = new URL(url);

it.each(["/login", "/outbox", "/api/auth/session", "/api/v2/auth/me", "/api/auth/csrf"])(
  "%s is not answered under a name that is not ours",
  async (path) => {
    const asked = http.get({ host: "127.0.0.1", port, path, headers: { host: `evil.example:${port}` } });
    const [answer] = (await once(asked, "response")) as [http.IncomingMessage];
    const text = (await answer.toArray()).join("");
    expect(answer.statusCode).toBe(421);
    if (path.startsWith("/api/")) expect(JSON.parse(text)).toMatchObject({ code: "unknown_host" });
  },
);

it("the header of a prefetch does not open the outbox", async () => {
  const headers = { host: `evil.example:${port}`, "next-router-prefetch": "1" };
  const asked = http.get({ host: "127.0.0.1", port, path: "/outbox", headers });
  const [answer] = (await once(asked, "response")) as [http.IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(404);
});

it("probes and schedulers may call the server what they like", async () => {
  const headers = { host: "gum.default.svc" };
  const asked = http.get({ host: "127.0.0.1", port, path: "/api/health", headers });
  const [answer] = (await once(asked, "response")) as [http.IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(200);
});

it("an Authorization header that is no token does not stand for the origin", async () => {
  const account = { email: "foreign@gum.test", password: "a handful of words", username: "foreigner" };
  const call = (path: string, method: string, body: object, more: HeadersInit = {}) =>
    fetch(`${url}/api/v2${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...more },
    });
  const signedUp = await call("/auth/signup", "POST", account, { "x-client-info": "gum-web" });
  const cookie = signedUp.headers.get("set-cookie")!.split(";")[0]!;
  const claims = { origin: "https://evil.test", cookie, authorization: "Basic eDp5" };
  const login = await call("/auth/login", "POST", account, claims);
  expect(login.status).toBe(403);
  expect(await login.json()).toMatchObject({ code: "cross_site" });
  const change = await call("/users/me", "PATCH", { bio: "stolen" }, claims);
  expect(change.status).toBe(401);
  expect(await change.json()).toMatchObject({ code: "invalid_token" });
});
