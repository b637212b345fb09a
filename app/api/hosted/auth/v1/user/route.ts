import { anyUser, updateUserBody } from "@/lib/hosted/auth-contract";
import { authGateway, hostedFacts, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { completeNewcomer } from "@/lib/hosted/auth-grant-service";
import {
  finishRecovery,
  getHostedUser,
  getRestrictedUser,
  updateHostedUser,
} from "@/lib/hosted/auth-service";
import { bearerOf } from "@/lib/hosted/gateway.server";
import { findRestrictedSession } from "@/lib/hosted/restricted-session.server";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";

export const GET = route({
  auth: "optional",
  gateway: authGateway,
  response: anyUser,
  handler: async ({ request, viewer }) => {
    if (viewer) return { body: await getHostedUser(viewer.id) };
    const half = await findRestrictedSession(bearerOf(request));
    if (!half) throw new AppError("unauthenticated");
    return { body: await getRestrictedUser(half) };
  },
});

export const PUT = route({
  auth: "optional",
  gateway: authGateway,
  limit: "writes",
  body: updateUserBody,
  response: anyUser,
  handler: async ({ request, viewer, address, body }) => {
    const facts = await hostedFacts(request, address);
    if (viewer) return { body: await updateHostedUser(viewer, body, facts) };
    const half = await findRestrictedSession(bearerOf(request));
    if (half?.kind === "newcomer") return { body: await completeNewcomer(half, body, facts) };
    if (half?.kind !== "recovery" || body.password === undefined) throw new AppError("unauthenticated");
    return { body: await finishRecovery(half, body.password, facts) };
  },
});

export const { POST, PATCH, DELETE, OPTIONS } = otherAuthMethods("GET", "PUT");
