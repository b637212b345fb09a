import { providerParams, startProviderBody, startProviderResponse } from "@/lib/auth/provider-contract";
import { unlinkProvider } from "@/lib/auth/provider-service";
import { startVisit } from "@/lib/auth/provider-visit.server";
import { requireRecentProof } from "@/lib/auth/session-service";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";

/**
 * Begins a visit of a provider; the browser then goes to `url`. Linking takes a confirmed address, as a passkey does: an
 * identity survives a new password.
 */
export const POST = route({
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
    const { url, cookies } = await startVisit({ id: params.provider, ...body, viewer, address });
    return { body: { url }, cookies };
  },
});

/** Unlinks a provider. */
export const DELETE = route({
  auth: "user",
  params: providerParams,
  limit: "writes",
  handler: async ({ viewer, params, request }) =>
    unlinkProvider({ ...accountActor(viewer), language: await mailLanguage(request) }, params.provider),
});

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
