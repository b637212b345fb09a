import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { openGateway } from "@/lib/hosted/gateway.server";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";

/**
 * Refuses an unknown path, whatever is sent with it. Without CORS headers the browser would report to a page of another
 * origin that the instance was not reached, and its client would try again. The clients of all parts read this error.
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
