import { consentBody, consentResponse } from "@/lib/auth/contract";
import { refreshedCookies } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { giveConsent } from "@/lib/account/profile-service";

export const POST = route({
  summary: { en: "Agree to the terms", ja: "利用規約に同意する" },
  auth: "user",
  body: consentBody,
  limit: "writes",
  response: consentResponse,
  handler: async ({ viewer, body }) => {
    const user = await giveConsent({ userId: viewer.id, ...body });
    return { body: { user, onboarding: user.onboarding }, cookies: await refreshedCookies(viewer, user) };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
