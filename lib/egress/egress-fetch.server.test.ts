import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createEgressFetch, type EgressFetchRequest } from "./egress-fetch.server";

/** Public addresses that the test's resolver returns; the dialler maps each to a loopback server. */
const PUBLIC = "93.184.216.34";
const OTHER_PUBLIC = "93.184.216.35";

let server: Server;
let port: number;
let seen: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[];
let dialled: string[];
let addresses: Record<string, string[]>;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

const egress = createEgressFetch({
  resolve: async (host) => {
    const found = addresses[host];
    if (!found) throw new Error("ENOTFOUND");
    return found;
  },
  dial: ({ address, host }) => {
    dialled.push(`${host} ${address}`);
    return connect(port, "127.0.0.1");
  },
});

function ask(request: Partial<EgressFetchRequest> = {}) {
  return egress({
    method: "GET",
    url: "https://api.example.com/data",
    headers: [],
    body: null,
    allowedHosts: ["api.example.com", "www.example.com"],
    ...request,
  });
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  seen = [];
  dialled = [];
  addresses = { "api.example.com": [PUBLIC], "www.example.com": [OTHER_PUBLIC] };
  answer = (_request, response) => {
    response.writeHead(200, { "content-type": "text/plain", "set-cookie": "id=1", etag: '"1"' });
    response.end("hello");
  };
});

describe("egress fetch", () => {
  it("fetches from the address that was checked, with the name as Host and no cookies either way", async () => {
    const outcome = await ask({
      headers: [
        ["cookie", "a=b"],
        ["accept", "text/plain"],
      ],
    });
    expect(outcome).toMatchObject({ ok: true, status: 200 });
    if (!outcome.ok) return;
    expect(Buffer.from(outcome.body).toString()).toBe("hello");
    expect(outcome.headers).toContainEqual(["content-type", "text/plain"]);
    expect(outcome.headers.map(([name]) => name)).not.toContain("set-cookie");
    expect(dialled).toEqual([`api.example.com ${PUBLIC}`]);
    expect(seen[0]!.headers).toMatchObject({ host: "api.example.com", accept: "text/plain" });
    expect(seen[0]!.headers.cookie).toBeUndefined();
  });

  it.each([
    ["127.0.0.1"],
    ["10.0.0.1"],
    ["169.254.169.254"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["fd00::1"],
    ["64:ff9b::a00:1"],
  ])("refuses a name that resolves to %s, and reaches nothing", async (address) => {
    addresses["api.example.com"] = [address];
    expect(await ask()).toEqual({ ok: false, error: "private_address" });
    addresses["api.example.com"] = [PUBLIC, address];
    expect(await ask()).toEqual({ ok: false, error: "private_address" });
    expect(seen).toEqual([]);
    expect(dialled).toEqual([]);
  });

  it("resolves once per hop, so DNS rebinding to a private address fails", async () => {
    const rebinding = [[PUBLIC], ["127.0.0.1"]];
    let lookups = 0;
    const fetchOnce = createEgressFetch({
      resolve: async () => rebinding[Math.min(lookups++, 1)]!,
      dial: ({ address }) => {
        dialled.push(address);
        return connect(port, "127.0.0.1");
      },
    });
    const request = { method: "GET", url: "https://api.example.com/", headers: [], body: null };
    const first = await fetchOnce({ ...request, allowedHosts: ["api.example.com"] });
    expect(first).toMatchObject({ ok: true });
    expect(lookups).toBe(1);
    expect(dialled).toEqual([PUBLIC]);
    expect(await fetchOnce({ ...request, allowedHosts: ["api.example.com"] })).toEqual({
      ok: false,
      error: "private_address",
    });
  });

  it("follows three redirects, checking each, and no more", async () => {
    answer = (request, response) => {
      const left = Number(request.url!.slice(1)) || 0;
      if (left === 0) return void response.end("there");
      response.writeHead(302, { location: `https://www.example.com/${left - 1}` });
      response.end();
    };
    expect(await ask({ url: "https://api.example.com/3" })).toMatchObject({ ok: true, status: 200 });
    expect(dialled).toHaveLength(4);
    expect(await ask({ url: "https://api.example.com/4" })).toEqual({
      ok: false,
      error: "too_many_redirects",
    });
  });

  it.each([
    ["http://api.example.com/", "bad_scheme"],
    ["https://evil.test/", "host_not_allowed"],
    ["https://127.0.0.1/", "address_literal"],
    ["https://api.example.com:8443/", "bad_port"],
    ["//[::1]/", "address_literal"],
    ["https://a:b@api.example.com/", "credentials"],
  ])("refuses a redirect to %s as %s", async (location, error) => {
    answer = (_request, response) => {
      response.writeHead(307, { location });
      response.end();
    };
    expect(await ask()).toEqual({ ok: false, error });
    expect(seen).toHaveLength(1);
  });

  it("does not forward credentials to another host", async () => {
    answer = (request, response) => {
      if (request.url === "/data") {
        response.writeHead(307, { location: "https://www.example.com/next" });
        response.end();
      } else response.end("ok");
    };
    await ask({ headers: [["authorization", "Bearer secret"]] });
    expect(seen.map((request) => request.headers.authorization)).toEqual(["Bearer secret", undefined]);
  });

  it("turns POST into GET without a body after 303, and keeps it after 307", async () => {
    for (const [status, method, body] of [
      [303, "GET", ""],
      [307, "POST", "payload"],
    ] as const) {
      seen = [];
      answer = (request, response) => {
        if (request.url === "/data") {
          response.writeHead(status, { location: "/next" });
          response.end();
        } else response.end("ok");
      };
      await ask({ method: "POST", body: Buffer.from("payload"), headers: [["content-type", "text/plain"]] });
      expect(seen.at(-1)).toMatchObject({ method, body, url: "/next" });
    }
  });

  it("refuses a response over 5 MB, including one that only exceeds it once decompressed", async () => {
    answer = (_request, response) => response.end(Buffer.alloc(5 * 1024 * 1024 + 1));
    expect(await ask()).toEqual({ ok: false, error: "too_large" });
    answer = (_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
    };
    expect(await ask()).toEqual({ ok: false, error: "too_large" });
  });

  it("decodes gzip, and reports what it cannot decode or reach as unreachable", async () => {
    answer = (_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "text/plain" });
      response.end(gzipSync("packed"));
    };
    const outcome = await ask();
    expect(outcome.ok && Buffer.from(outcome.body).toString()).toBe("packed");
    answer = (_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end("not gzip at all");
    };
    expect(await ask()).toEqual({ ok: false, error: "unreachable" });
    answer = (request) => request.socket.destroy();
    expect(await ask()).toEqual({ ok: false, error: "unreachable" });
    expect(await ask({ url: "https://www.example.com/", allowedHosts: [] })).toEqual({
      ok: false,
      error: "host_not_allowed",
    });
    addresses = {};
    expect(await ask()).toEqual({ ok: false, error: "unresolvable" });
  });

  it("asks about each host on the way, where any may be reached", async () => {
    answer = ({ url }, response) => {
      if (url === "/data") response.writeHead(302, { location: "https://www.example.com/there" });
      response.end("hello");
    };
    const asked: string[] = [];
    const allowing = (blocked: string) => async (host: string) => {
      asked.push(host);
      return host !== blocked;
    };
    expect(await ask({ allowedHosts: allowing("") })).toMatchObject({
      ok: true,
      url: "https://www.example.com/there",
    });
    expect(asked).toEqual(["api.example.com", "www.example.com"]);
    expect(await ask({ allowedHosts: allowing("www.example.com") })).toEqual({
      ok: false,
      error: "host_blocked",
    });
    expect(dialled).toHaveLength(3);
    expect(await ask({ url: "https://router.lan/", allowedHosts: allowing("") })).toMatchObject({
      ok: false,
    });
  });

  it("cuts what is longer than a request wants, or refuses it", async () => {
    answer = (_request, response) => response.end("x".repeat(10_000));
    const bounds = { bytes: 1_000, ms: 5_000 };
    const cut = await ask({ bounds: { ...bounds, cut: true } });
    expect(cut.ok && cut.body.byteLength).toBe(1_000);
    expect(await ask({ bounds: { ...bounds, cut: false } })).toEqual({ ok: false, error: "too_large" });
  });
});
