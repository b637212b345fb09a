import "server-only";
import { cookies } from "next/headers";
import { PROVIDER_FLOW_SECONDS } from "@/lib/config/limits";
import type { ClientReturn } from "./client-return.server";
import type { ProviderClaims } from "./provider-claims";
import type { ProviderPurpose } from "./provider-contract";
import type { IdentityProvider, ProviderId } from "./providers";
import { seal, unseal } from "./secret-service";
import { usesSecureCookies } from "./session-cookie.server";

/**
 * The state of an OAuth flow in the browser: its purpose, then its result. Encrypted, so the page can neither read nor
 * change it; it is bound to the browser because it is its cookie.
 */
export type ProviderFlow =
  | {
      step: "away";
      provider: ProviderId;
      purpose: ProviderPurpose;
      userId?: string;
      sessionId?: string;
      /** The hosted client that began it. */
      client?: ClientReturn;
    }
  /** A new identity: the person has to choose a username. */
  | { step: "newcomer"; claims: ProviderClaims; client?: ClientReturn }
  /** An account already has this address: the person has to sign in to it and link the provider. */
  | { step: "known_address"; provider: IdentityProvider }
  | { step: "second_factor"; challenge: string; passkeyHost: string | null };

const cookieName = () => `${usesSecureCookies() ? "__Host-" : ""}gum-provider`;

function serialize(value: string, maxAge: number): string {
  const secure = usesSecureCookies() ? "; Secure" : "";
  return `${cookieName()}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The Set-Cookie value for `flow`; it lives as long as a sign-in may take. */
export function flowCookie(flow: ProviderFlow): string {
  const until = Date.now() + PROVIDER_FLOW_SECONDS * 1_000;
  return serialize(seal("provider-flow", JSON.stringify({ flow, until })), PROVIDER_FLOW_SECONDS);
}

export function clearedFlowCookie(): string {
  return serialize("", 0);
}

/** This browser's flow; null if there is none or it has expired. */
export async function readFlow(): Promise<ProviderFlow | null> {
  const value = (await cookies()).get(cookieName())?.value;
  if (!value) return null;
  try {
    // We encrypted it, so its shape is known.
    const { flow, until } = JSON.parse(unseal("provider-flow", value)) as {
      flow: ProviderFlow;
      until: number;
    };
    return until > Date.now() ? flow : null;
  } catch {
    return null;
  }
}
