import { signupResponse } from "@/lib/auth/contract";
import { providerSignupBody } from "@/lib/auth/provider-contract";
import { clearedFlowCookie, readFlow } from "@/lib/auth/provider-flow.server";
import { signUpWithProvider } from "@/lib/auth/provider-service";
import { signInFacts, signInResponse } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";

/** Creates an account for the newcomer who is back from a provider in this browser. */
export const POST = route({
  auth: "none",
  body: providerSignupBody,
  response: signupResponse,
  handler: async ({ request, address, body }) => {
    const flow = await readFlow();
    if (flow?.step !== "newcomer") throw new AppError("provider_expired");
    const facts = { ...(await signInFacts(request, address)), kind: "web" as const };
    const { user, session } = await signUpWithProvider(flow.claims, {
      ...facts,
      username: body.username,
      displayName: body.displayName,
      email: body.email,
    });
    const signedIn = session && (await signInResponse({ user, ...session }));
    return {
      status: 201,
      body: { userId: user.id, requiresEmailConfirmation: session === null, ...signedIn?.body, user },
      cookies: [...(signedIn?.cookies ?? []), clearedFlowCookie()],
    };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
