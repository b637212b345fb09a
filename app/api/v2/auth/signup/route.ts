import { signupBody, signupResponse } from "@/lib/auth/contract";
import { endReplacedSession, signInFacts, signInResponse } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";
import { signUp } from "@/lib/auth/service";

export const POST = route({
  summary: { en: "Sign up", ja: "アカウントを登録する" },
  auth: "optional",
  body: signupBody,
  response: signupResponse,
  handler: async ({ request, address, viewer, body }) => {
    if (body.homepage) throw new AppError("human_check_failed");
    const { user, session } = await signUp({
      ...(await signInFacts(request, address)),
      email: body.email,
      password: body.password,
      username: body.username,
      displayName: body.displayName,
      invitation: body.invitation,
      humanToken: body.cf_turnstile_token,
    });
    if (session) await endReplacedSession(viewer);
    const signedIn = session && (await signInResponse({ user, ...session }));
    return {
      status: 201,
      body: { userId: user.id, requiresEmailConfirmation: session === null, ...signedIn?.body, user },
      cookies: signedIn?.cookies,
    };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
