import { signupResponse } from "@/lib/auth/contract";
import { providerSignupBody } from "@/lib/auth/provider-contract";
import { returnNewcomer } from "@/lib/auth/client-return.server";
import { clearedFlowCookie, readFlow } from "@/lib/auth/provider-flow.server";
import { signUpWithProvider } from "@/lib/auth/provider-service";
import { endReplacedSession, signInFacts, signInResponse } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { logger } from "@/lib/infra/logger";
import { AppError } from "@/lib/shared/errors";

export const POST = route({
  summary: { en: "Sign up after a visit of a provider", ja: "外部プロバイダーで認証したあとに登録する" },
  auth: "optional",
  body: providerSignupBody,
  response: signupResponse,
  handler: async ({ request, address, viewer, body }) => {
    const flow = await readFlow();
    if (flow?.step !== "newcomer") throw new AppError("provider_expired");
    const facts = { ...(await signInFacts(request, address)), kind: "web" as const };
    const { user, session } = await signUpWithProvider(flow.claims, {
      ...facts,
      username: body.username,
      displayName: body.displayName,
      email: body.email,
      invitation: body.invitation,
    });
    if (session) await endReplacedSession(viewer);
    const signedIn = session && (await signInResponse({ user, ...session }));
    // The account exists by now: without a redirect to the client, the person is signed in here.
    const continueTo =
      flow.client &&
      session &&
      (await returnNewcomer({ ...flow, client: flow.client }, facts).catch((error: unknown) => {
        logger().error({ err: error }, "somebody who signed up did not get back to their client");
        return null;
      }));
    return {
      status: 201,
      body: {
        userId: user.id,
        requiresEmailConfirmation: session === null,
        ...signedIn?.body,
        user,
        ...(continueTo && { continueTo }),
      },
      cookies: [...(signedIn?.cookies ?? []), clearedFlowCookie()],
    };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
