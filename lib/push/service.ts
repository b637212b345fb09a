import "server-only";
import { ECDH } from "node:crypto";
import { createTranslator } from "next-intl";
import { inTransaction, type Db } from "@/lib/db/client";
import { checkTarget } from "@/lib/egress/rules";
import type { Locale } from "@/lib/i18n/locales";
import { messagesFor } from "@/lib/i18n/messages";
import { AppError, fieldError } from "@/lib/shared/errors";
import type { PushState, PushSubscriptionBody, PushTestResult } from "./contract";
import { sendPush, type PushFetch } from "./push-sender.server";
import {
  deleteSubscription,
  findSubscription,
  listSubscriptions,
  lockSubscription,
  markGone,
  markSuccess,
  saveSubscription,
} from "./repository";
import { vapid } from "./vapid.server";

/** A person in a session: each session is one browser, which has one subscription. */
export type PushActor = { id: string; sessionId: string };

/** The devices of a person that get push messages. */
export async function getPushState(actor: PushActor): Promise<PushState> {
  const publicKey = vapid()?.publicKey ?? null;
  const devices = publicKey ? await listSubscriptions(actor.id) : [];
  return {
    publicKey,
    devices: devices.map(({ id, sessionId, userAgent, createdAt, lastSuccessAt }) => ({
      id,
      userAgent,
      current: sessionId === actor.sessionId,
      createdAt: createdAt.toISOString(),
      lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    })),
  };
}

type Subscribing = {
  actor: PushActor;
  body: PushSubscriptionBody;
  /** Of the messages, until a page of the browser names another. */
  language: Locale;
};

/**
 * Subscribes the browser of the actor's session.
 * @throws AppError not_found without web push; validation_error; conflict if the endpoint is another browser's
 */
export function subscribe(subscribing: Subscribing): Promise<PushState> {
  return save(subscribing, async () => undefined);
}

/**
 * Takes the subscription that the actor's browser has made in place of its last one, without anybody at the screen.
 *
 * Trust model. Outside: the service worker of a browser, which may be another person's by now. The session cookie says who
 * they are; that they want messages here is only known of a session that has a subscription.
 * @throws AppError not_found also if the session has none
 */
export function renewSubscription(subscribing: Subscribing): Promise<PushState> {
  return save(subscribing, async (tx) => {
    if (!(await lockSubscription(subscribing.actor, tx))) throw new AppError("not_found");
  });
}

async function save(
  { actor, body: { endpoint, keys }, language }: Subscribing,
  check: (tx: Db) => Promise<void>,
): Promise<PushState> {
  if (!vapid()) throw new AppError("not_found");
  if (typeof checkTarget(endpoint, null) === "string")
    throw fieldError("endpoint", "invalid", "This is not the address of a push service.");
  try {
    ECDH.convertKey(keys.p256dh, "prime256v1", "base64url");
  } catch {
    throw fieldError("keys.p256dh", "invalid", "This is not a public key.");
  }
  const { id: userId, sessionId } = actor;
  await inTransaction(async (tx) => {
    await check(tx);
    // Thrown in here, so that the subscription of before stays.
    if (!(await saveSubscription({ userId, sessionId, endpoint, ...keys, language }, tx)))
      throw new AppError("conflict");
  });
  return getPushState(actor);
}

/** @throws AppError not_found */
export async function unsubscribe({ actor, id }: { actor: PushActor; id: string }): Promise<PushState> {
  if ((await deleteSubscription({ id, userId: actor.id })) === 0) throw new AppError("not_found");
  return getPushState(actor);
}

/** Sends a message to the actor's own browser. @throws AppError not_found if it is not subscribed */
export async function sendTest({
  actor,
  language,
  fetchOutside,
}: {
  actor: PushActor;
  language: Locale;
  fetchOutside?: PushFetch;
}): Promise<PushTestResult> {
  const subscription = vapid() && (await findSubscription(actor.sessionId));
  if (!subscription) throw new AppError("not_found");
  const t = createTranslator({
    locale: language,
    messages: messagesFor(language),
    namespace: "settings.push",
  });
  const { result } = await sendPush(
    subscription,
    {
      title: t("testTitle"),
      body: t("testText"),
      href: "/settings#notification-settings",
      tag: "test",
      lang: language,
      icon: "/icons/icon-192.png",
    },
    { fetchOutside },
  );
  if (result === "gone") await markGone(subscription.id);
  if (result === "sent") await markSuccess(subscription.id);
  return { result: result === "rejected" ? "failed" : result };
}
