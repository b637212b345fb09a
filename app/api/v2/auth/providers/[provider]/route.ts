import {
  identityParams,
  providerParams,
  startProviderBody,
  startProviderResponse,
} from "@/lib/auth/provider-contract";
import { unlinkProvider } from "@/lib/auth/provider-service";
import { startProviderSignIn } from "@/lib/auth/provider-sign-in.server";
import { requireRecentProof } from "@/lib/auth/session-service";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";

/**
 * Starts an OAuth flow; the browser then goes to `url`. Linking requires a confirmed address, as passkeys do, because
 * an identity survives a password reset.
 */
export const POST = route({
  summary: {
    en: "Begin to sign in at a provider, or to link it",
    ja: "外部プロバイダーでのサインインまたは連携を始める",
  },
  auth: "optional",
  params: providerParams,
  body: startProviderBody,
  response: startProviderResponse,
  handler: async ({ viewer, params, body, address }) => {
    if (body.purpose === "link") {
      if (!viewer) throw new AppError("unauthenticated");
      if (!viewer.onboarding.isOnboarded) throw new AppError("onboarding_required");
      await requireRecentProof(viewer.sessionId);
    }
    const { url, cookies } = await startProviderSignIn({ id: params.provider, ...body, viewer, address });
    return { body: { url }, cookies };
  },
});

export const DELETE = route({
  summary: { en: "Unlink a provider", ja: "外部プロバイダーとの連携を解除する" },
  auth: "user",
  params: identityParams,
  limit: "writes",
  handler: async ({ viewer, params, request }) =>
    unlinkProvider({ ...accountActor(viewer), language: await mailLanguage(request) }, params.provider),
});

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
