import "server-only";
import { SESSION_END_LINK_DAYS } from "@/lib/config/limits";
import { inTransaction } from "@/lib/db/client";
import type { Locale } from "@/lib/i18n/locales";
import { sendNewDevice } from "@/lib/mail/service";
import { AppError } from "@/lib/shared/errors";
import { deleteDevices, type DeviceSignIn, putDevice } from "./device-repository";
import { hashFor, randomToken } from "./secret-service";
import { signOutSession } from "./session-service";
import type { SignInMethod } from "./sign-in-methods";
import { readToken, signToken } from "./signed-token.server";
import { describeUserAgent } from "./user-agent";

/**
 * Notifies people by mail of a sign-in from a device that is new to their account.
 *
 * Trust model. Outside: whoever has somebody's password. A browser is identified by a secret in a cookie; an API
 * client, which has none, by the user agent that it claims. The link in the mail ends that one session and nothing
 * else.
 */
const AUDIENCE = "session-end";

type Opened = {
  person: { id: string; email: string };
  sessionId: string;
  kind: "web" | "api";
  userAgent: string;
  /** From the browser's cookie; null before the first sign-in. */
  device: string | null;
  method: SignInMethod;
  language: Locale;
};

/**
 * Records the device of a sign-in.
 * @returns the device for the cookie; null for an API client
 */
export async function noteDevice(opened: Opened): Promise<string | null> {
  const { person, sessionId, kind, userAgent, method, language } = opened;
  const device = kind === "web" ? (opened.device ?? randomToken()) : null;
  const { browser, system } = describeUserAgent(userAgent);
  const deviceHash = hashFor("device", device ?? `${kind}:${browser}:${system}`);
  const signIn = { userId: person.id, sessionId, deviceHash };
  await inTransaction(async (tx) => {
    if (!(await putDevice(signIn, tx))) return;
    const token = await endToken(signIn);
    await sendNewDevice({ to: person.email, browser, system, method, token, language, tx });
  });
  return device;
}

function endToken({ userId, sessionId, deviceHash }: DeviceSignIn): Promise<string> {
  return signToken(
    "session-end",
    { sid: sessionId, device: deviceHash, sub: userId },
    { audience: AUDIENCE, seconds: SESSION_END_LINK_DAYS * 24 * 60 * 60 },
  );
}

/**
 * Ends the session that a mail reported and forgets its device; a no-op if the session has ended.
 * @throws AppError invalid_code
 */
export async function endToldSession(token: string): Promise<void> {
  const payload = await readToken("session-end", token, AUDIENCE);
  if (!payload?.sub || typeof payload.sid !== "string" || typeof payload.device !== "string")
    throw new AppError("invalid_code");
  await signOutSession({ id: payload.sid, userId: payload.sub });
  await deleteDevices({ userId: payload.sub, deviceHash: payload.device });
}
