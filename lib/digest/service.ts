import "server-only";
import { createTranslator } from "next-intl";
import { readToken, signToken } from "@/lib/auth/signed-token.server";
import { serverEnv } from "@/lib/config/env.server";
import {
  DIGEST_BATCH,
  DIGEST_NOTIFICATIONS,
  DIGEST_NOTIFICATIONS_READ,
  DIGEST_POSTS,
} from "@/lib/config/push-limits";
import { type Db, inTransaction } from "@/lib/db/client";
import type { Locale } from "@/lib/i18n/locales";
import { messagesFor } from "@/lib/i18n/messages";
import { defineQueue } from "@/lib/infra/queue";
import { sendDigestMail } from "@/lib/mail/digest-service";
import type { MailItem } from "@/lib/mail/layout.server";
import { canSendMail } from "@/lib/mail/service";
import { describeNotification } from "@/lib/notifications/text-service";
import { presentNotification } from "@/lib/notifications/presenter";
import { listNotifications } from "@/lib/notifications/repository";
import { groupNotifications } from "@/lib/notifications/rules";
import { nameOf } from "@/lib/people/rules";
import { hasMutedWord } from "@/lib/search/muted-words";
import type { Actor } from "@/lib/shared/contract";
import { fieldError } from "@/lib/shared/errors";
import { clipGraphemes } from "@/lib/shared/visible-text";
import type { Digest, DigestBody } from "./contract";
import {
  deleteDigest,
  type DueDigest,
  endDigest,
  findDigest,
  findDueDigest,
  isConfirmed,
  listDueDigests,
  listTopPosts,
  postponeDigest,
  saveDigest,
} from "./repository";
import { isTimeZone, nextDigestAt } from "./rules";

/**
 * A mail about what a person missed, if they asked for one.
 *
 * Trust model. Outside: whoever has the mail, or the link of its end. That link turns the digest off and does nothing else.
 */
const AUDIENCE = "digest-unsubscribe";
const LINE_GRAPHEMES = 120;

export async function getDigest(actor: Actor): Promise<Digest> {
  const [digest, confirmed] = await Promise.all([findDigest(actor.id), isConfirmed(actor.id)]);
  return {
    isAvailable: canSendMail() && confirmed === true,
    every: digest?.every ?? "off",
    timeZone: digest?.timeZone ?? null,
    nextAt: digest?.nextAt.toISOString() ?? null,
  };
}

/** Turns the digest on or off. What happened before is not in the first one. */
export async function setDigest({
  actor,
  body: { every, timeZone },
  language,
}: {
  actor: Actor;
  body: DigestBody;
  language: Locale;
}): Promise<Digest> {
  if (every === "off") await deleteDigest(actor.id);
  else {
    const now = new Date();
    const nextAt = nextDigestAt({ every, timeZone, now });
    await saveDigest({ userId: actor.id, every, timeZone, language, nextAt, since: now });
  }
  return getDigest(actor);
}

/** Turns a digest off by the link of a mail, also for who is signed out. Idempotent. @throws AppError validation_error */
export async function unsubscribeDigest(token: string): Promise<void> {
  const payload = await readToken("digest", token, AUDIENCE);
  if (!payload?.sub) throw fieldError("token", "invalid", "This link is not valid.");
  await deleteDigest(payload.sub);
}

/** Valid for as long as the mail exists. */
function issueToken(userId: string): Promise<string> {
  return signToken("digest", { sub: userId }, { audience: AUDIENCE });
}

/** Cron job: queues the digests that are due. @returns how many */
export async function runDigests(now: Date): Promise<number> {
  const due = await listDueDigests(now, DIGEST_BATCH);
  for (const { userId, ...digest } of due) {
    // Another process may know zones that this one does not.
    const timeZone = isTimeZone(digest.timeZone) ? digest.timeZone : "UTC";
    const nextAt = nextDigestAt({ ...digest, timeZone, now });
    await inTransaction(async (tx) => {
      if (await postponeDigest({ userId, from: digest.nextAt, to: nextAt }, tx))
        await digestQueue.send({ userId, until: now.toISOString() }, tx);
    });
  }
  return due.length;
}

/** Mails a digest. One that fails for good leaves its content to the next. */
export const digestQueue = defineQueue<{ userId: string; until: string }>(
  "digests",
  async ({ userId, until }) => {
    const digest = await findDueDigest(userId);
    const end = new Date(until);
    if (!digest || digest.since >= end) return;
    const send = digest.mayReceive && canSendMail() ? await prepare(digest, end) : null;
    await inTransaction(async (tx) => {
      if (await endDigest({ userId, from: digest.since, to: end }, tx)) await send?.(tx);
    });
  },
);

/** @returns what queues the mail; null if nothing happened */
async function prepare(
  { userId, email, language, since, mutedWords, every }: DueDigest,
  until: Date,
): Promise<((tx: Db) => Promise<void>) | null> {
  const locale: Locale = language === "ja" ? "ja" : "en";
  const [rows, top] = await Promise.all([
    listNotifications({ viewerId: userId, after: undefined, take: DIGEST_NOTIFICATIONS_READ }),
    listTopPosts({ readerId: userId, since, until, take: DIGEST_POSTS * 5 }),
  ]);
  // What happened after `until`, while the job waited, is in the next one.
  const missed = rows.filter(
    ({ readAt, createdAt }) => readAt === null && createdAt >= since && createdAt < until,
  );
  const groups = groupNotifications(missed).map(presentNotification);
  const posts = top.filter(({ body }) => !hasMutedWord(body, mutedWords)).slice(0, DIGEST_POSTS);
  if (groups.length === 0 && posts.length === 0) return null;
  const { APP_URL } = serverEnv();
  const t = createTranslator({ locale, messages: messagesFor(locale), namespace: "settings.digest.mail" });
  const notifications = groups.slice(0, DIGEST_NOTIFICATIONS).map((group): MailItem => {
    const { title, about, href } = describeNotification(group, locale);
    return { title, text: clipGraphemes(about, LINE_GRAPHEMES), url: APP_URL + href };
  });
  const token = await issueToken(userId);
  const mail = {
    to: email,
    language: locale,
    every,
    token,
    notifications,
    more: groups.length - notifications.length,
    posts: posts.map(({ id, body, likes, replies, ...author }) => ({
      title: nameOf(author),
      text: [clipGraphemes(body, LINE_GRAPHEMES), t("counts", { likes, replies })].filter(Boolean).join("\n"),
      url: `${APP_URL}/post/${id}`,
    })),
  };
  return (tx) => sendDigestMail({ ...mail, tx });
}
