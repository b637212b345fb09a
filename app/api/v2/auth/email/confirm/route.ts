import { confirmEmailBody, changedResponse } from "@/lib/auth/contract";
import { AppError } from "@/lib/shared/errors";
import { mailLanguage, refreshedCookies } from "@/lib/auth/sign-in-response.server";
import { route } from "@/lib/http/route";
import { confirmEmailChange } from "@/lib/account/service";

/** Completes a change of address, by the mail's digits or by its link. */
export const POST = route({
  auth: "optional",
  body: confirmEmailBody,
  response: changedResponse,
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
