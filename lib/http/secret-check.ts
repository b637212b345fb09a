import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/shared/errors";

/**
 * Trust model. Untrusted: anyone who sends a request. Jobs put load on the database and metrics reveal how an instance
 * is used, so both are only for programs of the operator, which know a secret from the settings. Without the secret,
 * the route does not exist.
 * @param secret CRON_SECRET or METRICS_TOKEN, which the request must send as a bearer token
 * @throws AppError not_found without a secret, unauthenticated for a wrong one
 */
export function assertSecret(request: Request, secret: string | undefined): void {
  if (!secret) throw new AppError("not_found");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const given = request.headers.get("authorization") ?? "";
  // timingSafeEqual requires equal lengths, hence the digests.
  if (!timingSafeEqual(digest(given), digest(`Bearer ${secret}`))) {
    throw new AppError("unauthenticated", { message: "The secret is missing or wrong." });
  }
}
