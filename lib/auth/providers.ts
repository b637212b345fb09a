/** The supported sign-in providers. `oidc` is any OpenID Connect issuer. */
export const PROVIDER_IDS = ["github", "google", "apple", "discord", "oidc"] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** Wallets, which hosted clients sign in with. */
export const WALLET_IDS = ["ethereum", "solana"] as const;
/** What an identity can be of. */
export const IDENTITY_PROVIDERS = [...PROVIDER_IDS, ...WALLET_IDS] as const;
export type IdentityProvider = (typeof IDENTITY_PROVIDERS)[number];

/** How an account can sign in, besides mailed codes. */
type SignInMethods = { hasPassword: boolean; passkeys: number; identities: number };

/**
 * Whether one passkey or identity can be removed. Mailed codes do not count: nobody has chosen them as a sign-in
 * method.
 */
export function canRemoveSignInMethod({ hasPassword, passkeys, identities }: SignInMethods): boolean {
  return hasPassword || passkeys + identities > 1;
}
