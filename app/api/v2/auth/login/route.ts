import { loginBody, loginResponse } from "@/lib/auth/contract";
import { endReplacedSession, signInFacts, signInResponse } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { signInWithPassword } from "@/lib/auth/service";

export const POST = route({
  summary: { en: "Sign in with a password", ja: "パスワードでサインインする" },
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
    await endReplacedSession(viewer);
    return signInResponse(signedIn);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
