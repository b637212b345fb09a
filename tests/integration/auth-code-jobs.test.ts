import { expect, it } from "vitest";
import { type CodeJob, queueCode, sendQueuedCode } from "@/lib/auth/code-request-service";
import { signInWithCode } from "@/lib/auth/sign-in-code-service";
import { db } from "@/lib/db/client";
import { defineQueue } from "@/lib/infra/queue";
import { lastMailTo, tokenOf } from "../support/mailbox";
import { makePerson } from "../support/people";

const facts = {
  kind: "web",
  userAgent: "test",
  device: null,
  language: "en",
  address: "203.0.113.9",
} as const;

/** Jobs stay here, for the tests to run them more than once, as after the death of a process. */
const jobs: CodeJob[] = [];
defineQueue<CodeJob>("codes", async (job) => void jobs.push(job));

async function request(email: string): Promise<CodeJob> {
  const count = jobs.length;
  await queueCode({ purpose: "sign_in", email, language: "en" });
  await expect.poll(() => jobs.length).toBe(count + 1);
  return jobs.at(-1)!;
}
const mailsTo = (recipient: string) =>
  db().outboxMail.count({ where: { recipient, subject: { contains: "your code" } } });

it("a code is single-use and mailed once, however often its job runs", async () => {
  const email = `${(await makePerson("again")).id}@gum.test`;
  const job = await request(email);
  await sendQueuedCode(job);
  const proof = { token: tokenOf(await lastMailTo(email)) };
  await signInWithCode(proof, facts);
  await sendQueuedCode(job);
  await expect(signInWithCode(proof, facts)).rejects.toMatchObject({ code: "invalid_code" });
  expect(await mailsTo(email)).toBe(1);
});

it("an older request that runs late does not replace a newer code, and no wait prolongs a code", async () => {
  const { id } = await makePerson("late");
  const email = `${id}@gum.test`;
  const older = await request(email);
  const newer = await request(email);
  const until = new Date(Date.now() + 90_000);
  await sendQueuedCode({ ...newer, until: until.toISOString() });
  const proof = { token: tokenOf(await lastMailTo(email)) };
  await sendQueuedCode(older);
  expect(await mailsTo(email)).toBe(1);
  const codes = await db().oneTimeCode.findMany({ where: { userId: id }, select: { expiresAt: true } });
  expect(codes).toEqual([{ expiresAt: until }]);
  await signInWithCode(proof, facts);
});
