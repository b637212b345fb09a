import { randomUUID } from "node:crypto";
import { CHALLENGE_SECONDS } from "@/lib/config/limits";
import { challengeResponse, factorParams, tokenBody } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { requireOwnFactor } from "@/lib/hosted/auth-service";
import { bearerOf } from "@/lib/hosted/gateway.server";
import { findRestrictedSession } from "@/lib/hosted/restricted-session.server";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";

/** Clients create a challenge before they verify a code. TOTP codes are single-use anyway, so nothing is stored. */
export const POST = route({
  auth: "optional",
  gateway: authGateway,
  params: factorParams,
  body: tokenBody,
  response: challengeResponse,
  handler: async ({ request, viewer, params: { id } }) => {
    const userId = viewer?.id ?? (await findRestrictedSession(bearerOf(request)))?.userId;
    if (!userId) throw new AppError("unauthenticated");
    await requireOwnFactor(userId, id);
    const expires_at = Math.floor(Date.now() / 1_000) + CHALLENGE_SECONDS;
    return { body: { id: randomUUID(), type: "totp" as const, expires_at } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("POST");
