import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { createRemoteJWKSet, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from "jose";
import { serverEnv } from "@/lib/config/env.server";
import { OUTSIDE_CALL_MS } from "@/lib/config/limits";
import { logger } from "@/lib/infra/logger";
import { AppError } from "@/lib/shared/errors";
import { isMeantFor, type ProviderClaims, readClaims } from "./provider-claims";
import { isOffered } from "./provider-list.server";
import { spendProof } from "./spent-proof-service";

/**
 * ID tokens that a client got from a provider by itself, as apps on phones do.
 *
 * Trust model. Outside: the client, and whoever has a token that was meant for another program or another time. A token
 * counts if a provider of this instance signed it for this instance, it has not expired, the nonce is the client's, and
 * nobody has used it before.
 */
type TokenProvider = "google" | "apple" | "oidc";
type Issuer = { issuer: string; audience: string; algorithms: string[]; keys: KeySet };
type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** How far the clock of a provider may be off. */
const SKEW_SECONDS = 10;

const KEYS = {
  google: ["https://accounts.google.com", "https://www.googleapis.com/oauth2/v3/certs"],
  apple: ["https://appleid.apple.com", "https://appleid.apple.com/auth/keys"],
} as const;

const keySets = new Map<string, KeySet>();

function keySetOf(url: string): KeySet {
  const known = keySets.get(url);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL(url), { timeoutDuration: OUTSIDE_CALL_MS });
  keySets.set(url, keys);
  return keys;
}

const keyUrls = new Map<string, string>();

/** Where the configured issuer has its keys, from its discovery document. @throws AppError provider_unreachable */
async function findKeyUrl(issuer: string): Promise<string> {
  const known = keyUrls.get(issuer);
  if (known) return known;
  try {
    const response = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
      redirect: "error",
      signal: AbortSignal.timeout(OUTSIDE_CALL_MS),
    });
    const document = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (document.issuer !== issuer || typeof document.jwks_uri !== "string")
      throw new Error("The discovery document is of another issuer.");
    keyUrls.set(issuer, document.jwks_uri);
    return document.jwks_uri;
  } catch (cause) {
    throw new AppError("provider_unreachable", { cause });
  }
}

/** @throws AppError not_found if the instance has not configured it, provider_unreachable */
async function findIssuer(provider: string): Promise<Issuer & { provider: TokenProvider }> {
  const { AUTH_GOOGLE_CLIENT_ID, AUTH_APPLE_CLIENT_ID, ...env } = serverEnv();
  const known = (["google", "apple", "oidc"] as const).find((each) => each === provider);
  if (!known || !isOffered(known))
    throw new AppError("not_found", {
      message: "This instance takes no ID tokens of that provider.",
      details: { hosted: "provider_disabled" },
    });
  if (known === "oidc") {
    const issuer = env.AUTH_OIDC_ISSUER!;
    const keys = keySetOf(await findKeyUrl(issuer));
    const algorithms = [env.AUTH_OIDC_ALGORITHM];
    return { provider: known, issuer, audience: env.AUTH_OIDC_CLIENT_ID!, algorithms, keys };
  }
  const [issuer, url] = KEYS[known];
  const audience = (known === "google" ? AUTH_GOOGLE_CLIENT_ID : AUTH_APPLE_CLIENT_ID)!;
  return { provider: known, issuer, audience, algorithms: ["RS256", "ES256"], keys: keySetOf(url) };
}

function refused(): AppError {
  return new AppError("provider_failed", { details: { hosted: "bad_id_token" } });
}

async function verify(token: string, { issuer, audience, algorithms, keys }: Issuer): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms,
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ["sub", "exp", "iat"],
    });
    if (!isMeantFor(audience, payload)) throw refused();
    // `iat` may not be ahead either; jose compares it only with a maximal age.
    if (payload.iat! > Date.now() / 1_000 + SKEW_SECONDS) throw refused();
    return payload;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError))
      throw new AppError("provider_unreachable", { cause: error });
    logger().warn({ issuer, code: error.code, alg: algorithmOf(token) }, "an ID token was refused");
    throw refused();
  }
}

function algorithmOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg;
  } catch {
    return undefined;
  }
}

/** Clients send the nonce, and put its SHA-256 in hex into the request to the provider, and so into the token. */
function isNonceRight(claim: unknown, sent: string | undefined): boolean {
  if (claim === undefined && sent === undefined) return true;
  if (typeof claim !== "string" || sent === undefined) return false;
  const [given, wanted] = [Buffer.from(createHash("sha256").update(sent).digest("hex")), Buffer.from(claim)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * Who a provider says the bearer of an ID token is. The token is used up.
 * @throws AppError not_found, provider_failed, provider_unreachable
 */
export async function readIdToken({
  provider: name,
  token,
  nonce,
}: {
  provider: string;
  token: string;
  nonce: string | undefined;
}): Promise<ProviderClaims> {
  const found = await findIssuer(name);
  const payload = await verify(token, found);
  if (!isNonceRight(payload.nonce, nonce)) throw refused();
  const { AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_TRUST_EMAIL: trustsEmail } = serverEnv();
  const claims = readClaims(found.provider, payload, { issuer, trustsEmail });
  if (!claims) throw refused();
  // The signed text, because a signature has several encodings.
  const signed = token.slice(0, token.lastIndexOf("."));
  const until = new Date((payload.exp! + SKEW_SECONDS + 1) * 1_000);
  if (!(await spendProof("id-token", signed, until))) throw refused();
  return claims;
}
