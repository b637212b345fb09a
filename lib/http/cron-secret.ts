import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { serverEnv } from "@/lib/config/env.server";
import { AppError } from "@/lib/shared/errors";

/**
 * Trust model. Outside: whoever sends a request. They may not start jobs, which cost the database work. Only the
 * instance's scheduler knows CRON_SECRET; where none is set there is nothing to call.
 * @throws AppError not_found without CRON_SECRET, unauthenticated for a wrong one
 */
export function assertCronSecret(request: Request): void {
  const { CRON_SECRET } = serverEnv();
  if (!CRON_SECRET) throw new AppError("not_found");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const given = request.headers.get("authorization") ?? "";
  // Digests, because timingSafeEqual takes equal lengths only.
  if (!timingSafeEqual(digest(given), digest(`Bearer ${CRON_SECRET}`))) {
    throw new AppError("unauthenticated", { message: "The cron secret is missing or wrong." });
  }
}
