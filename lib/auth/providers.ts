/** The providers that people can sign in at, where an instance has set them up. `oidc` is any OpenID Connect issuer. */
export const PROVIDER_IDS = ["github", "google", "apple", "discord", "oidc"] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** What an account can be signed in to with, besides the codes that are mailed to its address. */
export type WaysIn = { hasPassword: boolean; passkeys: number; identities: number };

/** Whether one passkey or identity can go: a mailbox alone is no way in that a person has chosen. */
export function canRemoveWayIn({ hasPassword, passkeys, identities }: WaysIn): boolean {
  return hasPassword || passkeys + identities > 1;
}
