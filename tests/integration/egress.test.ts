import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EgressRequest } from "@/lib/egress/contract";
import { db } from "@/lib/db/client";
import { issueRunToken } from "@/lib/apps/run-token-service";
import { getTraffic } from "@/lib/egress/totals-service";
import { runJob } from "@/lib/jobs/jobs";
import { makePerson } from "../support/people";
import { fetchForApp, listNetworkLedger, setAllowedHosts } from "@/lib/egress/service";

/** The rules of the proxy up to the moment of reaching out; reaching out has tests beside it, on real sockets. */
const person = uuidv7();
const stranger = uuidv7();
const app = uuidv7();
let runToken: string;
let reached: string[];

const outside = async (request: { url: string }) => {
  reached.push(request.url);
  return { ok: true as const, status: 200, statusText: "OK", headers: [], body: Buffer.from("answer") };
};

let serial = 0;
function ask(
  request: Partial<EgressRequest> = {},
  viewerId = person,
  fetchOutside: typeof outside = outside,
) {
  return fetchForApp(
    {
      viewerId,
      request: {
        type: "egress",
        runToken,
        req_id: `r${++serial}`,
        ts: Date.now(),
        method: "GET",
        url: "https://api.example.com/data",
        headers: [],
        body: null,
        bodyEncoding: "text",
        ...request,
      },
    },
    fetchOutside as never,
  );
}

beforeAll(async () => {
  for (const id of [person, stranger]) {
    const name = `user${id.slice(-6)}`;
    await db().user.create({
      data: {
        id,
        username: name,
        usernameKey: name,
        displayName: name,
        email: `${name}@gum.test`,
        emailKey: `${name}@gum.test`,
      },
    });
  }
  await db().app.create({
    data: {
      id: app,
      ownerId: person,
      name: "Weather",
      nameKey: "weather",
      iconKey: "apps/icon.webp",
      tags: [],
    },
  });
  const version = uuidv7();
  await db().appVersion.create({
    data: {
      id: version,
      appId: app,
      version: "1.0.0",
      packageSha256: "a".repeat(64),
      packageBytes: 1,
      manifest: { network: { hosts: ["api.example.com", "other.example.com"], reason: "The forecast" } },
    },
  });
  await db().app.update({ where: { id: app }, data: { currentVersionId: version } });
  runToken = await issueRunToken({ userId: person, appId: app, runId: uuidv7() });
});

beforeEach(async () => {
  reached = [];
  await setAllowedHosts(person, app, ["api.example.com"]);
});

describe("egress", () => {
  it("answers what the host said, and writes the ledger", async () => {
    const answer = await ask();
    expect(answer).toMatchObject({ status: 200, body: "answer", bodyEncoding: "text", error: null });
    const { items } = await listNetworkLedger({ viewerId: person, appId: app });
    expect(items[0]).toMatchObject({
      host: "api.example.com",
      decision: "allowed",
      status: 200,
      bytesDown: 6,
    });
  });

  it("refuses a request older than 5 s: 400 'Request expired'", async () => {
    await expect(ask({ ts: Date.now() - 5_500 })).rejects.toMatchObject({
      code: "expired",
      status: 400,
      message: "Request expired",
    });
    expect(reached).toEqual([]);
  });

  it("refuses a repeated req_id: 409 'Duplicate request', also when both come at once", async () => {
    const answers = await Promise.allSettled([ask({ req_id: "same" }), ask({ req_id: "same" })]);
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
    expect(answers.find((answer) => answer.status === "rejected")?.reason).toMatchObject({
      code: "duplicate",
      status: 409,
      message: "Duplicate request",
    });
    expect(reached).toHaveLength(1);
  });

  it("refuses a forged run token, and somebody else's", async () => {
    await expect(ask({ runToken: "nonsense" })).rejects.toMatchObject({ code: "invalid_token" });
    await expect(ask({}, stranger)).rejects.toMatchObject({ code: "invalid_token" });
  });

  it("reaches only hosts that the manifest names and the person allowed", async () => {
    await expect(ask({ url: "https://evil.test/" })).rejects.toMatchObject({
      code: "egress_refused",
      details: { reason: "host_not_allowed" },
    });
    await expect(ask({ url: "https://other.example.com/" })).rejects.toMatchObject({
      code: "consent_required",
      details: { host: "other.example.com" },
    });
    await setAllowedHosts(person, app, []);
    await expect(ask()).rejects.toMatchObject({ code: "consent_required" });
    expect(reached).toEqual([]);
    const { items } = await listNetworkLedger({ viewerId: person, appId: app, limit: 3 });
    expect(items.map((entry) => entry.decision)).toEqual([
      "consent_required",
      "consent_required",
      "host_not_allowed",
    ]);
  });

  it("allows nothing that the manifest does not name", async () => {
    await expect(setAllowedHosts(person, app, ["evil.test"])).rejects.toMatchObject({
      code: "egress_refused",
    });
    await expect(setAllowedHosts(stranger, app, ["api.example.com"])).rejects.toMatchObject({
      code: "unknown_app",
    });
  });

  it("says 502 'Egress signature/route error' when the host cannot be reached", async () => {
    const down = async () => ({ ok: false as const, error: "unreachable" as const });
    await expect(ask({}, person, down as never)).rejects.toMatchObject({
      code: "egress_failed",
      status: 502,
      title: "Egress signature/route error",
      message: "egress unreachable or signature failure",
    });
  });

  it("lets six through at once, the seventh waits its turn", async () => {
    let open!: () => void;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const slow = async (request: { url: string }) => {
      await gate;
      return outside(request);
    };
    const started = Array.from({ length: 7 }, () =>
      ask({}, person, slow).then(
        () => "ok",
        (error) => error.code,
      ),
    );
    // The seventh is refused while the six wait.
    expect(await Promise.race(started)).toBe("rate_limited");
    open();
    expect((await Promise.all(started)).sort()).toEqual([...Array(6).fill("ok"), "rate_limited"]);
  });

  it("sums up calls for moderators, without who made them", async () => {
    await setAllowedHosts(person, app, ["api.example.com"]);
    const where = { appId: app, host: "api.example.com" };
    /** Of all days: the calls may fall on two. */
    const sums = async () => {
      const { _sum } = await db().egressTotal.aggregate({
        where,
        _sum: { calls: true, bytesUp: true, bytesDown: true },
      });
      return { calls: _sum.calls ?? 0n, bytesUp: _sum.bytesUp ?? 0n, bytesDown: _sum.bytesDown ?? 0n };
    };
    const before = await sums();
    await ask({ method: "POST", body: "four" });
    await ask();
    const after = await sums();
    expect(after.calls - before.calls).toBe(2n);
    expect(after.bytesUp - before.bytesUp).toBe(4n);
    expect(after.bytesDown - before.bytesDown).toBe(12n);
    await expect(getTraffic({ id: person })).rejects.toMatchObject({ code: "not_found" });
    const moderator = await makePerson("egress_mod");
    await db().user.update({ where: { id: moderator.id }, data: { role: "moderator" } });
    const listed = async () => (await getTraffic(moderator)).find(({ id }) => id === app);
    // What only its owner runs is one person's.
    expect(await listed()).toBeUndefined();
    await db().app.update({ where: { id: app }, data: { isPublic: true, shareId: uuidv7() } });
    const shown = (await listed())!;
    expect(shown).toMatchObject({
      calls: Number(after.calls),
      hostCount: 1,
      hosts: [{ host: "api.example.com", bytesDown: Number(after.bytesDown) }],
    });
    expect(JSON.stringify(shown)).not.toContain(person);

    await db().egressTotal.updateMany({
      where: { appId: app },
      data: { day: new Date(Date.now() - 40 * 86_400_000) },
    });
    expect(await listed()).toBeUndefined();
    await runJob("egress-records");
    expect(await db().egressTotal.count({ where })).toBe(0);
  });

  it("refuses a body over 1 MB", async () => {
    await expect(ask({ method: "POST", body: "x".repeat(1024 * 1024 + 1) })).rejects.toMatchObject({
      code: "payload_too_large",
    });
  });
});
