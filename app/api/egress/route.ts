import { egressRequest, egressResponseSchema } from "@/lib/egress/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { fetchForApp } from "@/lib/egress/service";

export const POST = route({
  summary: {
    en: "Request an address on the internet for an app",
    ja: "アプリの代わりにインターネット上のアドレスへ要求を送る",
  },
  auth: "onboarded",
  body: egressRequest,
  // A 1 MB body in base64 plus the rest of the request.
  jsonMaxBytes: 2 * 1024 * 1024,
  response: egressResponseSchema,
  handler: async ({ viewer, body }) => ({ body: await fetchForApp({ viewerId: viewer.id, request: body }) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
