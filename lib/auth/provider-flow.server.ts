import "server-only";
import { cookies } from "next/headers";
import { PROVIDER_FLOW_SECONDS } from "@/lib/config/limits";
import type { ProviderClaims } from "./provider-claims";
import type { ProviderPurpose } from "./provider-contract";
import type { ProviderId } from "./providers";
import { seal, unseal } from "./secret-service";
import { usesSecureCookies } from "./session-cookie.server";

/**
 * What a browser that visits a provider keeps: why it went, then what came of it. Encrypted, so that the page can neither
 * read nor change it, and bound to the browser by being its cookie.
 */
export type ProviderFlow =
  | { step: "away"; provider: ProviderId; purpose: ProviderPurpose; userId?: string; sessionId?: string }
  /** Nobody has this identity yet: a username is to be chosen. */
  | { step: "newcomer"; claims: ProviderClaims }
  /** An account has the address already: it must be signed in to, and link the provider. */
  | { step: "known_address"; provider: ProviderId }
  | { step: "second_factor"; challenge: string; passkeyHost: string | null };

const cookieName = () => `${usesSecureCookies() ? "__Host-" : ""}gum-provider`;

function serialize(value: string, maxAge: number): string {
  const secure = usesSecureCookies() ? "; Secure" : "";
  return `${cookieName()}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The Set-Cookie value that keeps `flow` while a sign-in may take. */
export function flowCookie(flow: ProviderFlow): string {
  const until = Date.now() + PROVIDER_FLOW_SECONDS * 1_000;
  return serialize(seal("provider-flow", JSON.stringify({ flow, until })), PROVIDER_FLOW_SECONDS);
}

export function clearedFlowCookie(): string {
  return serialize("", 0);
}

/** This browser's flow; null if there is none, or it is over. */
export async function readFlow(): Promise<ProviderFlow | null> {
  const value = (await cookies()).get(cookieName())?.value;
  if (!value) return null;
  try {
    // Sealed by us: its shape is known.
    const { flow, until } = JSON.parse(unseal("provider-flow", value)) as {
      flow: ProviderFlow;
      until: number;
    };
    return until > Date.now() ? flow : null;
  } catch {
    return null;
  }
}
