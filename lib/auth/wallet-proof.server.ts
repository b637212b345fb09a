import "server-only";
import { serverEnv } from "@/lib/config/env.server";
import { AppError } from "@/lib/shared/errors";
import { requirePage } from "./client-return.server";
import type { ProviderClaims } from "./provider-claims";
import { type Chain, isForOwnDomain, messageEnd, parseSignedMessage } from "./signed-message";
import { spendProof } from "./spent-proof-service";
import { isSignedBy } from "./wallet-signature.server";

/** A message counts for pages that hosted clients may send people back to, on a chain that the instance takes, once. */

/** The chains whose wallets sign in here. */
export function offeredChains(): Chain[] {
  const { AUTH_WEB3_CHAINS: listed } = serverEnv();
  const has = (prefix: string) => listed.some((each) => each.startsWith(prefix));
  return [
    ...(has("eip155:") ? (["ethereum"] as const) : []),
    ...(has("solana:") ? (["solana"] as const) : []),
  ];
}

function refused(message: string): AppError {
  return new AppError("provider_failed", { message, details: { hosted: "bad_web3_message" } });
}

/**
 * Who signed a message, which is used up.
 * @throws AppError not_found if the instance takes no such wallets, provider_failed, validation_error
 */
export async function readWalletProof({
  chain,
  message: text,
  signature,
}: {
  chain: Chain;
  message: string;
  signature: string;
}): Promise<ProviderClaims> {
  if (!offeredChains().includes(chain))
    throw new AppError("not_found", {
      message: "Wallets of that chain do not sign in on this instance.",
      details: { hosted: "web3_provider_disabled" },
    });
  const message = parseSignedMessage(chain, text);
  if (!message) throw refused("The signed message does not have the form that is expected.");
  if (!isForOwnDomain(message)) throw refused("The signed message is for another page.");
  requirePage(message.uri);
  if (!serverEnv().AUTH_WEB3_CHAINS.includes(message.chainId))
    throw refused("The signed message is for another chain.");
  const end = messageEnd(message, Date.now());
  if (!end) throw refused("The signed message has expired, or is not valid yet.");
  if (!isSignedBy({ chain, address: message.address, text, signature }))
    throw refused("The signature is not that of the address.");
  if (!(await spendProof("message", `${chain}:${text}`, end)))
    throw refused("This message was used to sign in before.");
  const subject = chain === "ethereum" ? message.address.toLowerCase() : message.address;
  return {
    provider: chain,
    // One account on all chains of a kind: the key is the same.
    issuer: chain === "ethereum" ? "eip155" : "solana",
    subject,
    email: null,
    emailVerified: false,
    username: null,
    displayName: null,
    authenticatedAt: null,
  };
}
