import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import qrcode from "qrcode-generator";
import { RECOVERY_CODES, TOTP_FACTORS_MAX } from "@/lib/config/limits";
import type { FactorsResponse, RecoveryCodesResponse, TotpEnrolment } from "./contract";
import { AppError } from "@/lib/shared/errors";
import type { Locale } from "@/lib/i18n/locales";
import { acceptedSteps, fromBase32, stepCounter, toBase32, totpUri, truncateDigest } from "./totp";
import { consumeLimit, resetLimit } from "@/lib/infra/rate-limiter";
import { inTransaction, type Db } from "@/lib/db/client";
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactors,
  findPendingFactor,
  listFactors,
  renameFactor,
  putPendingFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeTotpStep,
} from "./factor-repository";
import { type Credentials, findCredentialsById, lockUser } from "@/lib/account/user-repository";
import { listIdentities } from "./identity-repository";
import { offeredProviders } from "./provider-list.server";
import { createSignedIn, type SignedIn, type SignInFacts, signInVerified } from "./service";
import { readChallenge } from "./challenge-service";
import { sendNotice } from "@/lib/mail/service";
import { hashFor, seal, unseal } from "./secret-service";
import { requireRecentProof } from "./session-service";

/**
 * The second factor: codes of an authenticator app (RFC 6238, SHA-1, 6 digits, 30 s) and recovery codes.
 *
 * Trust model. Untrusted: somebody who knows the password. Attempts are limited per account, codes are
 * single-use, secrets are encrypted and recovery codes hashed in the database, and changes require a recent
 * reauthentication.
 */
const SECRET_BYTES = 20;
const ISSUER = "Gum";

function codeOf(secret: string, step: number): string {
  return truncateDigest(createHmac("sha1", fromBase32(secret)).update(stepCounter(step)).digest());
}

function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** The accepted time step with this code, or null. */
function matchingStep(secret: string, code: string): number | null {
  return acceptedSteps(Date.now()).find((step) => sameText(codeOf(secret, step), code)) ?? null;
}

function normalizeRecoveryCode(code: string): string {
  return code.toUpperCase().replace(/[^A-Z2-7]/g, "");
}

/** Checks and consumes an unused code of the authenticator app or an unused recovery code. */
export async function checkSecondFactor(userId: string, typed: string): Promise<boolean> {
  const factors = await listFactors(userId);
  if (factors.length === 0) return false;
  const digits = typed.normalize("NFKC").replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(digits)) {
    for (const { id, secret } of factors) {
      const step = matchingStep(unseal("totp-secret", secret), digits);
      if (step !== null) return takeTotpStep(id, step);
    }
    return false;
  }
  return takeRecoveryCode(userId, hashFor("recovery-code", normalizeRecoveryCode(typed)));
}

/**
 * Completes a sign-in with the second factor.
 * @throws AppError invalid_token (the challenge), rate_limited, invalid_code
 */
export async function completeChallenge({
  challenge,
  code,
  facts,
}: {
  challenge: string;
  code: string;
  facts: SignInFacts;
}): Promise<SignedIn> {
  const { userId, method, isOf } = await readChallenge(challenge);
  await consumeLimit("codeAddress", facts.address);
  await consumeLimit("codeAccount", `totp:${userId}`);
  const person = await findCredentialsById(userId);
  if (!person || !isOf(person)) throw new AppError("invalid_token");
  if (!(await checkSecondFactor(userId, code))) throw new AppError("invalid_code");
  await resetLimit("codeAccount", `totp:${userId}`);
  return createSignedIn(person, facts, method);
}

/**
 * Signs in whoever a challenge names, which proves the first factor only.
 * @throws AppError invalid_token, email_unverified, second_factor_required, account_suspended
 */
export async function signInChallenged(challenge: string, facts: SignInFacts): Promise<SignedIn> {
  const { userId, method, isOf } = await readChallenge(challenge);
  const person = await findCredentialsById(userId);
  if (!person || !isOf(person)) throw new AppError("invalid_token");
  return signInVerified(person, facts, method);
}

/** Whether a mailed code is the strongest way to reauthenticate. */
export function canProveByMail(person: Pick<Credentials, "passwordHash" | "_count">): boolean {
  return person.passwordHash === null && person._count.totpFactors === 0;
}

export async function getFactors(userId: string): Promise<FactorsResponse> {
  const [person, factors, recoveryCodesLeft, identities] = await Promise.all([
    findCredentialsById(userId),
    listFactors(userId),
    countRecoveryCodes(userId),
    listIdentities(userId),
  ]);
  const offered = offeredProviders().map(({ id }) => id);
  return {
    hasPassword: person?.passwordHash != null,
    passkeys: person?._count.passkeys ?? 0,
    providers: offered.filter((id) => identities.some(({ provider }) => provider === id)),
    canProveByMail: person !== null && canProveByMail(person),
    totp: {
      enabled: factors.length > 0,
      confirmedAt: factors[0]?.confirmedAt?.toISOString() ?? null,
      recoveryCodesLeft,
      factors: factors.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    },
  };
}

/** The pending enrolment of an authenticator app. */
export async function getPendingTotp(
  userId: string,
): Promise<{ id: string; name: string; createdAt: string } | null> {
  const found = await findPendingFactor(userId);
  return found && { id: found.id, name: found.name, createdAt: found.createdAt.toISOString() };
}

type Actor = { userId: string; sessionId: string; email: string; language: Locale };

function qrSvg(text: string): string {
  const code = qrcode(0, "M");
  code.addData(text, "Byte");
  code.make();
  // The margin is the quiet zone of four modules that cameras need.
  const svg = code.createSvgTag({ cellSize: 1, margin: 4, scalable: true });
  return svg.replace("<svg ", '<svg shape-rendering="crispEdges" ');
}

/**
 * Starts an enrolment with a new secret as text, URI and QR code; confirmTotp activates it.
 * @throws AppError reauthentication_required; quota_exceeded beyond TOTP_FACTORS_MAX
 */
export async function enrolTotp({ userId, sessionId, email }: Actor, name = ""): Promise<TotpEnrolment> {
  await requireRecentProof(sessionId);
  const secret = toBase32(randomBytes(SECRET_BYTES));
  const id = await inTransaction(async (tx) => {
    await lockUser(userId, tx);
    if ((await listFactors(userId, tx)).length >= TOTP_FACTORS_MAX) throw new AppError("quota_exceeded");
    return putPendingFactor({ userId, name, secret: seal("totp-secret", secret) }, tx);
  });
  const uri = totpUri({ secret, account: email, issuer: ISSUER });
  return { id, secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(qrSvg(uri)).toString("base64")}` };
}

async function createRecoveryCodes(userId: string, tx: Db): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toBase32(randomBytes(10)).toLowerCase().match(/.{4}/g)!.join("-"),
  );
  const hashes = codes.map((code) => hashFor("recovery-code", normalizeRecoveryCode(code)));
  await replaceRecoveryCodes(userId, hashes, tx);
  return codes;
}

/**
 * Activates the enrolled factor with a first code. The first factor also creates recovery codes, which are shown only
 * once.
 * @throws AppError reauthentication_required, rate_limited, invalid_code
 */
export async function confirmTotp(
  { userId, sessionId, email, language }: Actor,
  code: string,
  name?: string,
): Promise<RecoveryCodesResponse> {
  await requireRecentProof(sessionId);
  await consumeLimit("codeAccount", `totp:${userId}`);
  const factor = await findPendingFactor(userId);
  if (!factor) throw new AppError("invalid_code");
  const step = matchingStep(
    unseal("totp-secret", factor.secret),
    code.normalize("NFKC").replace(/[\s-]/g, ""),
  );
  if (step === null) throw new AppError("invalid_code");
  const recoveryCodes = await inTransaction(async (tx) => {
    await lockUser(userId, tx);
    const isFirst = (await listFactors(userId, tx)).length === 0;
    if (
      !(await confirmFactor({ id: factor.id, name: name ?? factor.name }, tx)) ||
      !(await takeTotpStep(factor.id, step, tx))
    ) {
      throw new AppError("invalid_code");
    }
    await sendNotice({ to: email, kind: "totp_enabled", language, tx });
    return isFirst ? createRecoveryCodes(userId, tx) : [];
  });
  return { recoveryCodes };
}

/** Removes one authenticator app or, without an id, all. @throws AppError reauthentication_required, not_found */
export async function removeTotp({ userId, sessionId, email, language }: Actor, id?: string): Promise<void> {
  await requireRecentProof(sessionId);
  await inTransaction(async (tx) => {
    await lockUser(userId, tx);
    if (!(await deleteFactors({ userId, ...(id !== undefined && { id }) }, tx)))
      throw new AppError("not_found");
    await sendNotice({ to: email, kind: "totp_disabled", language, tx });
  });
}

/** Replaces all recovery codes. @throws AppError reauthentication_required, not_found */
export async function renewRecoveryCodes({ userId, sessionId }: Actor): Promise<RecoveryCodesResponse> {
  await requireRecentProof(sessionId);
  const recoveryCodes = await inTransaction(async (tx) => {
    await lockUser(userId, tx);
    if ((await listFactors(userId, tx)).length === 0) throw new AppError("not_found");
    return createRecoveryCodes(userId, tx);
  });
  return { recoveryCodes };
}

/** @throws AppError not_found */
export async function changeFactorName(factor: { id: string; userId: string }, name: string): Promise<void> {
  if (!(await renameFactor(factor, name))) throw new AppError("not_found");
}
