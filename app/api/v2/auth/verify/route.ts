import { verifyBody, verifiedResponse } from "@/lib/auth/contract";
import { refreshedCookies } from "@/lib/auth/sign-in-response.server";
import { route } from "@/lib/http/route";
import { verifyEmail } from "@/lib/auth/verification-service";

/** Confirms an address. It signs nobody in; a browser that is signed in as this person gets its cookie renewed. */
export const POST = route({
  auth: "optional",
  body: verifyBody,
  response: verifiedResponse,
  handler: async ({ viewer, address, body }) => {
    const user = await verifyEmail(body, address);
    const own = viewer?.id === user.id;
    return {
      body: { verified: true, ...(own && { user, onboarding: user.onboarding }) },
      cookies: own ? await refreshedCookies(viewer, user) : [],
    };
  },
});
