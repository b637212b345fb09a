import { challengeBody, loginAnswer } from "@/lib/auth/contract";
import { signInAnswer, signInFacts } from "@/lib/auth/sign-in-answer.server";
import { route } from "@/lib/http/route";
import { completeChallenge } from "@/lib/auth/factor-service";

/** Completes a sign-in that was answered `second_factor_required`, with the challenge of that answer. */
export const POST = route({
  auth: "none",
  body: challengeBody,
  answer: loginAnswer,
  handler: async ({ request, address, body }) =>
    signInAnswer(await completeChallenge({ ...body, facts: signInFacts(request, address) })),
});
