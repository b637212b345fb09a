import { endSessionBody } from "@/lib/auth/contract";
import { endToldSession } from "@/lib/auth/device-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { consumeLimit } from "@/lib/infra/rate-limiter";

/** Ends the session that a mail about a new device told of, with the token of its link. */
export const POST = route({
  auth: "none",
  body: endSessionBody,
  handler: async ({ body, address }) => {
    await consumeLimit("codeAddress", address);
    await endToldSession(body.token);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
