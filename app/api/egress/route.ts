import { egressRequest, egressResponseSchema } from "@/lib/egress/contract";
import { route } from "@/lib/http/route";
import { fetchForApp } from "@/lib/egress/service";

/** The proxy through which apps reach the outside. */
export const POST = route({
  auth: "onboarded",
  body: egressRequest,
  // 1 MB of body as base64, and what stands around it.
  jsonMaxBytes: 2 * 1024 * 1024,
  response: egressResponseSchema,
  handler: async ({ viewer, body }) => ({ body: await fetchForApp({ viewerId: viewer.id, request: body }) }),
});
