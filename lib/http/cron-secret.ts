import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { serverEnv } from "@/lib/config/env.server";
import { AppError } from "@/lib/shared/errors";

/**
 * Trust model. Untrusted: anyone who sends a request. Jobs load the database, so only the instance's
 * scheduler, which knows CRON_SECRET, may start them. Without a secret the endpoint does not exist.
 * @throws AppError not_found without CRON_SECRET, unauthenticated for a wrong one
 */
export function assertCronSecret(request: Request): void {
  const { CRON_SECRET } = serverEnv();
  if (!CRON_SECRET) throw new AppError("not_found");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const given = request.headers.get("authorization") ?? "";
  // timingSafeEqual requires equal lengths, hence the digests.
  if (!timingSafeEqual(digest(given), digest(`Bearer ${CRON_SECRET}`))) {
    throw new AppError("unauthenticated", { message: "The cron secret is missing or wrong." });
  }
}
