import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { ApiClient, signUpOnboarded } from "../support/api";
import { notHere } from "../support/not-here";
import { TEST_DIR } from "../support/postgres";
import { findProxy } from "../support/proxies.mjs";
import { type TestServer, startServer } from "../support/server";

/** The examples for reverse proxies in docs/deploy, with other ports and names, as these programs read them. */

const DIR = path.join(TEST_DIR, `proxies-${process.pid}`);

const example = (name: string) => fs.readFileSync(`docs/deploy/${name}`, "utf8");

const PROXIES = {
  nginx: {
    start(port: number, targets: number[]) {
      const server = example("nginx.conf")
        .replace("listen 80;", `listen 127.0.0.1:${port};`)
        .replace("server_name gum.example;", "server_name localhost;")
        .replace("127.0.0.1:3000", `127.0.0.1:${targets[0]}`)
        .replace("127.0.0.1:3001", `127.0.0.1:${targets[1]}`);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `${name}_temp_path ${DIR}/${name};`)
        .join("\n");
      const config = `pid ${DIR}/nginx.pid;\nerror_log ${DIR}/error.log;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${server}\n}\n`;
      fs.writeFileSync(path.join(DIR, "nginx.conf"), config);
      return spawn(findProxy("nginx")!, [
        "-p",
        DIR,
        "-c",
        path.join(DIR, "nginx.conf"),
        "-g",
        "daemon off; user root;",
      ]);
    },
  },
  caddy: {
    start(port: number, targets: number[]) {
      const config = example("Caddyfile")
        .replace("gum.example {", `http://localhost:${port} {`)
        .replace("127.0.0.1:3000 127.0.0.1:3001", targets.map((target) => `127.0.0.1:${target}`).join(" "));
      fs.writeFileSync(path.join(DIR, "Caddyfile"), `{\n\tadmin off\n}\n${config}`);
      return spawn(
        findProxy("caddy")!,
        ["run", "--config", path.join(DIR, "Caddyfile"), "--adapter", "caddyfile"],
        {
          env: { ...process.env, HOME: DIR, XDG_DATA_HOME: DIR, XDG_CONFIG_HOME: DIR },
        },
      );
    },
  },
};

let port: number;
let servers: TestServer[];
let token: string;
let proxy: ChildProcess | undefined;

beforeAll(async () => {
  fs.mkdirSync(DIR, { recursive: true });
  port = await freePort();
  const env = {
    APP_URL: `http://localhost:${port}`,
    TRUST_PROXY: "1",
    METRICS_TOKEN: "a-metrics-token-for-tests",
    CRON_SECRET: "a-cron-secret-for-tests",
  };
  const first = await startServer({ env });
  const shared = { DATABASE_URL: first.database.url, VAR_DIR: first.varDir };
  servers = [first, await startServer({ env: { ...env, ...shared } })];
  token = (await signUpOnboarded(first)).accessToken!;
});
afterEach(async () => {
  if (!proxy || proxy.exitCode !== null) return;
  const exited = once(proxy, "exit");
  proxy.kill("SIGTERM");
  await exited;
});
afterAll(async () => {
  for (const server of servers?.reverse() ?? []) await server.dispose();
  fs.rmSync(DIR, { recursive: true, force: true });
});

describe.each(["nginx", "caddy"] as const)("behind %s", (name) => {
  const isHere = findProxy(name) !== undefined;
  it.skipIf(!isHere)(
    notHere(
      "people read, upload and hear what happens, and what is for programs stays inside",
      isHere,
      `${name} is not installed and could not be`,
    ),
    async () => {
      let output = "";
      proxy = PROXIES[name].start(
        port,
        servers.map((server) => server.port),
      );
      proxy.stderr!.on("data", (chunk: Buffer) => (output += chunk.toString()));
      const url = `http://localhost:${port}`;
      const answers = async () => (await fetch(`${url}/api/ready`).catch(() => null))?.status ?? output;
      await expect.poll(answers).toBe(200);

      const page = await fetch(`${url}/login`);
      expect(page.status).toBe(200);
      expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
      for (const path of ["/metrics", "/api/cron/all"]) {
        const secret = path === "/metrics" ? "a-metrics-token-for-tests" : "a-cron-secret-for-tests";
        const headers = { authorization: `Bearer ${secret}` };
        expect((await fetch(url + path, { headers })).status, path).toBe(404);
        expect((await fetch(servers[0]!.url + path, { headers })).status, path).toBe(200);
      }

      // Events arrive while the response is open. Live updates between two processes need Redis: the author asks the same one.
      const mika = new ApiClient(url, token);
      const heard = await fetch(`${url}/api/realtime/v1/stream`, {
        headers: { authorization: `Bearer ${token}`, "accept-encoding": "gzip" },
      });
      const reader = heard.body!.pipeThrough(new TextDecoderStream()).getReader();
      let events = "";
      while (!events.includes("event: hello")) events += (await reader.read()).value ?? "";
      const made = await Promise.all(
        servers.map((server) =>
          new ApiClient(server.url, token).must<{ id: string }>("POST", "/v1/posts", {
            kind: "text",
            body: "heard",
          }),
        ),
      );
      while (!made.some(({ id }) => events.includes(id))) events += (await reader.read()).value ?? "";
      await reader.cancel();

      // A claimed address is not believed; a body of the largest size passes and is refused by its content alone.
      const big = new FormData();
      big.set("gumFile", new Blob([new Uint8Array(26 * 1024 * 1024)]), "big.gum");
      const upload = await mika.call("POST", "/apps", big);
      expect([400, 413, 422]).toContain(upload.status);
      expect(upload.headers.get("content-type")).toContain("application/problem+json");

      // One of the two ends: nobody notices.
      await servers[1]!.kill9();
      const statuses = await Promise.all(
        Array.from({ length: 40 }, async () => (await mika.call("GET", "/v2/users/me")).status),
      );
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      await servers[1]!.start();
    },
  );
});
