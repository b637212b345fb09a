import { DISPLAY_NAME_MAX_CHARS, EMAIL_MAX_CHARS } from "@/lib/config/limits";
import type { ProviderId } from "./providers";

/**
 * Who somebody is, as a provider says it.
 *
 * Trust model. A provider vouches for `subject` and nothing else, unless it is one whose word on addresses counts. Names
 * are suggestions for a form.
 */
export type ProviderClaims = {
  provider: ProviderId;
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the address is confirmed, by a provider that is trusted with that. */
  emailVerified: boolean;
  /** Suggestions for a newcomer's username and display name. */
  username: string | null;
  displayName: string | null;
  /** When the person last proved to the provider who they are, in seconds since 1970. */
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
 * Reads a provider's profile. Null if it names nobody, or another issuer than the one that was asked.
 * @param issuer the one of the settings, for `oidc`
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
  // Apple sends the text "true".
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
