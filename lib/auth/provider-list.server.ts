import "server-only";
import { serverEnv } from "@/lib/config/env.server";
import { type IdentityProvider, PROVIDER_IDS, type ProviderId } from "./providers";

const NAMES = {
  github: "GitHub",
  google: "Google",
  apple: "Apple",
  discord: "Discord",
  ethereum: "Ethereum",
  solana: "Solana",
} as const;

export function providerName(id: IdentityProvider): string {
  return id === "oidc" ? serverEnv().AUTH_OIDC_NAME : NAMES[id];
}

function isSetUp(id: ProviderId): boolean {
  const env = serverEnv();
  switch (id) {
    case "github":
      return Boolean(env.AUTH_GITHUB_CLIENT_ID && env.AUTH_GITHUB_CLIENT_SECRET);
    case "google":
      return Boolean(env.AUTH_GOOGLE_CLIENT_ID && env.AUTH_GOOGLE_CLIENT_SECRET);
    case "discord":
      return Boolean(env.AUTH_DISCORD_CLIENT_ID && env.AUTH_DISCORD_CLIENT_SECRET);
    case "apple":
      return Boolean(
        env.AUTH_APPLE_CLIENT_ID &&
        env.AUTH_APPLE_TEAM_ID &&
        env.AUTH_APPLE_KEY_ID &&
        env.AUTH_APPLE_PRIVATE_KEY,
      );
    case "oidc":
      return Boolean(env.AUTH_OIDC_ISSUER && env.AUTH_OIDC_CLIENT_ID);
  }
}

/** The providers that this instance has configured, in display order. */
export function offeredProviders(): { id: ProviderId; name: string }[] {
  return PROVIDER_IDS.filter(isSetUp).map((id) => ({ id, name: providerName(id) }));
}

export function isOffered(id: ProviderId): boolean {
  return isSetUp(id);
}
