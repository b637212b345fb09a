import { loginBody, loginResponse } from "@/lib/auth/contract";
import { signInResponse, signInFacts } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { signInWithPassword } from "@/lib/auth/service";
import { signOutSession } from "@/lib/auth/session-service";

export const POST = route({
  summary: "Sign in with a password",
  auth: "optional",
  body: loginBody,
  response: loginResponse,
  handler: async ({ request, address, viewer, body }) => {
    const signedIn = await signInWithPassword({
      ...(await signInFacts(request, address)),
      email: body.email,
      password: body.password,
      humanToken: body.cf_turnstile_token,
    });
    // The new cookie replaces that of the earlier session, which nobody could end afterwards.
    if (viewer?.via === "cookie") await signOutSession({ id: viewer.sessionId, userId: viewer.id });
    return signInResponse(signedIn);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
