import { afterEach, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { SessionLease } from "@/lib/realtime/session-lease.server";
import { makePerson } from "../support/people";

const MINUTE_MS = 60_000;

afterEach(() => vi.restoreAllMocks());

/** After how long a stream of that session ends, in minutes; null if it ends at once. */
async function minutesOf(sessionId: string, random: number): Promise<number | null> {
  vi.spyOn(Math, "random").mockReturnValue(random);
  const begun = vi.spyOn(globalThis, "setTimeout");
  const close = () => undefined;
  const lease = new SessionLease(sessionId, close);
  const lives = await lease.check();
  const [, ms] = begun.mock.calls.find(([work]) => work === close) ?? [];
  lease.end();
  return lives ? ms! / MINUTE_MS : null;
}

it("a stream ends after 7.5 to 15 minutes, earlier with its session", async () => {
  const { id: userId } = await makePerson("lease");
  const { id } = await db().session.findFirstOrThrow({ where: { userId }, select: { id: true } });
  expect(await minutesOf(id, 0)).toBe(7.5);
  expect(await minutesOf(id, 1)).toBe(15);
  await db().session.update({
    where: { id },
    data: { expiresAt: new Date(Date.now() + MINUTE_MS) },
    select: { id: true },
  });
  expect(await minutesOf(id, 1)).toBeLessThanOrEqual(1);
  await db().session.delete({ where: { id }, select: { id: true } });
  expect(await minutesOf(id, 1)).toBeNull();
});
