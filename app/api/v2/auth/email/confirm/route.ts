import { confirmEmailBody, changedAnswer } from "@/lib/contracts/auth";
import { AppError } from "@/lib/domain/errors";
import { mailLanguage, refreshedCookies } from "@/lib/server/auth/sign-in-answer";
import { route } from "@/lib/server/http/route";
import { confirmEmailChange } from "@/lib/server/services/account-service";

/** Completes a change of address, by the mail's digits or by its link. */
export const POST = route({
  auth: "optional",
  body: confirmEmailBody,
  answer: changedAnswer,
  handler: async ({ viewer, request, address, body }) => {
    if ("code" in body && !viewer) throw new AppError("unauthenticated");
    const proof = "token" in body ? body : { userId: viewer!.id, code: body.code };
    const user = await confirmEmailChange(proof, { address, language: await mailLanguage(request) });
    const own = viewer?.id === user.id;
    return {
      body: { changed: true, ...(own && { user }) },
      cookies: own ? await refreshedCookies(viewer, user) : [],
    };
  },
});
