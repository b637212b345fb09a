import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { CHALLENGE_SECONDS } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";
import type { ProviderClaims } from "./provider-claims";
import { seal, unseal } from "./secret-service";
import { spendProof } from "./spent-proof-service";

/**
 * Authorization codes of hosted clients (RFC 7636): the browser carries one back to the client, which redeems it for a
 * session with the verifier that only it has.
 *
 * Trust model. Outside: whoever sees the address that a code is in, such as a log or another program that answers the same
 * address. A code is sealed, short-lived and single-use, and is worth nothing without its verifier.
 */
export type CodeChallenge = { challenge: string; method: "s256" | "plain" };

export type Proven =
  /** Proved the first factor; see issueChallenge. */
  | { kind: "person"; challenge: string }
  /** Opened a mailed link. The link's own token is used up only when the code is redeemed. */
  | { kind: "mail"; purpose: "sign_in" | "recover_password"; token: string }
  /** Proved to be somebody at a provider, which is to be linked with the account of this session. */
  | { kind: "link"; claims: ProviderClaims; userId: string; sessionId: string };

type Sealed = { proven: Proven; until: number } & CodeChallenge;

export function issueCode(proven: Proven, { challenge, method }: CodeChallenge): string {
  const until = Date.now() + CHALLENGE_SECONDS * 1_000;
  return seal("authorization-code", JSON.stringify({ proven, challenge, method, until } satisfies Sealed));
}

function readCode(code: string): Sealed | null {
  try {
    // We encrypted it, so its shape is known.
    return JSON.parse(unseal("authorization-code", code)) as Sealed;
  } catch {
    return null;
  }
}

function isVerifierOf({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const derived = method === "s256" ? createHash("sha256").update(verifier).digest("base64url") : verifier;
  const [given, wanted] = [Buffer.from(derived), Buffer.from(challenge)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Redeems a code, once. @throws AppError invalid_code, validation_error if the verifier is another */
export async function redeemCode(code: string, verifier: string): Promise<Proven> {
  const sealed = readCode(code);
  if (!sealed) throw new AppError("invalid_code", { details: { hosted: "flow_state_not_found" } });
  if (sealed.until <= Date.now())
    throw new AppError("invalid_code", { details: { hosted: "flow_state_expired" } });
  if (!isVerifierOf(sealed, verifier))
    throw new AppError("validation_error", {
      message: "The code verifier does not belong to this code.",
      details: { hosted: "bad_code_verifier" },
    });
  // The bytes, because several spellings of base64url decode to the same.
  const bytes = Buffer.from(code, "base64url").toString("base64url");
  if (!(await spendProof("code", bytes, new Date(sealed.until))))
    throw new AppError("invalid_code", { details: { hosted: "flow_state_not_found" } });
  return sealed.proven;
}
