import { z } from "zod";
import { otpBody, loginResponse, sentResponse } from "@/lib/auth/contract";
import {
  endReplacedSession,
  mailLanguage,
  signInFacts,
  signInResponse,
} from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { requestSignInCode, signInWithCode } from "@/lib/auth/sign-in-code-service";

export const POST = route({
  summary: {
    en: "Ask for a sign-in code by mail, or sign in with it",
    ja: "サインイン用のコードをメールで受け取る、またはそのコードでサインインする",
  },
  auth: "optional",
  body: otpBody,
  response: z.union([loginResponse, sentResponse]),
  handler: async ({ request, address, viewer, body }) => {
    if ("token" in body || "code" in body) {
      const signedIn = await signInWithCode(body, await signInFacts(request, address));
      await endReplacedSession(viewer);
      return signInResponse(signedIn);
    }
    await requestSignInCode({
      email: body.email,
      humanToken: body.cf_turnstile_token,
      address,
      language: await mailLanguage(request),
    });
    return { status: 202, body: { sent: true } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
