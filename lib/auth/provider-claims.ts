import { DISPLAY_NAME_MAX_CHARS, EMAIL_MAX_CHARS } from "@/lib/config/limits";
import type { IdentityProvider, ProviderId } from "./providers";

/**
 * Normalizes a provider's profile.
 *
 * Trust model. A provider vouches for `subject` only, and for addresses only if we trust it with them. Names merely
 * prefill a form.
 */
export type ProviderClaims = {
  provider: IdentityProvider;
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether a provider that we trust with addresses has confirmed this one. */
  emailVerified: boolean;
  /** Suggested username and display name for a new account. */
  username: string | null;
  displayName: string | null;
  /** When the person last authenticated at the provider, in Unix seconds. */
  authenticatedAt: number | null;
};

const SUBJECT_MAX_CHARS = 255;
const ISSUERS = {
  github: "https://github.com",
  google: "https://accounts.google.com",
  apple: "https://appleid.apple.com",
  discord: "https://discord.com",
} as const;

function textOf(value: unknown, maxChars: number): string | null {
  return typeof value === "string" && value !== "" && value.length <= maxChars ? value : null;
}

/**
 * Whether an ID token is for this instance. Of a token for several audiences, this one must have asked for it. One for it
 * alone may be asked for by its app on a phone (`azp`), which has a client id of its own: Google's does on Android.
 */
export function isMeantFor(audience: string, { aud, azp }: { aud?: unknown; azp?: unknown }): boolean {
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
  return audiences.includes(audience) && (audiences.length === 1 || azp === audience);
}

/**
 * Parses a provider's profile. Null if it has no subject, or comes from an unexpected issuer.
 * @param issuer the configured one, for `oidc`
 */
export function readClaims(
  provider: ProviderId,
  profile: Record<string, unknown>,
  { issuer: configured, trustsEmail }: { issuer: string | undefined; trustsEmail: boolean },
): ProviderClaims | null {
  const isOpenId = provider === "google" || provider === "apple" || provider === "oidc";
  const id = isOpenId ? profile.sub : profile.id;
  const subject = typeof id === "number" ? String(id) : textOf(id, SUBJECT_MAX_CHARS);
  const issuer = provider === "oidc" ? configured : ISSUERS[provider];
  if (!subject || !issuer) return null;
  if (isOpenId && profile.iss !== issuer) return null;
  const email = textOf(profile.email, EMAIL_MAX_CHARS);
  // Apple sends the string "true".
  const verified = provider === "discord" ? profile.verified : profile.email_verified;
  const isTrusted = provider !== "oidc" || trustsEmail;
  const login = provider === "github" ? profile.login : provider === "discord" ? profile.username : null;
  const name = provider === "discord" ? profile.global_name : profile.name;
  return {
    provider,
    issuer,
    subject,
    email,
    emailVerified: email !== null && isTrusted && (verified === true || verified === "true"),
    username: textOf(login ?? profile.preferred_username, 60)?.split("@")[0] || null,
    displayName: textOf(name, DISPLAY_NAME_MAX_CHARS),
    authenticatedAt: typeof profile.auth_time === "number" ? profile.auth_time : null,
  };
}
