import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import pg from "pg";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { startBucketServer } from "../support/bucket-server";
import { installDebian } from "../support/debian.mjs";
import { ensureProxies, findProxy } from "../support/proxies.mjs";
import { startRedis } from "../support/redis";
import { startReplicated } from "../support/replicated";
import type { Bench, BenchContext } from "./support/bench";
import { seed } from "./support/database";
import { compare, send } from "./support/load";
import { cookieOf, startProduct, type BenchServer } from "./support/servers";

/**
 * The whole of a larger instance on this machine: a primary and a replica of PostgreSQL behind PgBouncer, Redis, an object store, four processes,
 * nginx in front. Requests do not get faster by more processes where the machine has no more cores; what each costs must not grow.
 */
const POSTS = 20_000;
const PROCESSES = 4;
const SIZES = [1, 2, 4];
const READER = 2;
/** Until the code of each is compiled. */
const WARM = 500;
const LIMIT = 1.1;
const PGBOUNCER = "/usr/sbin/pgbouncer";
const BUCKET = "gum";

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something listens. */
async function listening(port: number, what: string): Promise<void> {
  for (const until = Date.now() + 20_000; ; await sleep(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}`).catch(
      (error: { cause?: { code?: string } }) => error,
    );
    if (!("cause" in answer) || answer.cause?.code !== "ECONNREFUSED") return;
    if (Date.now() > until) throw new Error(`${what} did not start.`);
  }
}

/** A program until the area is done. */
function run({ closing }: BenchContext, command: string, args: string[]): void {
  const child = spawn(command, args, { stdio: "inherit" });
  closing(async () => {
    if (child.exitCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
  });
}

/** PgBouncer in front of both servers, in transaction mode. @returns the addresses */
async function startPgBouncer(context: BenchContext, urls: Record<"primary" | "replica", string>) {
  const port = await freePort();
  const folder = path.join(context.dir, "pgbouncer");
  fs.mkdirSync(folder, { recursive: true });
  const { username, password } = new URL(urls.primary);
  const databaseOf = (url: string) => {
    const { hostname, port: own, pathname } = new URL(url);
    return `host=${hostname} port=${own} dbname=${pathname.slice(1)}`;
  };
  fs.writeFileSync(path.join(folder, "users.txt"), `"${username}" "${decodeURIComponent(password)}"\n`);
  const settings = path.join(folder, "pgbouncer.ini");
  fs.writeFileSync(
    settings,
    `[databases]
primary = ${databaseOf(urls.primary)}
replica = ${databaseOf(urls.replica)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${path.join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 400
ignore_startup_parameters = extra_float_digits,options,statement_timeout
`,
  );
  // It refuses to run as root.
  const args = process.getuid?.() === 0 ? ["-u", "nobody", settings] : [settings];
  for (const each of [folder, settings, path.join(folder, "users.txt")]) fs.chmodSync(each, 0o755);
  run(context, PGBOUNCER, ["-q", ...args]);
  await listening(port, "PgBouncer");
  const via = (name: string) => `postgresql://${username}:${password}@127.0.0.1:${port}/${name}`;
  return { primary: via("primary"), replica: via("replica") };
}

/** nginx with one address for each number of processes. */
async function startNginx(context: BenchContext, ports: number[], servers: BenchServer[]): Promise<void> {
  const folder = path.join(context.dir, "nginx");
  fs.mkdirSync(folder, { recursive: true });
  const blocks = SIZES.map(
    (size, index) => `upstream of${size} { ${servers
      .slice(0, size)
      .map(({ url }) => `server 127.0.0.1:${new URL(url).port};`)
      .join(" ")} keepalive 16; }
  server { listen 127.0.0.1:${ports[index]}; location / {
    proxy_pass http://of${size}; proxy_http_version 1.1; proxy_set_header Connection "";
    proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto http;
  } }`,
  );
  const file = path.join(folder, "nginx.conf");
  fs.writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; events { worker_connections 512; }
http { access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  ${blocks.join("\n  ")}
}
`,
  );
  run(context, findProxy("nginx")!, ["-c", file, "-e", path.join(folder, "error.log")]);
  for (const port of ports) await listening(port, "nginx");
}

const bench: Bench = {
  title: "Four processes, PgBouncer, primary and replica, Redis, an object store, nginx",
  run: async (context) => {
    const { report, closing, dir } = context;
    fs.mkdirSync(path.join(dir, "log"), { recursive: true });
    await ensureProxies(path.join(dir, "log"));
    if (!fs.existsSync(PGBOUNCER)) await installDebian(["pgbouncer"], path.join(dir, "log/pgbouncer.log"));
    if (!fs.existsSync(PGBOUNCER) || !findProxy("nginx"))
      return report.note("not here: needs nginx and PgBouncer (apt-get install nginx pgbouncer)");

    const databases = await startReplicated();
    closing(databases.stop);
    await seed(databases.primary.url, POSTS);
    for (;;) {
      const count = async ({ query }: { query: typeof databases.primary.query }) =>
        (await query<{ n: string }>("SELECT count(*)::text AS n FROM posts"))[0]!.n;
      if ((await count(databases.replica)) === (await count(databases.primary))) break;
      await sleep(200);
    }
    const via = await startPgBouncer(context, {
      primary: databases.primary.url,
      replica: databases.replica.url,
    });
    const redis = await startRedis();
    closing(redis.stop);
    const store = await startBucketServer([BUCKET]);
    closing(store.stop);

    const ports = await Promise.all(SIZES.map(() => freePort()));
    const front = `http://localhost:${ports.at(-1)}`;
    const env = {
      APP_URL: front,
      TRUST_PROXY: "1",
      PROCESSES: String(PROCESSES),
      DATABASE_POOLER: "1",
      DATABASE_POOL: "5",
      DATABASE_REPLICA_URL: via.replica,
      REDIS_URL: redis.url,
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: store.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    };
    const servers: BenchServer[] = [];
    for (let n = 1; n <= PROCESSES; n++)
      servers.push(await startProduct(context, via.primary, { name: `process-${n}`, env }));
    await startNginx(context, ports, servers);

    const headers = {
      cookie: await cookieOf(READER),
      host: new URL(front).host,
      origin: front,
      "content-type": "application/json",
    };
    const agent = new http.Agent({ keepAlive: true });
    closing(() => agent.destroy());
    const paths = ["/timeline", "/api/v1/timeline?feed=home", "/api/v1/notifications", "/store"];
    const call = (number: number) => ({ path: paths[number % paths.length]!, headers });
    for (const { url } of servers)
      for (let n = 0; n < WARM; n++) {
        const { status } = await send(url, agent, call(n));
        if (status !== 200) throw new Error(`${call(n).path}: ${status}`);
      }

    // One writes through a process, and reads it at once through the others.
    const body = JSON.stringify({ kind: "text", body: "through all of it" });
    const made = await send(front, agent, { path: "/api/v1/posts", method: "POST", headers, body });
    const { id } = JSON.parse(made.text) as { id: string };
    for (let n = 0; n < PROCESSES * 2; n++) {
      const { status } = await send(front, agent, { path: `/api/posts/${id}`, headers });
      if (status !== 200) throw new Error(`A new post is not there in one of the processes (${status}).`);
    }
    const replica = new pg.Client({ connectionString: databases.replica.url });
    await replica.connect();
    const { rows } = await replica.query<{ n: string }>(
      "SELECT xact_commit::text AS n FROM pg_stat_database WHERE datname = current_database()",
    );
    await replica.end();

    const measured = await compare(
      SIZES.map((size, index) => ({
        name: `${size}`,
        url: `http://localhost:${ports[index]}`,
        pids: servers.slice(0, size).map(({ pid }) => pid),
        call,
      })),
      { rounds: 15, perRound: 80 },
    );
    report.note(
      `${rows[0]!.n} transactions on the replica so far; ${store.requests.length} requests to the object store`,
    );
    const [one, ...more] = measured.map(({ cpuMs }) => cpuMs) as [number, ...number[]];
    more.forEach((value, index) =>
      report.figure({
        what: `a read over ${SIZES[index + 1]} processes`,
        value,
        unit: "ms CPU",
        base: { name: "over one", value: one },
        limit: LIMIT,
      }),
    );
  },
};

export default bench;
