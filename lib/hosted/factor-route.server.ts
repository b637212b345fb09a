import "server-only";
import type { z } from "zod";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";
import { hostedSession, verifyFactorBody } from "./auth-contract";
import { authGateway, hostedFacts } from "./auth-gateway.server";
import { completeSignIn, proveFactor } from "./auth-service";
import { bearerOf } from "./gateway.server";
import { findRestrictedSession } from "./restricted-session.server";

/** Verifies a code of the authenticator app in `params`, or else a recovery code. */
export function verifyFactorRoute<P extends z.ZodType<{ id: string }> | undefined>(params: P) {
  return route({
    auth: "optional",
    gateway: authGateway,
    params,
    body: verifyFactorBody,
    response: hostedSession,
    handler: async ({ request, viewer, address, params: factor, body: { code } }) => {
      const facts = await hostedFacts(request, address);
      if (viewer) return { body: await proveFactor(viewer, { factorId: factor?.id ?? null, code, facts }) };
      const bearer = bearerOf(request);
      if ((await findRestrictedSession(bearer))?.kind !== "factor") throw new AppError("unauthenticated");
      return { body: await completeSignIn(bearer!, code, facts) };
    },
  });
}
