import "server-only";
import { serverEnv } from "@/lib/config/env.server";
import { shellOrigins } from "@/lib/config/origins";
import { AppError } from "@/lib/shared/errors";

/**
 * Trust model. Untrusted: any web page the signed-in person visits, and every app frame (opaque origin,
 * "null"). They can make the browser send our cookie but cannot set Origin or Sec-Fetch-Site. So a request
 * that changes state without a bearer token must come from one of our own pages.
 * @throws AppError cross_site
 */
export function refuseCrossSite(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw new AppError("cross_site");
  const origin = request.headers.get("origin");
  if (origin !== null && !shellOrigins(serverEnv().APP_URL).includes(origin))
    throw new AppError("cross_site");
}
