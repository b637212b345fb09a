import { loginBody, loginResponse } from "@/lib/auth/contract";
import { signInResponse, signInFacts } from "@/lib/auth/sign-in-response.server";
import { route } from "@/lib/http/route";
import { signInWithPassword } from "@/lib/auth/service";
import { signOutSession } from "@/lib/auth/session-service";

export const POST = route({
  auth: "optional",
  body: loginBody,
  response: loginResponse,
  handler: async ({ request, address, viewer, body }) => {
    const signedIn = await signInWithPassword({
      ...signInFacts(request, address),
      email: body.email,
      password: body.password,
      humanToken: body.cf_turnstile_token,
    });
    // The cookie that held the earlier session is about to be replaced: nobody could end it any more.
    if (viewer?.via === "cookie") await signOutSession({ id: viewer.sessionId, userId: viewer.id });
    return signInResponse(signedIn);
  },
});
