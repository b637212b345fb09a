import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signUpOnboarded } from "../support/api";
import { type TestServer, startServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_SCALE: "1" } });
});
afterAll(() => server?.dispose());

it("stops without waiting for a client that keeps its connection", async () => {
  const other = await startServer();
  try {
    // Only its headers are waited for, so it ends while the server stops.
    const unread = await fetch(`${other.url}/api/instance`);
    await other.stop();
    expect(unread.status).toBe(200);
    expect(other.logs()).not.toContain("requests were still open");
  } finally {
    await other.dispose();
  }
});

/** One try to sign in to an account that does not exist, with whatever headers an attacker likes. */
function tryToSignIn(url: string, count: number, headers: Record<string, string>): Promise<Response> {
  return fetch(`${url}/api/v2/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ email: `nobody-${count}@gum.test`, password: "not-the-password" }),
  });
}

/** The statuses of 24 tries (20 an address are allowed), each one with other headers. */
async function statuses(
  url: string,
  headersOf: (count: number) => Record<string, string>,
): Promise<number[]> {
  const result: number[] = [];
  for (let count = 0; count < 24; count += 1)
    result.push((await tryToSignIn(url, count, headersOf(count))).status);
  return result;
}

const disguise = (count: number): Record<string, string> => ({
  "x-forwarded-for": `203.0.113.${count}`,
  "x-gum-client-ip": `203.0.113.${count}`,
  "x-real-ip": `203.0.113.${count}`,
  forwarded: `for=203.0.113.${count}`,
});

describe("who asks", () => {
  it("is the connection's address, whatever the headers claim", async () => {
    expect(await statuses(server.url, disguise)).toContain(429);
  });

  it("is what the trusted proxy saw, not what was claimed to it", async () => {
    const behindProxy = await startServer({ env: { RATE_LIMIT_SCALE: "1", TRUST_PROXY: "1" } });
    try {
      const apart = await statuses(behindProxy.url, (count) => ({ "x-forwarded-for": `203.0.113.${count}` }));
      expect(apart).not.toContain(429);
      const together = await statuses(behindProxy.url, (count) => ({
        "x-forwarded-for": `203.0.113.${count}, 198.51.100.1`,
      }));
      expect(together).toContain(429);
    } finally {
      await behindProxy.dispose();
    }
  });
});

it("keeps an idle connection longer than a proxy does", async () => {
  const [answer] = (await once(http.get(`${server.url}/api/health`), "response")) as [http.IncomingMessage];
  answer.resume();
  expect(answer.headers["keep-alive"]).toBe("timeout=65");
});

describe("large bodies at once", () => {
  it("are refused before they are read, and one that broke off counts no longer", async () => {
    const { accessToken } = await signUpOnboarded(server);
    const bytes = 32 * 1024 * 1024;
    const begin = (body?: Buffer) => {
      const request = http.request(`${server.url}/api/v1/posts`, {
        method: "POST",
        agent: false,
        headers: {
          authorization: `Bearer ${accessToken}`,
          "content-type": "multipart/form-data; boundary=x",
          "content-length": String(bytes),
        },
      });
      const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
        request.once("response", resolve);
        request.once("error", reject);
      });
      if (body) request.end(body);
      else request.flushHeaders();
      return { request, answer };
    };
    const both = [begin(), begin()];
    const refused = await Promise.race(both.map(({ answer }) => answer));
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("5");
    let text = "";
    for await (const chunk of refused) text += String(chunk);
    expect(JSON.parse(text)).toMatchObject({ code: "too_many_uploads" });

    for (const { request, answer } of both) {
      answer.catch(() => undefined);
      request.destroy();
    }
    const status = () =>
      begin(Buffer.alloc(bytes)).answer.then(
        (answer) => answer.resume().statusCode,
        () => null,
      );
    // No form, but read.
    await expect.poll(status).toBe(400);
  });
});

describe("a body that is too large", () => {
  it("is refused by what it announces, before it is sent", async () => {
    const request = http.request(`${server.url}/api/v2/auth/login`, {
      method: "POST",
      headers: { "content-length": String(41 * 1024 * 1024), "content-type": "application/json" },
    });
    request.on("error", () => {});
    request.flushHeaders();
    const response = await new Promise<http.IncomingMessage>((resolve) => request.once("response", resolve));
    expect(response.statusCode).toBe(413);
    expect(response.headers["content-type"]).toBe("application/problem+json");
    let text = "";
    for await (const chunk of response) text += String(chunk);
    expect(JSON.parse(text)).toMatchObject({ status: 413, code: "payload_too_large" });
    request.destroy();
  });

  it("is refused on the way where it announces nothing", async () => {
    const request = http.request(`${server.url}/api/v1/posts`, {
      method: "POST",
      headers: { "transfer-encoding": "chunked", "content-type": "application/json" },
    });
    const ended = new Promise<"refused">((resolve) => {
      request.once("error", () => resolve("refused"));
      request.once("response", (response) => {
        response.resume();
        if ((response.statusCode ?? 0) >= 400) resolve("refused");
      });
    });
    const chunk = Buffer.alloc(1024 * 1024, "a");
    const sending = setInterval(() => request.write(chunk), 1);
    expect(await ended).toBe("refused");
    clearInterval(sending);
    request.destroy();
  });
});

describe("a connection", () => {
  it("that sends nonsense gets 400 and hurts nobody", async () => {
    const socket = net.connect(server.port, "127.0.0.1");
    socket.write("\u0000\u0001 nonsense\r\n\r\n");
    const answer = await new Promise<string>((resolve, reject) => {
      // Also after the answer: the server ends the connection.
      socket.on("error", reject);
      socket.once("data", (data) => resolve(data.toString()));
    });
    expect(answer).toContain("400 Bad Request");
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  });
});

describe("the log", () => {
  it("has the id of the answer, and neither addresses nor secrets", async () => {
    const before = server.logs().length;
    const secrets = { email: "somebody-private@gum.test", password: "a-very-secret-password" };
    const answer = await fetch(`${server.url}/api/v2/auth/login?next=a-private-place`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer a-stolen-token" },
      body: JSON.stringify(secrets),
    });
    const { requestId } = (await answer.json()) as { requestId: string };
    expect(answer.headers.get("x-request-id")).toBe(requestId);
    const line = () =>
      server
        .logs()
        .slice(before)
        .split("\n")
        .find((each) => each.includes(requestId));
    await expect.poll(line).toBeDefined();
    expect(JSON.parse(line()!)).toMatchObject({ method: "POST", path: "/api/v2/auth/login", requestId });
    for (const secret of [...Object.values(secrets), "a-stolen-token", "a-private-place", "127.0.0.1"])
      expect(server.logs().slice(before)).not.toContain(secret);
  });
});

describe("a page that fails", () => {
  it("is in the log under the id that its person can copy, and without what the statement held", async () => {
    const before = server.logs().length;
    await server.database.query("ALTER TABLE apps RENAME TO apps_gone");
    const page = await fetch(`${server.url}/app/share/AAAAAAAAAAAAAAAAAAAAAA`);
    await server.database.query("ALTER TABLE apps_gone RENAME TO apps");
    expect(page.status).toBe(500);
    const requestId = page.headers.get("x-request-id");
    expect(page.headers.get("server-timing")).toBe(`request;desc="${requestId}"`);
    const lines = () =>
      server
        .logs()
        .slice(before)
        .split("\n")
        .filter((each) => each.includes(requestId!))
        .map((each) => JSON.parse(each) as Record<string, unknown>);
    const about = (wanted: string) => lines().filter(({ msg }) => msg === wanted);
    // The page and its title: each asks for the app, and the second may fail when the first was answered.
    await expect
      .poll(() =>
        lines()
          .map(({ msg }) => msg)
          .sort(),
      )
      .toEqual(["page failed", "page failed", "request"]);
    for (const line of about("page failed"))
      expect(line).toMatchObject({ level: "error", digest: expect.any(String) as string });
    expect(about("request")[0]).toMatchObject({
      method: "GET",
      path: "/app/share/AAAAAAAAAAAAAAAAAAAAAA",
      status: 500,
    });
  });
});

/** It waits for the server to stop and to start again. */

describe("stopping", () => {
  it("answers what is under way first", async () => {
    const request = http.request(`${server.url}/api/v2/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": "2", expect: "100-continue" },
    });
    const response = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once("response", resolve);
      request.once("error", reject);
    });
    // The server says that it has the request and wants its body.
    request.flushHeaders();
    await once(request, "continue");
    request.write("{");
    const stopped = server.stop();
    // A new connection each time: one from before may still be answered.
    const refused = () =>
      fetch(`${server.url}/api/health`, { headers: { connection: "close" } }).then(
        () => false,
        () => true,
      );
    await expect.poll(refused).toBe(true);
    request.end("}");
    expect([400, 422, 429]).toContain((await response).statusCode);
    await stopped;
    await server.start();
  });
});
