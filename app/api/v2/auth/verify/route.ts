import { verifyBody, verifiedResponse } from "@/lib/auth/contract";
import { refreshedCookies } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { verifyEmail } from "@/lib/auth/verification-service";

/** Confirms an address without signing in; a browser signed in to this account gets a new cookie. */
export const POST = route({
  summary: { en: "Confirm one's address", ja: "メールアドレスを確認する" },
  auth: "optional",
  body: verifyBody,
  response: verifiedResponse,
  handler: async ({ viewer, address, body }) => {
    const user = await verifyEmail(body, address);
    const isOwn = viewer?.id === user.id;
    return {
      body: { verified: true, ...(isOwn && { user, onboarding: user.onboarding }) },
      cookies: isOwn ? await refreshedCookies(viewer, user) : [],
    };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
