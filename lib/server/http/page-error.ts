import "server-only";
import { logger } from "@/lib/server/logging/logger";

/** Notes that a page failed, under the id of its request, which its person can copy, and Next's digest of the error. */
export function logPageError(error: unknown, headers: NodeJS.Dict<string | string[]>): void {
  const digest = error instanceof Error && "digest" in error ? error.digest : undefined;
  logger().error({ requestId: headers["x-gum-request-id"], digest, err: error }, "page failed");
}
