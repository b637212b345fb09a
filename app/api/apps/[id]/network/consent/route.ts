import { idParams } from "@/lib/contracts/common";
import { networkConsentBody, networkConsentSchema } from "@/lib/contracts/egress";
import { route } from "@/lib/server/http/route";
import { readNetworkConsent, setNetworkConsent } from "@/lib/server/services/egress-service";

/** Which hosts the person allows an app to reach. */
export const GET = route({
  auth: "onboarded",
  params: idParams,
  answer: networkConsentSchema,
  handler: async ({ viewer, params }) => ({ body: await readNetworkConsent(viewer.id, params.id) }),
});

export const PUT = route({
  auth: "onboarded",
  params: idParams,
  body: networkConsentBody,
  limit: "writes",
  answer: networkConsentSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await setNetworkConsent(viewer.id, params.id, body.hosts),
  }),
});
