import "server-only";
import { createTranslator } from "next-intl";
import { readToken, signToken } from "@/lib/auth/signed-token.server";
import { serverEnv } from "@/lib/config/env.server";
import {
  DIGEST_ATTEMPTS,
  DIGEST_BATCH,
  DIGEST_NOTIFICATIONS,
  DIGEST_NOTIFICATIONS_READ,
  DIGEST_POSTS,
  DIGEST_RETRY_MS,
} from "@/lib/config/push-limits";
import type { Locale } from "@/lib/i18n/locales";
import { messagesFor } from "@/lib/i18n/messages";
import { logger } from "@/lib/infra/logger";
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
  claimDigest,
  deleteDigest,
  type DueDigest,
  findDigest,
  isConfirmed,
  listDueDigests,
  listTopPosts,
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

/** Cron job: sends the digests that are due. @returns how many were dealt with */
export async function runDigests(now: Date): Promise<number> {
  const due = await listDueDigests(now, DIGEST_BATCH);
  for (const digest of due) {
    // A mail server that fails costs one attempt: the others wait for the next run.
    if (!(await runDigest(digest, now))) break;
  }
  return due.length;
}

/** @returns false if it could not be sent */
async function runDigest(digest: DueDigest, now: Date): Promise<boolean> {
  // Another process may know zones that this one does not.
  const timeZone = isTimeZone(digest.timeZone) ? digest.timeZone : "UTC";
  const nextAt = nextDigestAt({ ...digest, timeZone, now });
  const done = { nextAt, since: now, attempts: 0 };
  if (!(await claimDigest(digest, done)) || !digest.mayReceive || !canSendMail()) return true;
  try {
    await send(digest);
    return true;
  } catch (error) {
    logger().error({ err: error }, "could not send a digest");
    const attempts = digest.attempts + 1;
    const retryAt = new Date(now.getTime() + DIGEST_RETRY_MS);
    // The next regular one then has what is in this one, too.
    const again =
      attempts < DIGEST_ATTEMPTS && retryAt < nextAt
        ? { nextAt: retryAt, attempts }
        : { nextAt, attempts: 0 };
    await claimDigest({ ...digest, nextAt }, { ...again, since: digest.since });
    return false;
  }
}

/** Sends nothing if nothing happened. */
async function send({ userId, email, language, since, mutedWords, every }: DueDigest): Promise<void> {
  const locale: Locale = language === "ja" ? "ja" : "en";
  const [rows, top] = await Promise.all([
    listNotifications({ viewerId: userId, after: undefined, take: DIGEST_NOTIFICATIONS_READ }),
    listTopPosts(userId, since, DIGEST_POSTS * 5),
  ]);
  const missed = rows.filter(({ readAt, createdAt }) => readAt === null && createdAt >= since);
  const groups = groupNotifications(missed).map(presentNotification);
  const posts = top.filter(({ body }) => !hasMutedWord(body, mutedWords)).slice(0, DIGEST_POSTS);
  if (groups.length === 0 && posts.length === 0) return;
  const { APP_URL } = serverEnv();
  const t = createTranslator({ locale, messages: messagesFor(locale), namespace: "settings.digest.mail" });
  const notifications = groups.slice(0, DIGEST_NOTIFICATIONS).map((group): MailItem => {
    const { title, about, href } = describeNotification(group, locale);
    return { title, text: clipGraphemes(about, LINE_GRAPHEMES), url: APP_URL + href };
  });
  await sendDigestMail({
    to: email,
    language: locale,
    every,
    token: await issueToken(userId),
    notifications,
    more: groups.length - notifications.length,
    posts: posts.map(({ id, body, likes, replies, ...author }) => ({
      title: nameOf(author),
      text: [clipGraphemes(body, LINE_GRAPHEMES), t("counts", { likes, replies })].filter(Boolean).join("\n"),
      url: `${APP_URL}/post/${id}`,
    })),
  });
}
