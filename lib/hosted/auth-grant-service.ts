import "server-only";
import { redeemCode } from "@/lib/auth/authorization-code-service";
import { type ClientReturn, requireReturnAddress } from "@/lib/auth/client-return.server";
import { signInChallenged } from "@/lib/auth/factor-service";
import { readIdToken } from "@/lib/auth/id-token.server";
import type { ProviderClaims } from "@/lib/auth/provider-claims";
import type { IdentityProvider, ProviderId } from "@/lib/auth/providers";
import {
  challengeOf,
  createProviderAccount,
  linkProvider,
  meetNewcomer,
  unlinkProvider,
} from "@/lib/auth/provider-service";
import { startProviderSignIn } from "@/lib/auth/provider-sign-in.server";
import { seal, unseal } from "@/lib/auth/secret-service";
import { emailTaken, type SignInFacts } from "@/lib/auth/service";
import { requireRecentProof } from "@/lib/auth/session-service";
import { spendProof } from "@/lib/auth/spent-proof-service";
import { requireHuman } from "@/lib/auth/turnstile.server";
import type { Viewer } from "@/lib/auth/viewer.server";
import { PROVIDER_FLOW_SECONDS } from "@/lib/config/limits";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import type { z } from "zod";
import { readWalletProof } from "@/lib/auth/wallet-proof.server";
import { AppError } from "@/lib/shared/errors";
import type { HostedSession, HostedUser, web3Grant } from "./auth-contract";
import { presentNewcomer } from "./auth-presenter";
import {
  getHostedUser,
  openSession,
  presentRestrictedSession,
  replaceSession,
  isSession,
  verifyOtp,
} from "./auth-service";
import { mailedLinkOf, type MailedLink } from "./mailed-link.server";
import { type Newcomer, newcomerToken, readNewcomer } from "./restricted-session.server";
import { uuidv7 } from "uuidv7";

/** Sign-ins of hosted clients through a provider: in the browser (authorize, then a code), or with a proof that the client has. */

/** Signs in whoever a provider named, or meets a newcomer. @throws AppError email_taken, signups_disabled, email_unverified */
async function openIdentity(claims: ProviderClaims, facts: SignInFacts): Promise<HostedSession> {
  const challenge = await challengeOf(claims);
  if (challenge) return openSession(signInChallenged(challenge, facts));
  const met = await meetNewcomer(claims);
  if (met.step !== "newcomer") throw emailTaken();
  const newcomer = { userId: uuidv7(), claims };
  return presentRestrictedSession(presentNewcomer(newcomer), await newcomerToken(newcomer));
}

/** @throws AppError rate_limited, invalid_code, validation_error, and what the sign-in throws */
export async function redeemAuthorizationCode(
  { auth_code, code_verifier }: { auth_code: string; code_verifier: string },
  facts: SignInFacts,
): Promise<HostedSession> {
  await consumeLimit("providers", facts.address);
  const proven = await redeemCode(auth_code, code_verifier);
  switch (proven.kind) {
    case "person":
      return openSession(signInChallenged(proven.challenge, facts));
    case "link":
      await linkProvider(proven, proven.claims, facts.language);
      return replaceSession({ id: proven.userId, sessionId: proven.sessionId }, facts);
    case "mail": {
      const type = proven.purpose === "sign_in" ? "magiclink" : "recovery";
      const verified = await verifyOtp({ type, proof: { token: proven.token }, viewer: null, facts });
      if (!isSession(verified)) throw new AppError("invalid_code");
      return verified;
    }
  }
}

type IdTokenGrant = {
  provider: string;
  id_token: string;
  nonce?: string | null | undefined;
  link_identity?: boolean | undefined;
  gotrue_meta_security?: { captcha_token?: string | undefined } | undefined;
};

/** @throws AppError rate_limited, human_check_failed, not_found, provider_failed, provider_unreachable, and what signing in throws */
export async function signInWithIdToken(
  { provider, id_token, nonce, link_identity, gotrue_meta_security }: IdTokenGrant,
  viewer: Viewer | null,
  facts: SignInFacts,
): Promise<HostedSession> {
  await consumeLimit("providers", facts.address);
  if (link_identity) await requireLinker(viewer);
  else
    await requireHuman({
      action: "login",
      token: gotrue_meta_security?.captcha_token,
      address: facts.address,
    });
  const claims = await readIdToken({ provider, token: id_token, nonce: nonce ?? undefined });
  if (!link_identity || !viewer) return openIdentity(claims, facts);
  await linkProvider({ userId: viewer.id, sessionId: viewer.sessionId }, claims, facts.language);
  return replaceSession(viewer, facts);
}

/**
 * Signs in with a message that a wallet signed.
 * @throws AppError rate_limited, human_check_failed, not_found, provider_failed, validation_error, and what signing in throws
 */
export async function signInWithWallet(
  { gotrue_meta_security, ...proof }: z.output<typeof web3Grant>,
  facts: SignInFacts,
): Promise<HostedSession> {
  await consumeLimit("providers", facts.address);
  const token = gotrue_meta_security?.captcha_token;
  await requireHuman({ action: "login", token, address: facts.address });
  return openIdentity(await readWalletProof(proof), facts);
}

/** As in our own routes, an identity is linked with a confirmed address and a recent proof. */
async function requireLinker(viewer: Viewer | null): Promise<Viewer> {
  if (!viewer) throw new AppError("unauthenticated");
  if (!viewer.onboarding.isOnboarded) throw new AppError("onboarding_required");
  await requireRecentProof(viewer.sessionId);
  return viewer;
}

/** Gives a newcomer their account. The session follows when the client refreshes. @throws AppError as signing up does */
export async function completeNewcomer(
  { userId, claims }: Newcomer,
  {
    email,
    data = {},
  }: {
    email?: string | undefined;
    data?: { username?: string; display_name?: string; invitation?: string } | undefined;
  },
  facts: SignInFacts,
): Promise<HostedUser> {
  if (!data.username)
    throw new AppError("validation_error", {
      message: "Choose a username first: updateUser({ email, data: { username } }).",
    });
  const { username, display_name: displayName, invitation } = data;
  const { id } = await createProviderAccount(claims, {
    ...facts,
    id: userId,
    username,
    displayName,
    email,
    invitation,
  });
  return getHostedUser(id);
}

/** The session of a newcomer's new account, once; null if the token is not a newcomer's. */
export async function refreshNewcomer(token: string, facts: SignInFacts): Promise<HostedSession | null> {
  const newcomer = await readNewcomer(token);
  if (!newcomer) return null;
  const challenge = await challengeOf(newcomer.claims);
  const until = new Date(Date.now() + PROVIDER_FLOW_SECONDS * 1_000);
  const signed = token.slice(0, token.lastIndexOf("."));
  if (!challenge || !(await spendProof("newcomer", signed, until)))
    throw new AppError("invalid_token", { details: { hosted: "refresh_token_not_found" } });
  return openSession(signInChallenged(challenge, facts));
}

type Authorize = {
  provider: ProviderId;
  redirect_to?: string | undefined;
  code_challenge?: string | null | undefined;
  code_challenge_method?: "s256" | "plain" | null | undefined;
  link?: string | undefined;
};

/** The code challenge of a client; null if it sent none. */
function pkceOf({
  code_challenge,
  code_challenge_method,
}: Omit<Authorize, "provider">): ClientReturn["pkce"] {
  return code_challenge ? { challenge: code_challenge, method: code_challenge_method ?? "plain" } : null;
}

type SealedLink = { userId: string; sessionId: string; until: number };

/** The address that begins to link a provider, for the browser of that session. @throws AppError reauthentication_required */
export async function linkAddress(viewer: Viewer, asked: Authorize, base: string): Promise<string> {
  await requireLinker(viewer);
  if (!pkceOf(asked))
    throw new AppError("validation_error", { message: 'Linking needs a client with flowType: "pkce".' });
  const redirectTo = requireReturnAddress(asked.redirect_to, pkceOf(asked));
  const until = Date.now() + PROVIDER_FLOW_SECONDS * 1_000;
  const link = seal(
    "hosted-link",
    JSON.stringify({ userId: viewer.id, sessionId: viewer.sessionId, until } satisfies SealedLink),
  );
  const query = new URLSearchParams({
    provider: asked.provider,
    redirect_to: redirectTo,
    code_challenge: asked.code_challenge ?? "",
    code_challenge_method: asked.code_challenge_method ?? "plain",
    link,
  });
  return `${base}/authorize?${query.toString()}`;
}

function readLink(sealed: string | undefined): Pick<ClientReturn, "link"> {
  if (sealed === undefined) return {};
  try {
    const { userId, sessionId, until } = JSON.parse(unseal("hosted-link", sealed)) as SealedLink;
    if (until > Date.now()) return { link: { userId, sessionId } };
  } catch {
    // A forged one gets the same error as one that has expired.
  }
  throw new AppError("provider_expired");
}

/**
 * Begins a sign-in at a provider for a client.
 * @throws AppError validation_error, provider_expired, not_found, rate_limited, provider_unreachable
 */
export async function authorize(
  asked: Authorize,
  address: string,
): Promise<{ url: string; cookies: string[] }> {
  const pkce = pkceOf(asked);
  const client = {
    redirectTo: requireReturnAddress(asked.redirect_to, pkce),
    pkce,
    ...readLink(asked.link),
  };
  if (client.link && !client.pkce) throw new AppError("validation_error");
  return startProviderSignIn({ id: asked.provider, purpose: "sign_in", viewer: null, address, client });
}

/** Ends a provider's link by the id that clients have. @throws AppError not_found, and as unlinkProvider */
export async function unlinkIdentity(viewer: Viewer, identity: string, facts: SignInFacts): Promise<void> {
  const user = await getHostedUser(viewer.id);
  const provider = user.identities.find(({ identity_id }) => identity_id === identity)?.provider;
  if (!provider || provider === "email")
    throw new AppError("not_found", { details: { hosted: "identity_not_found" } });
  const actor = {
    userId: viewer.id,
    sessionId: viewer.sessionId,
    email: viewer.email,
    language: facts.language,
  };
  await unlinkProvider(actor, provider as IdentityProvider);
}

/** What makes the link of a mail lead back to the client; undefined for a client without PKCE. @throws AppError validation_error */
export function mailLinkFor(
  asked: Omit<Authorize, "provider" | "link">,
  purpose: MailedLink["purpose"],
): ((token: string) => string) | undefined {
  const pkce = pkceOf(asked);
  if (!pkce) return undefined;
  const redirectTo = requireReturnAddress(asked.redirect_to, pkce);
  return (token) => mailedLinkOf({ token, purpose, redirectTo, pkce });
}
