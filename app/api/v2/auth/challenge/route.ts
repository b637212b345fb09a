import { challengeBody, loginResponse } from "@/lib/auth/contract";
import { endReplacedSession, signInFacts, signInResponse } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { completeChallenge } from "@/lib/auth/factor-service";

/** Completes a sign-in that returned `second_factor_required`, with its challenge. */
export const POST = route({
  summary: { en: "Complete a sign-in with its second factor", ja: "2段階認証でサインインを完了する" },
  auth: "optional",
  body: challengeBody,
  response: loginResponse,
  handler: async ({ request, address, viewer, body }) => {
    const signedIn = await completeChallenge({ ...body, facts: await signInFacts(request, address) });
    await endReplacedSession(viewer);
    return signInResponse(signedIn);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
