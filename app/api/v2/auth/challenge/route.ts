import { challengeBody, loginAnswer } from "@/lib/contracts/auth";
import { signInAnswer, signInFacts } from "@/lib/server/auth/sign-in-answer";
import { route } from "@/lib/server/http/route";
import { completeChallenge } from "@/lib/server/services/factor-service";

/** Completes a sign-in that was answered `second_factor_required`, with the challenge of that answer. */
export const POST = route({
  auth: "none",
  body: challengeBody,
  answer: loginAnswer,
  handler: async ({ request, address, body }) =>
    signInAnswer(await completeChallenge({ ...body, facts: signInFacts(request, address) })),
});
