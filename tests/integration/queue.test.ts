import { once } from "node:events";
import { spawn } from "node:child_process";
import { uuidv7 } from "uuidv7";
import webPush from "web-push";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { QUEUE_POLL_MS, QUEUES } from "@/lib/config/queue-limits";
import { db, inTransaction } from "@/lib/db/client";
import { countJobs, defineQueue, findDueQueues, maintainQueues, type QueueName } from "@/lib/infra/queue";
import { startQueuePoll } from "@/lib/infra/queue-poll";
import { workOffQueues } from "@/lib/jobs/queues";
import { logger } from "@/lib/infra/logger";
import { writeMetrics } from "@/lib/infra/metrics-page";
import { notify } from "@/lib/notifications/notify-service";
import { queueLeftDeliveries } from "@/lib/push/queue-service";
import { makePerson } from "../support/people";

/** The queue itself, with a job of these tests. */
const NAME: QueueName = "digests";
type Note = { text: string };

let seen: string[] = [];
let work: (text: string) => Promise<void> = async () => undefined;
const queue = defineQueue<Note>(NAME, async ({ text }, { isLast }) => {
  seen.push(isLast ? `${text} (last)` : text);
  await work(text);
});

beforeAll(() => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  Object.assign(process.env, { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey });
});
beforeEach(async () => {
  seen = [];
  work = async () => undefined;
  await db().$executeRaw`DELETE FROM gum_queue.job`;
});

const counts = async () => (await countJobs()).find((each) => each.queue === NAME)!;
const jobs = () =>
  db().$queryRaw<{ name: string; state: string; wait: number }[]>`
    SELECT name, state::text, extract(epoch FROM start_after - now())::float8 AS wait FROM gum_queue.job ORDER BY name`;
const isIdle = () =>
  vi.waitFor(async () => expect(await counts()).toMatchObject({ queued: 0, running: 0 }), 30_000);
const becomesDue = () => db().$executeRaw`UPDATE gum_queue.job SET start_after = now() WHERE state = 'retry'`;
const fail = () => Promise.reject(new Error("not today"));

async function gum(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ["bin/gum.mjs", "jobs", ...args], { stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += String(chunk)));
  await once(child, "close");
  return output;
}

describe("a job", () => {
  it("runs once its transaction is committed, and leaves nothing", async () => {
    await inTransaction(async (tx) => {
      await queue.send({ text: "kept" }, tx);
      await queue.workOff();
      expect(seen).toEqual([]);
    });
    await isIdle();
    expect(seen).toEqual(["kept"]);
    expect(await jobs()).toEqual([]);
  });

  it("is not there if its transaction is rolled back", async () => {
    const undone = inTransaction(async (tx) => {
      await queue.send({ text: "undone" }, tx);
      throw new Error("rolled back");
    });
    await expect(undone).rejects.toThrow("rolled back");
    expect(await jobs()).toEqual([]);
    expect(await queue.workOff()).toBe(0);
  });

  it("is tried again, later each time, then is dead until somebody queues it again", async () => {
    work = fail;
    await queue.send({ text: "stubborn" });
    const waits: number[] = [];
    const { retries } = (
      await db().$queryRaw<{ retries: number }[]>`
        SELECT retry_limit AS retries FROM gum_queue.queue WHERE name = ${NAME}`
    )[0]!;
    for (let attempt = 0; attempt < retries; attempt++) {
      await vi.waitFor(
        async () => expect((await jobs()).map(({ state }) => state)).toEqual(["retry"]),
        30_000,
      );
      waits.push((await jobs())[0]!.wait);
      expect(await queue.workOff()).toBe(0);
      expect(await findDueQueues()).toEqual([]);
      await becomesDue();
      expect(await findDueQueues()).toEqual([NAME]);
      await queue.workOff();
    }
    expect(waits.every((wait, index) => index === 0 || wait > waits[index - 1]!)).toBe(true);
    expect(seen).toHaveLength(retries + 1);
    expect(seen.filter((text) => text.endsWith("(last)"))).toEqual(["stubborn (last)"]);
    expect(await counts()).toMatchObject({ queued: 0, running: 0, dead: 1 });
    expect((await writeMetrics()).text).toContain(`gum_queue_jobs{queue="${NAME}",state="dead"} 1`);
    expect(await gum("list")).toContain(`${NAME}: 0 queued, 0 running, 1 dead`);

    work = async () => undefined;
    expect(await gum("retry", NAME)).toContain(`${NAME}: 1 queued again.`);
    seen = [];
    await queue.workOff();
    expect(seen).toEqual(["stubborn"]);
    expect(await counts()).toMatchObject({ queued: 0, running: 0, dead: 0 });
    expect(await gum("retry", "no-such")).toContain('There is no queue "no-such"');
  });

  it("that its process left is found and run again", async () => {
    // As kill -9 leaves it.
    let ended = () => undefined as void;
    work = () => new Promise((resolve) => (ended = resolve));
    await queue.send({ text: "left" });
    await vi.waitFor(() => expect(seen).toEqual(["left"]), 30_000);
    expect(await findDueQueues()).toEqual([]);
    await db().$executeRaw`UPDATE gum_queue.job SET started_on = now() - interval '61 seconds'`;
    expect(await findDueQueues()).toEqual([NAME]);
    work = async () => undefined;
    await becomesDue();
    await queue.workOff();
    expect(seen).toEqual(["left", "left"]);
    expect(await jobs()).toEqual([]);
    ended();
  });

  it("that its process left at the last attempt is dead, and is logged and counted as that, once", async () => {
    let ended = () => undefined as void;
    work = () => new Promise((resolve) => (ended = resolve));
    await queue.send({ text: "left" });
    await vi.waitFor(() => expect(seen).toHaveLength(1), 30_000);
    await db()
      .$executeRaw`UPDATE gum_queue.job SET started_on = now() - interval '61 seconds', retry_count = retry_limit`;
    const errors = vi.spyOn(logger(), "error");
    await Promise.all([findDueQueues(), findDueQueues()]);
    expect(errors.mock.calls).toMatchObject([[{ queue: NAME, isAbandoned: true }, "a job is dead"]]);
    expect(await counts()).toMatchObject({ queued: 0, running: 0, dead: 1 });
    errors.mockRestore();
    ended();
  });

  it("that is dead is kept for four weeks, whatever its queue", async () => {
    await db().$executeRaw`
      INSERT INTO gum_queue.job (name, data, state, started_on, retry_count, retry_limit, expire_in, keep_until, dead_letter, policy)
      SELECT name, '{}', 'active', now() - interval '1 day', retry_limit, retry_limit, expire_seconds * interval '1 second',
             now() + retention_minutes * interval '1 minute', dead_letter, policy
        FROM gum_queue.queue WHERE dead_letter IS NOT NULL`;
    await findDueQueues();
    const deadAfter = async (days: number) => {
      await db().$executeRaw`UPDATE gum_queue.job SET keep_until = keep_until - ${days} * interval '1 day'`;
      await maintainQueues();
      return (await countJobs()).flatMap((each) => (each.dead > 0 ? [each.queue] : [])).sort();
    };
    expect(await deadAfter(27)).toEqual(Object.keys(QUEUES).sort());
    expect(await deadAfter(2)).toEqual([]);
  });

  it("is not stored, and its sender fails, without the row of its queue", async () => {
    const missing = inTransaction(async (tx) => {
      await tx.$executeRaw`DELETE FROM gum_queue.queue WHERE name = ${NAME}`;
      await expect(queue.send({ text: "one" }, tx)).rejects.toThrow("missing");
      await queue.sendAll([{ text: "one" }, { text: "two" }], tx);
    });
    await expect(missing).rejects.toThrow("missing");
  });

  it("waits for another process while this one shuts down", async () => {
    const holder = globalThis as unknown as { gumShutdown?: { isDraining: boolean; work: Set<() => void> } };
    const before = holder.gumShutdown;
    holder.gumShutdown = { isDraining: true, work: new Set() };
    await queue.send({ text: "later" });
    // The sender's own start.
    await new Promise(setImmediate);
    expect(await queue.workOff()).toBe(0);
    holder.gumShutdown = before;
    expect(await counts()).toMatchObject({ queued: 1, running: 0 });
    expect(await queue.workOff()).toBe(1);
    expect(seen).toEqual(["later"]);
  });

  it("is run by one worker of many, and by no more at once than are allowed", async () => {
    let [running, most] = [0, 0];
    work = async () => {
      most = Math.max(most, ++running);
      await db().$queryRaw`SELECT pg_sleep(0.005)::text`;
      running--;
    };
    const texts = Array.from({ length: 60 }, (_, n) => `job ${n}`);
    await Promise.all(texts.map((text) => queue.send({ text })));
    await isIdle();
    expect([...seen].sort()).toEqual([...texts].sort());
    expect(most).toBeLessThanOrEqual(QUEUES[NAME]);
  });
});

describe("whoever works on all queues", () => {
  it("does not wait for a job that takes long, nor does another queue", async () => {
    let end = () => undefined as void;
    work = () => new Promise((resolve) => (end = resolve));
    const mails: unknown[] = [];
    const mail = defineQueue("mail", (job) => Promise.resolve(void mails.push(job)));
    await inTransaction(async (tx) => {
      await queue.send({ text: "long" }, tx);
      await mail.send({ text: "short" }, tx);
    });
    expect(await workOffQueues(300)).toBeLessThanOrEqual(1);
    await vi.waitFor(() => expect([seen, mails]).toEqual([["long"], [{ text: "short" }]]), 30_000);
    expect(await counts()).toMatchObject({ running: 1 });
    end();
    await isIdle();
  });

  it("finds what becomes due in another queue meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    try {
      const begun: string[] = [];
      let end = () => undefined as void;
      startQueuePoll((name) => {
        begun.push(name);
        return new Promise((resolve) => (end = () => resolve(undefined)));
      });
      const add = (name: QueueName) =>
        db().$executeRaw`INSERT INTO gum_queue.job (name, data) VALUES (${name}, '{}')`;
      await add("exports");
      await vi.advanceTimersByTimeAsync(QUEUE_POLL_MS);
      await vi.waitFor(() => expect(begun).toEqual(["exports"]), 30_000);
      await add("mail");
      await vi.advanceTimersByTimeAsync(QUEUE_POLL_MS);
      await vi.waitFor(() => expect(begun).toEqual(["exports", "mail"]), 30_000);
      end();
    } finally {
      vi.useRealTimers();
    }
  });
});

async function subscribe(userId: string): Promise<string> {
  const session = await db().session.findFirstOrThrow({ where: { userId }, select: { id: true } });
  const browser = { endpoint: `https://push.invalid/${userId}`, p256dh: "", auth: "", language: "en" };
  const data = { id: uuidv7(), userId, sessionId: session.id, ...browser };
  await inTransaction((tx) => tx.pushSubscription.create({ data, select: { id: true } }));
  return data.id;
}

it("push messages are queued with their notification, or not at all", async () => {
  const pushed: unknown[] = [];
  defineQueue("pushes", async (job) => void pushed.push(job));
  const [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
  await subscribe(mika.id);
  const follow = { kind: "follow" as const, actorId: ren.id, userIds: [mika.id] };
  const undone = inTransaction(async (tx) => {
    await notify(follow, tx);
    throw new Error("rolled back");
  });
  await expect(undone).rejects.toThrow("rolled back");
  expect(await jobs()).toEqual([]);
  const [event] = await inTransaction((tx) => notify(follow, tx));
  await expect.poll(() => pushed).toMatchObject([{ notificationId: (event as { id: string }).id }]);
});

it("push messages of a version without queues are moved, unless it works on them or they are no news", async () => {
  const pushed: unknown[] = [];
  defineQueue("pushes", async (job) => void pushed.push(job));
  const [person, ...fans] = await Promise.all(
    ["left", "due", "old", "leased"].map((name) => makePerson(name)),
  );
  const notified: string[] = [];
  for (const fan of fans) {
    const [event] = await notify({ kind: "follow", actorId: fan.id, userIds: [person!.id] });
    notified.push((event as { id: string }).id);
  }
  const subscriptionId = await subscribe(person!.id);
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const times = [
    { dueAt: ago(3), createdAt: ago(4) },
    { dueAt: ago(3), createdAt: ago(25 * 60) },
    { dueAt: ago(0), createdAt: ago(4) },
  ];
  await db().pushDelivery.createMany({
    data: times.map((each, index) => ({
      id: uuidv7(),
      subscriptionId,
      notificationId: notified[index]!,
      ...each,
    })),
  });
  expect(await queueLeftDeliveries(10)).toBe(2);
  await expect.poll(() => pushed).toEqual([{ subscriptionId, notificationId: notified[0] }]);
  expect(await db().pushDelivery.findMany({ select: { notificationId: true } })).toEqual([
    { notificationId: notified[2] },
  ]);
});
