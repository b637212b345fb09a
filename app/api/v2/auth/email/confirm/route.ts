import { confirmEmailBody, changedResponse } from "@/lib/auth/contract";
import { AppError } from "@/lib/shared/errors";
import { mailLanguage, refreshedCookies } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { confirmEmailChange } from "@/lib/account/service";

export const POST = route({
  summary: { en: "Confirm a new address", ja: "新しいメールアドレスを確認する" },
  auth: "optional",
  body: confirmEmailBody,
  response: changedResponse,
  handler: async ({ viewer, request, address, body }) => {
    if ("code" in body && !viewer) throw new AppError("unauthenticated");
    const proof = "token" in body ? body : { userId: viewer!.id, code: body.code };
    const user = await confirmEmailChange(proof, {
      address,
      language: await mailLanguage(request),
      sessionId: viewer?.sessionId,
    });
    const isOwn = viewer?.id === user.id;
    return {
      body: { changed: true, ...(isOwn && { user }) },
      cookies: isOwn ? await refreshedCookies(viewer, user) : [],
    };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
