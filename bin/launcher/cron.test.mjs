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
