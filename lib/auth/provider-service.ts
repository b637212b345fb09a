import "server-only";
import { uuidv7 } from "uuidv7";
import { appointFirstAdmin } from "@/lib/moderation/role-service";
import { emailKey } from "@/lib/account/email";
import {
  findCredentialsByEmail,
  findCredentialsById,
  findMeById,
  insertUser,
  setEmailVerified,
} from "@/lib/account/user-repository";
import { serverEnv } from "@/lib/config/env.server";
import { REAUTHENTICATION_SECONDS } from "@/lib/config/limits";
import { inTransaction, type Db } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import type { Locale } from "@/lib/i18n/locales";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { logger } from "@/lib/infra/logger";
import { sendLater, sendNotice } from "@/lib/mail/service";
import { presentMe } from "@/lib/people/user-presenter";
import { indexPerson } from "@/lib/search/index-service";
import { AppError } from "@/lib/shared/errors";
import { sendCode } from "./code-service";
import { requireSignInConfigured, requireUsername } from "./credential-service";
import {
  deleteIdentity,
  findIdentity,
  insertIdentity,
  listIdentities,
  noteIdentityUse,
} from "./identity-repository";
import type { ProviderClaims } from "./provider-claims";
import type { LinkedProvider } from "./provider-contract";
import type { ProviderFlow } from "./provider-flow.server";
import { offeredProviders, providerName } from "./provider-list.server";
import { PROVIDER_IDS, type ProviderId } from "./providers";
import {
  createSignedIn,
  emailTaken,
  SIGNUP_LIMITED,
  signInVerified,
  type SignedIn,
  type SignedUp,
  type SignInFacts,
  usernameTaken,
} from "./service";
import { findLiveSession, setReauthenticated } from "./session-repository";
import { requireRecentProof } from "./session-service";
import { requireOtherWayIn } from "./way-in-service";

/**
 * Accounts that are signed in to at another provider.
 *
 * Trust model. Outside: the person at the browser, who may have any account at a provider, and the provider, which vouches
 * for its own subjects only. An identity belongs to the account that linked it while signed in, or that was made with it;
 * an equal address makes no link.
 */
export type ProviderOutcome =
  | { kind: "signed_in"; signedIn: SignedIn }
  | { kind: "linked" | "reauthenticated" }
  /** What the next page is to know. */
  | { kind: "next"; flow: Exclude<ProviderFlow, { step: "away" }> };

type Away = Extract<ProviderFlow, { step: "away" }>;

/**
 * What comes of a visit of a provider that has said who is there.
 * @throws AppError provider_failed, signups_disabled, email_unverified, identity_taken, unauthenticated, reauthentication_required
 */
export async function finishProvider(
  away: Away,
  claims: ProviderClaims,
  facts: SignInFacts,
): Promise<ProviderOutcome> {
  requireSignInConfigured();
  switch (away.purpose) {
    case "link":
      await link(away, claims, facts.language);
      return { kind: "linked" };
    case "reauthenticate":
      await reauthenticate(away, claims);
      return { kind: "reauthenticated" };
    case "sign_in":
      return signIn(claims, facts);
  }
}

async function signIn(claims: ProviderClaims, facts: SignInFacts): Promise<ProviderOutcome> {
  const identity = await findIdentity(claims);
  if (!identity) return { kind: "next", flow: await meetNewcomer(claims) };
  const person = await findCredentialsById(identity.userId);
  if (!person) throw new AppError("provider_failed");
  await noteIdentityUse(identity.id, claims.email);
  try {
    return { kind: "signed_in", signedIn: await signInVerified(person, facts, claims.provider) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "second_factor_required") throw error;
    const { challenge, passkeyHost } = error.details as { challenge: string; passkeyHost: string | null };
    return { kind: "next", flow: { step: "second_factor", challenge, passkeyHost } };
  }
}

async function meetNewcomer(claims: ProviderClaims): Promise<Exclude<ProviderFlow, { step: "away" }>> {
  // Only to whom the mailbox belongs; anybody else learns it as in every sign-up, within its limits.
  if (claims.email && claims.emailVerified && (await findCredentialsByEmail(emailKey(claims.email))))
    return { step: "known_address", provider: claims.provider };
  if (serverEnv().SIGNUPS_DISABLED) throw new AppError("signups_disabled");
  return { step: "newcomer", claims };
}

/** The session that went to the provider. @throws AppError unauthenticated if it has ended */
async function requireSender({ userId, sessionId }: Away): Promise<{ userId: string; sessionId: string }> {
  const session = sessionId ? await findLiveSession(sessionId) : null;
  if (!session || session.user.id !== userId) throw new AppError("unauthenticated");
  return { userId: session.user.id, sessionId: session.id };
}

async function link(away: Away, claims: ProviderClaims, language: Locale): Promise<void> {
  const { userId, sessionId } = await requireSender(away);
  await requireRecentProof(sessionId);
  const me = await findMeById(userId);
  if (!me) throw new AppError("unauthenticated");
  const known = await findIdentity(claims);
  if (known?.userId === userId) return;
  if (known) throw new AppError("identity_taken");
  await inTransaction((tx) => insertIdentity({ id: uuidv7(), userId, ...identityOf(claims) }, tx)).catch(
    (error: unknown) => {
      if (isUniqueViolation(error)) throw new AppError("identity_taken");
      throw error;
    },
  );
  const provider = providerName(claims.provider);
  sendLater(() => sendNotice({ to: me.email, kind: "provider_linked", values: { provider }, language }));
}

async function reauthenticate(away: Away, claims: ProviderClaims): Promise<void> {
  const { userId, sessionId } = await requireSender(away);
  const identity = await findIdentity(claims);
  if (identity?.userId !== userId) throw new AppError("provider_failed");
  // An issuer that was asked for a fresh sign-in must say that there was one.
  const { authenticatedAt, provider } = claims;
  const age = authenticatedAt === null ? null : Date.now() / 1_000 - authenticatedAt;
  if (provider === "oidc" ? age === null || age > REAUTHENTICATION_SECONDS : age !== null && age > 86_400)
    throw new AppError("provider_failed");
  await setReauthenticated(sessionId);
}

function identityOf({ provider, issuer, subject, email }: ProviderClaims) {
  return { provider, issuer, subject, email };
}

/**
 * Creates an account for somebody whom a provider has named. Its confirmed address is the account's; any other is confirmed
 * by mail.
 * @throws AppError rate_limited, signups_disabled, validation_error, email_taken, username_taken, identity_taken
 */
export async function signUpWithProvider(
  claims: ProviderClaims,
  request: SignInFacts & { username: string; displayName: string | undefined; email: string | undefined },
): Promise<SignedUp> {
  requireSignInConfigured();
  const env = serverEnv();
  if (env.SIGNUPS_DISABLED) throw new AppError("signups_disabled");
  const { username, key: usernameKey } = requireUsername(request.username);
  const email = (claims.emailVerified ? claims.email : request.email)?.trim();
  if (!email)
    throw new AppError("validation_error", {
      fields: [{ path: "email", code: "required", message: "Please fill this in." }],
    });
  await consumeLimit("signupAddress", request.address, { message: SIGNUP_LIMITED });
  const isConfirmed = claims.emailVerified;
  const signedUp = await inTransaction(async (tx): Promise<SignedUp> => {
    const id = uuidv7();
    const record = await insertUser(
      {
        id,
        username,
        usernameKey,
        displayName: request.displayName ?? username,
        email,
        emailKey: emailKey(email),
        passwordHash: null,
      },
      tx,
    );
    await insertIdentity({ id: uuidv7(), userId: id, ...identityOf(claims) }, tx);
    await indexPerson(record, tx);
    if (isConfirmed) await confirm(id, email, tx);
    return { user: presentMe((await findMeById(id, tx))!), session: null };
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, "username_key")) throw usernameTaken();
    if (isUniqueViolation(error, "email_key")) throw emailTaken();
    if (isUniqueViolation(error)) throw new AppError("identity_taken");
    throw error;
  });
  const { user } = signedUp;
  if (!isConfirmed) {
    await sendCode({ userId: user.id, email, purpose: "verify_email", language: request.language }).catch(
      (error: unknown) => logger().error({ err: error }, "the confirmation mail of a sign-up was not sent"),
    );
    if (env.REQUIRE_EMAIL_CONFIRMATION) return signedUp;
  }
  const person = await findCredentialsById(user.id);
  if (!person) throw new AppError("unauthenticated");
  const session = await createSignedIn(person, request, claims.provider);
  return { user, session };
}

async function confirm(userId: string, email: string, tx: Db): Promise<void> {
  await setEmailVerified(userId, emailKey(email), tx);
  await appointFirstAdmin(tx);
}

/** The providers of the instance, and which of them a person has linked. */
export async function getLinkedProviders(userId: string): Promise<LinkedProvider[]> {
  const identities = await listIdentities(userId);
  const offered = new Set(offeredProviders().map(({ id }) => id));
  return PROVIDER_IDS.flatMap((provider) => {
    const linked = identities.find((identity) => identity.provider === provider);
    if (!linked && !offered.has(provider)) return [];
    return [
      {
        provider,
        name: providerName(provider),
        isOffered: offered.has(provider),
        linked: linked
          ? {
              email: linked.email,
              createdAt: linked.createdAt.toISOString(),
              lastUsedAt: linked.lastUsedAt?.toISOString() ?? null,
            }
          : null,
      },
    ];
  });
}

/** @throws AppError reauthentication_required, last_sign_in, not_found */
export async function unlinkProvider(
  {
    userId,
    sessionId,
    email,
    language,
  }: { userId: string; sessionId: string; email: string; language: Locale },
  provider: ProviderId,
): Promise<void> {
  await requireRecentProof(sessionId);
  await inTransaction(async (tx) => {
    await requireOtherWayIn(userId, tx);
    if (!(await deleteIdentity({ userId, provider }, tx))) throw new AppError("not_found");
  });
  const values = { provider: providerName(provider) };
  sendLater(() => sendNotice({ to: email, kind: "provider_unlinked", values, language }));
}
