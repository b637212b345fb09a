import "server-only";
import { jwtVerify, SignJWT } from "jose";
import { SESSION_END_LINK_DAYS } from "@/lib/config/limits";
import type { Locale } from "@/lib/i18n/locales";
import { sendLater, sendNewDevice } from "@/lib/mail/service";
import { AppError } from "@/lib/shared/errors";
import { deleteDevices, putDevice } from "./device-repository";
import { hashFor, keyFor, randomToken } from "./secret-service";
import { signOutSession } from "./session-service";
import type { SignInMethod } from "./sign-in-methods";
import { describeUserAgent } from "./user-agent";

/**
 * Tells people by mail of a sign-in with a device that their account does not know.
 *
 * Trust model. Outside: somebody who has got hold of a password. A browser is known by a secret in a cookie; an API client,
 * which has none, by the program and system that it claims to be. The mail's link ends that one session and nothing else.
 */
const AUDIENCE = "session-end";

type Opened = {
  person: { id: string; email: string };
  sessionId: string;
  kind: "web" | "api";
  userAgent: string;
  /** Of the browser's cookie; null where it has none yet. */
  device: string | null;
  method: SignInMethod;
  language: Locale;
};

/** Notes the device of a sign-in. @returns what the browser keeps from now on; null for an API client */
export async function noteDevice(opened: Opened): Promise<string | null> {
  const { person, sessionId, kind, userAgent, method, language } = opened;
  const device = kind === "web" ? (opened.device ?? randomToken()) : null;
  const { browser, system } = describeUserAgent(userAgent);
  const deviceHash = hashFor("device", device ?? `${kind}:${browser}:${system}`);
  if (await putDevice({ userId: person.id, sessionId, deviceHash })) {
    sendLater(async () => {
      const token = await endToken({ userId: person.id, sessionId, deviceHash });
      await sendNewDevice({ to: person.email, browser, system, method, token, language });
    });
  }
  return device;
}

function endToken({
  userId,
  sessionId,
  deviceHash,
}: {
  userId: string;
  sessionId: string;
  deviceHash: string;
}): Promise<string> {
  return new SignJWT({ sid: sessionId, device: deviceHash })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setAudience(AUDIENCE)
    .setExpirationTime(`${SESSION_END_LINK_DAYS}d`)
    .sign(keyFor("session-end"));
}

/** Ends the session that a mail told of, and forgets its device; a no-op if it has ended. @throws AppError invalid_code */
export async function endToldSession(token: string): Promise<void> {
  const payload = await jwtVerify(token, keyFor("session-end"), { audience: AUDIENCE, algorithms: ["HS256"] })
    .then((verified) => verified.payload)
    .catch(() => null);
  if (!payload?.sub || typeof payload.sid !== "string" || typeof payload.device !== "string")
    throw new AppError("invalid_code");
  await signOutSession({ id: payload.sid, userId: payload.sub });
  await deleteDevices({ userId: payload.sub, deviceHash: payload.device });
}
