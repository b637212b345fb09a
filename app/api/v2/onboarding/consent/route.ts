import { consentBody, consentAnswer } from "@/lib/contracts/auth";
import { refreshedCookies } from "@/lib/server/auth/sign-in-answer";
import { route } from "@/lib/server/http/route";
import { giveConsent } from "@/lib/server/services/profile-service";

export const POST = route({
  auth: "user",
  body: consentBody,
  limit: "writes",
  answer: consentAnswer,
  handler: async ({ viewer, body }) => {
    const user = await giveConsent({ userId: viewer.id, version: body.version });
    return { body: { user, onboarding: user.onboarding }, cookies: await refreshedCookies(viewer, user) };
  },
});
