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
import { requireAdmission, requireSignups, takeInvitation } from "@/lib/instance/signup-service";
import { sendNotice } from "@/lib/mail/service";
import type { Me } from "@/lib/people/user-contract";
import { presentMe } from "@/lib/people/user-presenter";
import { indexPerson } from "@/lib/search/index-service";
import { AppError } from "@/lib/shared/errors";
import type { Proven } from "./authorization-code-service";
import { issueChallenge } from "./challenge-service";
import { sendFirstCode } from "./code-service";
import { requireSignInConfigured, requireUsername } from "./credential-service";
import {
  deleteIdentity,
  findIdentity,
  insertIdentity,
  listIdentities,
  noteIdentityUse,
} from "./identity-repository";
import type { ClientReturn } from "./client-return.server";
import type { ProviderClaims } from "./provider-claims";
import type { LinkedProvider } from "./provider-contract";
import type { ProviderFlow } from "./provider-flow.server";
import { offeredProviders, providerName } from "./provider-list.server";
import { IDENTITY_PROVIDERS, type IdentityProvider } from "./providers";
import {
  createSignedIn,
  emailTaken,
  requireVerified,
  SIGNUP_LIMITED,
  signInVerified,
  type SignedIn,
  type SignedUp,
  type SignInFacts,
  usernameTaken,
} from "./service";
import { findLiveSession, setReauthenticated } from "./session-repository";
import { requireRecentProof } from "./session-service";
import { requireOtherSignInMethod } from "./sign-in-methods-service";

/**
 * Sign-in with other providers.
 *
 * Trust model. Outside: the person at the browser, who may have any account at a provider, and the provider, which
 * vouches only for its own subjects. An identity belongs to the account that was created with it, or that linked it
 * while signed in; a matching address never links accounts.
 */
export type ProviderOutcome =
  | { kind: "signed_in"; signedIn: SignedIn }
  | { kind: "linked" | "reauthenticated" }
  /** For the hosted client that began the flow. */
  | { kind: "proven"; proven: Proven }
  /** What the callback page needs. */
  | { kind: "next"; flow: Exclude<ProviderFlow, { step: "away" }> };

type Away = Extract<ProviderFlow, { step: "away" }>;

/**
 * Decides what to do once a provider has identified the person.
 * @throws AppError provider_failed, signups_disabled, email_unverified, identity_taken, unauthenticated,
 * reauthentication_required
 */
export async function finishProvider(
  away: Away,
  claims: ProviderClaims,
  facts: SignInFacts,
): Promise<ProviderOutcome> {
  requireSignInConfigured();
  if (away.client) return prove(away.client, claims);
  switch (away.purpose) {
    case "link":
      await linkProvider(away, claims, facts.language);
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

/**
 * Proves to a hosted client who the person is. Linking waits until the client redeems the code: whoever makes somebody else's
 * browser follow a link of theirs has no browser of that person to redeem it with.
 */
async function prove(client: ClientReturn, claims: ProviderClaims): Promise<ProviderOutcome> {
  if (client.link) return { kind: "proven", proven: { kind: "link", claims, ...client.link } };
  const challenge = await challengeOf(claims);
  if (challenge) return { kind: "proven", proven: { kind: "person", challenge } };
  const flow = await meetNewcomer(claims);
  if (flow.step !== "newcomer") throw emailTaken();
  return { kind: "next", flow: { ...flow, client } };
}

/** The challenge of the account that an identity belongs to; null for a new identity. @throws AppError email_unverified */
export async function challengeOf(claims: ProviderClaims): Promise<string | null> {
  const identity = await findIdentity(claims);
  if (!identity) return null;
  const person = await findCredentialsById(identity.userId);
  if (!person) throw new AppError("provider_failed");
  await noteIdentityUse(identity.id, claims.email);
  requireVerified(person);
  return issueChallenge(person, claims.provider);
}

/** @throws AppError signups_disabled */
export async function meetNewcomer(claims: ProviderClaims): Promise<Exclude<ProviderFlow, { step: "away" }>> {
  // This reveals the account to the owner of the mailbox only; to anybody else, no more than a sign-up does
  // within its rate limits.
  if (claims.email && claims.emailVerified && (await findCredentialsByEmail(emailKey(claims.email))))
    return { step: "known_address", provider: claims.provider };
  await requireSignups();
  return { step: "newcomer", claims };
}

/** The session that started the flow. @throws AppError unauthenticated if it has ended */
async function requireSender({
  userId,
  sessionId,
}: Pick<Away, "userId" | "sessionId">): Promise<{ userId: string; sessionId: string }> {
  const session = sessionId ? await findLiveSession(sessionId) : null;
  if (!session || session.user.id !== userId) throw new AppError("unauthenticated");
  return { userId: session.user.id, sessionId: session.id };
}

/** Links a provider. @throws AppError unauthenticated, reauthentication_required, identity_taken */
export async function linkProvider(
  away: Pick<Away, "userId" | "sessionId">,
  claims: ProviderClaims,
  language: Locale,
): Promise<void> {
  const { userId, sessionId } = await requireSender(away);
  await requireRecentProof(sessionId);
  const me = await findMeById(userId);
  if (!me) throw new AppError("unauthenticated");
  const known = await findIdentity(claims);
  if (known?.userId === userId) return;
  if (known) throw new AppError("identity_taken");
  const values = { provider: providerName(claims.provider) };
  await inTransaction(async (tx) => {
    await insertIdentity({ id: uuidv7(), userId, ...identityOf(claims) }, tx);
    await sendNotice({ to: me.email, kind: "provider_linked", values, language, tx });
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new AppError("identity_taken");
    throw error;
  });
}

async function reauthenticate(away: Away, claims: ProviderClaims): Promise<void> {
  const { userId, sessionId } = await requireSender(away);
  const identity = await findIdentity(claims);
  if (identity?.userId !== userId) throw new AppError("provider_failed");
  // An issuer that was asked for a fresh sign-in must confirm it with `auth_time`.
  const { authenticatedAt, provider } = claims;
  const age = authenticatedAt === null ? null : Date.now() / 1_000 - authenticatedAt;
  if (provider === "oidc" ? age === null || age > REAUTHENTICATION_SECONDS : age !== null && age > 86_400)
    throw new AppError("provider_failed");
  await setReauthenticated(sessionId);
}

function identityOf({ provider, issuer, subject, email }: ProviderClaims) {
  return { provider, issuer, subject, email };
}

type ProviderSignUp = SignInFacts & {
  username: string;
  displayName: string | undefined;
  email: string | undefined;
  invitation: string | undefined;
  /** Of the new account. */
  id?: string;
};

/**
 * Creates an account for a new identity. An address that the provider confirmed is used as it is; any other is
 * confirmed by mail.
 * @throws AppError rate_limited, signups_disabled, invitation_required, invitation_invalid, email_domain_blocked,
 * validation_error, email_taken, username_taken, identity_taken
 */
export async function createProviderAccount(claims: ProviderClaims, request: ProviderSignUp): Promise<Me> {
  requireSignInConfigured();
  await requireSignups();
  const { username, key: usernameKey } = requireUsername(request.username);
  const email = (claims.emailVerified ? claims.email : request.email)?.trim();
  if (!email)
    throw new AppError("validation_error", {
      fields: [{ path: "email", code: "required", message: "Please fill this in." }],
    });
  await consumeLimit("signupAddress", request.address, { message: SIGNUP_LIMITED });
  await requireAdmission({ email, invitation: request.invitation });
  const isConfirmed = claims.emailVerified;
  return inTransaction(async (tx) => {
    const id = request.id ?? uuidv7();
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
    await takeInvitation({ userId: id, invitation: request.invitation }, tx);
    await indexPerson(record, tx);
    if (isConfirmed) await confirm(id, email, tx);
    else await sendFirstCode({ userId: id, email, language: request.language }, tx);
    return presentMe((await findMeById(id, tx))!);
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, "username_key")) throw usernameTaken();
    if (isUniqueViolation(error, "email_key")) throw emailTaken();
    // Also for an id that an account has already.
    if (isUniqueViolation(error)) throw new AppError("identity_taken");
    throw error;
  });
}

/** Creates an account for a new identity and signs in, unless its address must be confirmed first. */
export async function signUpWithProvider(claims: ProviderClaims, request: ProviderSignUp): Promise<SignedUp> {
  const user = await createProviderAccount(claims, request);
  if (!claims.emailVerified && serverEnv().REQUIRE_EMAIL_CONFIRMATION) return { user, session: null };
  const person = await findCredentialsById(user.id);
  if (!person) throw new AppError("unauthenticated");
  const session = await createSignedIn(person, request, claims.provider);
  return { user, session };
}

async function confirm(userId: string, email: string, tx: Db): Promise<void> {
  await setEmailVerified(userId, emailKey(email), tx);
  await appointFirstAdmin(tx);
}

/** The providers of the instance, and which ones the person has linked. */
export async function getLinkedProviders(userId: string): Promise<LinkedProvider[]> {
  const identities = await listIdentities(userId);
  const offered = new Set<IdentityProvider>(offeredProviders().map(({ id }) => id));
  return IDENTITY_PROVIDERS.flatMap((provider) => {
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
  provider: IdentityProvider,
): Promise<void> {
  await requireRecentProof(sessionId);
  const values = { provider: providerName(provider) };
  await inTransaction(async (tx) => {
    await requireOtherSignInMethod(userId, tx);
    if (!(await deleteIdentity({ userId, provider }, tx))) throw new AppError("not_found");
    await sendNotice({ to: email, kind: "provider_unlinked", values, language, tx });
  });
}
