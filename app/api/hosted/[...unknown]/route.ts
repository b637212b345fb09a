import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { openGateway } from "@/lib/hosted/gateway.server";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";

/**
 * Refuses an unknown path, with any body. It needs CORS headers: without them a page of another origin sees a network error,
 * and its client retries. All hosted clients parse this error.
 */
const notFound = route({
  auth: "none",
  gateway: openGateway(authGateway),
  rawBody: { maxBytes: 0 },
  handler: () => {
    throw new AppError("not_found");
  },
});

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT };
export const { OPTIONS } = otherAuthMethods("GET", "POST", "PUT", "PATCH", "DELETE");
