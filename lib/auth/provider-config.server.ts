import "server-only";
import { importPKCS8, SignJWT } from "jose";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { TokenSet } from "next-auth";
import Apple from "next-auth/providers/apple";
import Discord from "next-auth/providers/discord";
import Github from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import { type ServerEnv, serverEnv } from "@/lib/config/env.server";
import { OUTSIDE_CALL_MS } from "@/lib/config/limits";
import { isOffered } from "./provider-list.server";
import { PROVIDER_IDS, type ProviderId } from "./providers";

/** The configured providers in next-auth's format. All use state and PKCE, and a nonce where there is an ID token. */
type Profile = Record<string, unknown>;
type Provider = OAuthConfig<Profile>;

const OAUTH = { checks: ["pkce", "state"], httpOptions: { timeout: OUTSIDE_CALL_MS } } as const;
const OPENID = { checks: ["pkce", "state", "nonce"], httpOptions: { timeout: OUTSIDE_CALL_MS } } as const;
const APPLE = "https://appleid.apple.com";
const APPLE_SECRET_SECONDS = 10 * 60;

/** next-auth needs only `id`; the profile is parsed in lib/auth/provider-claims.ts. */
const withId = (id: "sub" | "id") => (profile: Profile) => ({ id: String(profile[id] ?? "") });

const isGithubMail = (mail: unknown): mail is { email: string; primary: true; verified: boolean } =>
  typeof mail === "object" && mail !== null && (mail as { primary?: unknown }).primary === true;

/** GitHub has a separate endpoint for verified addresses. */
async function githubProfile(accessToken: string): Promise<Profile> {
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`https://api.github.com${path}`, {
      headers: { authorization: `Bearer ${accessToken}`, accept: "application/vnd.github+json" },
      signal: AbortSignal.timeout(OUTSIDE_CALL_MS),
    });
    if (!response.ok) throw new Error(`GitHub answered ${response.status}`);
    return response.json();
  };
  const [profile, mails] = await Promise.all([ask("/user"), ask("/user/emails")]);
  const primary = Array.isArray(mails) ? mails.find(isGithubMail) : undefined;
  return {
    ...(profile as Profile),
    email: primary?.email ?? null,
    email_verified: primary?.verified === true,
  };
}

/** Apple's client secret is a JWT that is valid for at most six months, so each request signs a new one. */
async function appleSecret(): Promise<string> {
  const { AUTH_APPLE_CLIENT_ID, AUTH_APPLE_TEAM_ID, AUTH_APPLE_KEY_ID, AUTH_APPLE_PRIVATE_KEY } = serverEnv();
  const key = await importPKCS8(AUTH_APPLE_PRIVATE_KEY!.replace(/\\n/g, "\n"), "ES256");
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: AUTH_APPLE_KEY_ID })
    .setIssuer(AUTH_APPLE_TEAM_ID!)
    .setSubject(AUTH_APPLE_CLIENT_ID!)
    .setAudience(APPLE)
    .setIssuedAt()
    .setExpirationTime(`${APPLE_SECRET_SECONDS}s`)
    .sign(key);
}

function oidc(env: ServerEnv): Provider {
  const { AUTH_OIDC_CLIENT_ID, AUTH_OIDC_CLIENT_SECRET, AUTH_OIDC_NAME, AUTH_OIDC_ALGORITHM } = env;
  const issuer = env.AUTH_OIDC_ISSUER!;
  return {
    ...OPENID,
    checks: [...OPENID.checks],
    id: "oidc",
    name: AUTH_OIDC_NAME,
    type: "oauth",
    issuer,
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    clientId: AUTH_OIDC_CLIENT_ID,
    clientSecret: AUTH_OIDC_CLIENT_SECRET,
    client: {
      token_endpoint_auth_method: AUTH_OIDC_CLIENT_SECRET ? "client_secret_basic" : "none",
      id_token_signed_response_alg: AUTH_OIDC_ALGORITHM,
    },
    userinfo: {
      // Many issuers return the address only there. The signed claims take precedence.
      async request({ client, tokens }) {
        const claims = (tokens as unknown as { claims(): Profile }).claims();
        if (claims.email !== undefined || !client.issuer.metadata.userinfo_endpoint) return claims;
        return { ...(await client.userinfo(tokens as never)), ...claims };
      },
    },
    profile: withId("sub"),
  };
}

const MAKE: Record<ProviderId, (env: ServerEnv) => Promise<Provider> | Provider> = {
  github: ({ AUTH_GITHUB_CLIENT_ID: clientId = "", AUTH_GITHUB_CLIENT_SECRET: clientSecret = "" }) =>
    ({
      ...Github({ clientId, clientSecret }),
      ...OAUTH,
      userinfo: { request: ({ tokens }: { tokens: TokenSet }) => githubProfile(tokens.access_token!) },
      options: { clientId, clientSecret },
      profile: withId("id"),
    }) as never,
  google: ({ AUTH_GOOGLE_CLIENT_ID: clientId = "", AUTH_GOOGLE_CLIENT_SECRET: clientSecret = "" }) =>
    ({ ...Google({ clientId, clientSecret }), ...OPENID, profile: withId("sub") }) as never,
  apple: async ({ AUTH_APPLE_CLIENT_ID: clientId = "" }) =>
    ({
      ...Apple({ clientId, clientSecret: await appleSecret() }),
      ...OPENID,
      profile: withId("sub"),
    }) as never,
  discord: ({ AUTH_DISCORD_CLIENT_ID: clientId = "", AUTH_DISCORD_CLIENT_SECRET: clientSecret = "" }) =>
    ({ ...Discord({ clientId, clientSecret }), ...OAUTH, profile: withId("id") }) as never,
  oidc,
};

/** A provider in next-auth's format; null if the instance has not configured it. */
export async function providerFor(id: string | undefined): Promise<Provider | null> {
  const known = PROVIDER_IDS.find((each) => each === id);
  return known && isOffered(known) ? MAKE[known](serverEnv()) : null;
}
