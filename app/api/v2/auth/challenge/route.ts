import { challengeBody, loginResponse } from "@/lib/auth/contract";
import { signOutSession } from "@/lib/auth/session-service";
import { signInResponse, signInFacts } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { completeChallenge } from "@/lib/auth/factor-service";

/** Completes a sign-in that returned `second_factor_required`, with its challenge. */
export const POST = route({
  summary: "Complete a sign-in with its second factor",
  auth: "optional",
  body: challengeBody,
  response: loginResponse,
  handler: async ({ request, address, viewer, body }) => {
    const signedIn = await completeChallenge({ ...body, facts: await signInFacts(request, address) });
    // As after a password sign-in: nothing could end the previous session any more.
    if (viewer?.via === "cookie") await signOutSession({ id: viewer.sessionId, userId: viewer.id });
    return signInResponse(signedIn);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
