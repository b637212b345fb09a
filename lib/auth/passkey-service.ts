import "server-only";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { uuidv7 } from "uuidv7";
import { findCredentialsById, lockUser } from "@/lib/account/user-repository";
import { PASSKEY_CHALLENGE_SECONDS, PASSKEYS_MAX } from "@/lib/config/limits";
import { inTransaction } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import type { Locale } from "@/lib/i18n/locales";
import { logger } from "@/lib/infra/logger";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { sendNotice } from "@/lib/mail/service";
import { AppError } from "@/lib/shared/errors";
import { readChallenge } from "./challenge-service";
import { requireSignInConfigured } from "./credential-service";
import type { Assertion, NewCredential, PasskeyInfo } from "./passkey-contract";
import { requireRelyingParty } from "./passkey-ceremony.server";
import {
  type ChallengePurpose,
  countPasskeys,
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listCredentials,
  listPasskeys,
  notePasskeyUse,
  renamePasskey,
  takeChallenge,
} from "./passkey-repository";
import { hashFor } from "./secret-service";
import { createSignedIn, requireVerified, type SignedIn, type SignInFacts } from "./service";
import { requireRecentProof } from "./session-service";
import { requireOtherSignInMethod } from "./sign-in-methods-service";

/**
 * Passkeys (WebAuthn): they sign in without an address, serve as a second factor beside authenticator apps, and
 * reauthenticate.
 *
 * Trust model. Untrusted: whatever a browser sends. A signature counts only for an unused challenge that this server
 * issued for the same purpose, browser and person less than five minutes ago, and for the host and origin of APP_URL. A
 * passkey that signs in alone must have user verification (fingerprint, face or PIN), so it counts as two factors. A
 * passkey survives a password reset, so adding one requires a confirmed address and a recent reauthentication, and
 * sends a mail.
 */
type Actor = { userId: string; sessionId: string; email: string; language: Locale };
type Options = Record<string, unknown>;
/** Who requested the challenge: bound to the session id, or to the browser's cookie if nobody is signed in. */
type Ceremony = { binding: string; purpose: ChallengePurpose; userId: string | null };

const stored = (challenge: string, { binding, purpose, userId }: Ceremony) => ({
  id: hashFor("passkey-challenge", challenge),
  binding: hashFor("passkey-challenge", `${purpose}:${binding}`),
  purpose,
  userId,
});

async function keepChallenge<T extends { challenge: string }>(
  options: T,
  ceremony: Ceremony,
): Promise<Options> {
  const expiresAt = new Date(Date.now() + PASSKEY_CHALLENGE_SECONDS * 1_000);
  await insertChallenge({ ...stored(options.challenge, ceremony), expiresAt });
  return options as unknown as Options;
}

type ClientData = { challenge?: unknown; crossOrigin?: unknown };

/** Consumes the challenge that a response signed, before anything else is checked. @throws AppError passkey_refused */
async function takeSignedChallenge(clientDataJSON: string, ceremony: Ceremony): Promise<string> {
  let data: ClientData | null = null;
  try {
    data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")) as ClientData | null;
  } catch {
    // The caller rejects it.
  }
  const challenge = data?.challenge;
  // Our pages cannot be framed, so a ceremony in a cross-origin frame is not ours.
  if (typeof challenge !== "string" || challenge.length > 200 || data?.crossOrigin === true) throw refused();
  if (!(await takeChallenge(stored(challenge, ceremony)))) throw refused();
  return challenge;
}

function refused(cause?: unknown): AppError {
  return new AppError("passkey_refused", { cause });
}

const TIMEOUT_MS = PASSKEY_CHALLENGE_SECONDS * 1_000;

/** Options to create a passkey. @throws AppError reauthentication_required, quota_exceeded */
export async function registrationOptions({ userId, sessionId }: Actor): Promise<Options> {
  const party = requireRelyingParty();
  await requireRecentProof(sessionId);
  const [person, credentials] = await Promise.all([findCredentialsById(userId), listCredentials(userId)]);
  if (!person) throw new AppError("unauthenticated");
  if (credentials.length >= PASSKEYS_MAX) throw new AppError("quota_exceeded");
  const options = await generateRegistrationOptions({
    rpName: "Gum",
    rpID: party.id,
    userName: person.email,
    userDisplayName: person.displayName,
    userID: new Uint8Array(Buffer.from(userId.replaceAll("-", ""), "hex")),
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: credentials.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  return keepChallenge(options, { binding: sessionId, purpose: "register", userId });
}

/**
 * Registers a passkey.
 * @throws AppError reauthentication_required, passkey_refused, quota_exceeded; conflict if it is registered already
 */
export async function addPasskey(
  { userId, sessionId, email, language }: Actor,
  { name, credential }: { name: string; credential: NewCredential },
): Promise<PasskeyInfo> {
  const party = requireRelyingParty();
  await requireRecentProof(sessionId);
  const ceremony = { binding: sessionId, purpose: "register", userId } as const;
  const expectedChallenge = await takeSignedChallenge(credential.response.clientDataJSON, ceremony);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch((cause: unknown) => {
    throw refused(cause);
  });
  if (!verified) throw refused();
  const { credential: made, credentialDeviceType, credentialBackedUp } = registrationInfo;
  const row = await inTransaction(async (tx) => {
    // Serializes a person's registrations, so that the limit holds.
    await lockUser(userId, tx);
    if ((await countPasskeys(userId, tx)) >= PASSKEYS_MAX) throw new AppError("quota_exceeded");
    await sendNotice({ to: email, kind: "passkey_added", language, tx });
    return insertPasskey(
      {
        id: uuidv7(),
        userId,
        credentialId: made.id,
        publicKey: made.publicKey,
        counter: BigInt(made.counter),
        transports: credential.response.transports,
        name,
        backupEligible: credentialDeviceType === "multiDevice",
        backedUp: credentialBackedUp,
      },
      tx,
    );
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new AppError("conflict");
    throw error;
  });
  return present(row);
}

async function requestOptions(ceremony: Ceremony): Promise<Options> {
  const party = requireRelyingParty();
  const credentials = ceremony.userId ? await listCredentials(ceremony.userId) : [];
  if (ceremony.userId && credentials.length === 0) throw new AppError("not_found");
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT_MS,
    allowCredentials: credentials.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    userVerification: ceremony.purpose === "sign_in" ? "required" : "preferred",
  });
  return keepChallenge(options, ceremony);
}

/**
 * Checks a signature and consumes its challenge.
 * @returns the id of the passkey's owner
 * @throws AppError passkey_refused, the same for every cause
 */
async function checkAssertion(credential: Assertion, ceremony: Ceremony): Promise<string> {
  const party = requireRelyingParty();
  const expectedChallenge = await takeSignedChallenge(credential.response.clientDataJSON, ceremony);
  const passkey = await findPasskey(credential.id);
  if (!passkey || (ceremony.userId && passkey.userId !== ceremony.userId)) throw refused();
  const { userHandle } = credential.response;
  if (
    userHandle &&
    Buffer.from(userHandle, "base64url").toString("hex") !== passkey.userId.replaceAll("-", "")
  )
    throw refused();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    // The counter is compared below, in the same statement as its update, after the signature is verified.
    credential: { id: credential.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    requireUserVerification: ceremony.purpose === "sign_in",
  }).catch((cause: unknown) => {
    throw refused(cause);
  });
  if (!verified) throw refused();
  const counter = BigInt(authenticationInfo.newCounter);
  if (!(await notePasskeyUse(passkey.id, { counter, backedUp: authenticationInfo.credentialBackedUp }))) {
    logger().warn(
      { passkeyId: passkey.id, userId: passkey.userId },
      "a passkey's counter did not grow: it may have a copy",
    );
    throw refused();
  }
  return passkey.userId;
}

/**
 * Options to sign in: with any passkey of this device, or as the second factor of `challenge` with one of that
 * person's.
 * @throws AppError rate_limited, invalid_token; not_found if the person has none
 */
export async function signInOptions({
  binding,
  address,
  challenge,
}: {
  binding: string;
  address: string;
  challenge?: string | undefined;
}): Promise<Options> {
  requireSignInConfigured();
  await consumeLimit("passkeyOptions", address);
  if (challenge === undefined) return requestOptions({ binding, purpose: "sign_in", userId: null });
  return requestOptions({
    binding,
    purpose: "second_factor",
    userId: (await readChallenge(challenge)).userId,
  });
}

/**
 * Signs in with a passkey, alone or as the second factor of `challenge`.
 * @throws AppError rate_limited, invalid_token, passkey_refused, email_unverified
 */
export async function signInWithPasskey({
  binding,
  challenge,
  credential,
  facts,
}: {
  binding: string | null;
  challenge?: string | undefined;
  credential: Assertion;
  facts: SignInFacts;
}): Promise<SignedIn> {
  requireSignInConfigured();
  await consumeLimit("codeAddress", facts.address);
  const first = challenge === undefined ? null : await readChallenge(challenge);
  if (binding === null) throw refused();
  const purpose = first ? "second_factor" : "sign_in";
  const userId = await checkAssertion(credential, { binding, purpose, userId: first?.userId ?? null });
  const person = await findCredentialsById(userId);
  if (!person) throw refused();
  if (first && !first.isOf(person)) throw new AppError("invalid_token");
  requireVerified(person);
  return createSignedIn(person, facts, first?.method ?? "passkey");
}

/** Options to reauthenticate. @throws AppError not_found without a passkey */
export async function reauthenticationOptions({
  userId,
  sessionId,
}: Pick<Actor, "userId" | "sessionId">): Promise<Options> {
  return requestOptions({ binding: sessionId, purpose: "reauthenticate", userId });
}

/** @throws AppError passkey_refused */
export async function checkReauthentication(
  { userId, sessionId }: Pick<Actor, "userId" | "sessionId">,
  credential: Assertion,
): Promise<void> {
  await checkAssertion(credential, { binding: sessionId, purpose: "reauthenticate", userId });
}

function present(row: Awaited<ReturnType<typeof listPasskeys>>[number]): PasskeyInfo {
  return {
    id: row.id,
    name: row.name,
    backedUp: row.backedUp,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** A person's passkeys, newest first. */
export async function getPasskeys(userId: string): Promise<PasskeyInfo[]> {
  return (await listPasskeys(userId)).map(present);
}

/** @throws AppError not_found */
export async function changePasskeyName(
  passkey: { id: string; userId: string },
  name: string,
): Promise<void> {
  if (!(await renamePasskey(passkey, name))) throw new AppError("not_found");
}

/**
 * Removes a passkey. The last one only if a password or a provider remains.
 * @throws AppError reauthentication_required, last_sign_in, not_found
 */
export async function removePasskey(
  { userId, sessionId, email, language }: Actor,
  id: string,
): Promise<void> {
  await requireRecentProof(sessionId);
  await inTransaction(async (tx) => {
    await requireOtherSignInMethod(userId, tx);
    if (!(await deletePasskey({ id, userId }, tx))) throw new AppError("not_found");
    await sendNotice({ to: email, kind: "passkey_removed", language, tx });
  });
}
