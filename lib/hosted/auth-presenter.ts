import "server-only";
import type { FactorsResponse } from "@/lib/auth/contract";
import type { Me } from "@/lib/people/user-contract";
import type { ProviderClaims } from "@/lib/auth/provider-claims";
import type { HalfUser, HostedUser, NewcomerUser } from "./auth-contract";

type PendingFactor = { id: string; name: string; createdAt: string };
type Factors = { confirmed: FactorsResponse["totp"]["factors"]; pending: PendingFactor | null };

function presentFactors({ confirmed, pending }: Factors): HostedUser["factors"] {
  const present = (factor: PendingFactor, status: "verified" | "unverified") => ({
    id: factor.id,
    friendly_name: factor.name,
    factor_type: "totp" as const,
    status,
    created_at: factor.createdAt,
    updated_at: factor.createdAt,
  });
  return [
    ...confirmed.map((factor) => present(factor, "verified")),
    ...(pending ? [present(pending, "unverified")] : []),
  ];
}

export function presentHostedUser({
  me,
  emailVerifiedAt,
  updatedAt,
  lastSignInAt,
  providers,
  factors,
}: {
  me: Me;
  emailVerifiedAt: Date | null;
  updatedAt: Date;
  /** Null while no session is left. */
  lastSignInAt: Date | null;
  /** Linked providers, in addition to the address. */
  providers: readonly string[];
  factors: Factors;
}): HostedUser {
  const confirmedAt = emailVerifiedAt?.toISOString();
  const identity = (provider: string, email?: string) => ({
    id: me.id,
    identity_id: `${provider}:${me.id}`,
    user_id: me.id,
    provider,
    identity_data: { sub: me.id, ...(email && { email }) },
    created_at: me.createdAt,
  });
  return {
    id: me.id,
    aud: "authenticated",
    role: "authenticated",
    email: me.email,
    phone: "",
    ...(confirmedAt && { email_confirmed_at: confirmedAt, confirmed_at: confirmedAt }),
    app_metadata: { provider: "email", providers: ["email", ...providers] },
    user_metadata: {
      username: me.username,
      display_name: me.displayName,
      bio: me.bio,
      avatar_url: me.avatarUrl,
      onboarded: me.onboarding.isOnboarded,
    },
    identities: [identity("email", me.email), ...providers.map((provider) => identity(provider))],
    factors: presentFactors(factors),
    is_anonymous: false,
    created_at: me.createdAt,
    updated_at: updatedAt.toISOString(),
    ...(lastSignInAt && { last_sign_in_at: lastSignInAt.toISOString() }),
  };
}

export function presentNewcomer({
  userId,
  claims,
}: {
  userId: string;
  claims: ProviderClaims;
}): NewcomerUser {
  const { provider, email, username, displayName } = claims;
  return {
    ...presentHalfUser(userId, { confirmed: [], pending: null }),
    email: email ?? "",
    app_metadata: { provider, providers: [provider] },
    user_metadata: { username: username ?? "", display_name: displayName ?? "", onboarded: false },
  };
}

export function presentHalfUser(id: string, factors: Factors): HalfUser {
  return { id, aud: "authenticated", role: "authenticated", factors: presentFactors(factors) };
}
