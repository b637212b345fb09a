import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SCHEDULE, startCron } from "./cron.mjs";
import { ROOT } from "./paths.mjs";

let server;
afterEach(() => server?.close());

async function listen(status) {
  const seen = [];
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(status).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { seen, baseUrl: `http://127.0.0.1:${server.address().port}` };
}

/** Runs bin/cron.mjs to its end. */
async function runCron(args, env) {
  const child = spawn(process.execPath, [path.join(ROOT, "bin/cron.mjs"), ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  let said = "";
  child.stderr.on("data", (chunk) => (said += chunk));
  const [status] = await once(child, "close");
  return { status, said };
}

describe("bin/cron.mjs", () => {
  it("calls what is due so often once", async () => {
    const { seen, baseUrl } = await listen(200);
    const env = { GUM_URL: `${baseUrl}/`, CRON_SECRET: "s3cret" };
    expect(await runCron(["minutely"], env)).toEqual({ status: 0, said: "" });
    expect(seen).toEqual([
      "GET /api/cron/scheduled-posts Bearer s3cret",
      "GET /api/cron/queues Bearer s3cret",
    ]);
  });

  it("fails with a job, after the others", async () => {
    const { seen, baseUrl } = await listen(500);
    const { status, said } = await runCron(["daily"], { GUM_URL: baseUrl, CRON_SECRET: "s3cret" });
    expect([status, seen.length]).toEqual([
      1,
      Object.values(SCHEDULE).filter((every) => every === "day").length,
    ]);
    expect(said).toContain('The cron job "counters" failed: it answered 500.');
    expect((await runCron(["weekly"], { CRON_SECRET: "s3cret" })).status).toBe(2);
    expect((await runCron([], {})).status).toBe(2);
  });

  it("goes on until it is ended", async () => {
    const { baseUrl } = await listen(200);
    const child = spawn(process.execPath, [path.join(ROOT, "bin/cron.mjs")], {
      env: { GUM_URL: baseUrl, CRON_SECRET: "s3cret" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

describe("startCron", () => {
  it("calls all jobs soon after the start, with the secret", async () => {
    const { seen, baseUrl } = await listen(200);
    const onError = vi.fn();
    const cron = startCron({ baseUrl, secret: "s3cret", onError, firstMs: 1 });
    await vi.waitFor(() => expect(seen).toEqual(["GET /api/cron/all Bearer s3cret"]));
    cron.stop();
    expect(onError).not.toHaveBeenCalled();
  });

  it("says which job failed", async () => {
    const { baseUrl } = await listen(500);
    const failed = new Promise((resolve) =>
      startCron({ baseUrl, secret: "s3cret", onError: resolve, firstMs: 1 }),
    );
    expect((await failed).message).toBe('The cron job "all" failed: it answered 500.');
  });

  it("has the schedule in docs/deploy.md", () => {
    const page = fs.readFileSync(path.join(ROOT, "docs/deploy.md"), "utf8");
    const documented = [...page.matchAll(/^\| `([\w-]+)` +\| (minute|hour|day) +\|/gm)].map(
      ([, job, every]) => [job, every],
    );
    expect(Object.fromEntries(documented)).toEqual(SCHEDULE);
  });
});
