import "server-only";
import { logger } from "@/lib/infra/logger";
import { appointFirstAdmin } from "./role-service";

/**
 * Runs when a process starts. If the database is down, ADMIN_EMAIL is checked again when it is confirmed, and at the
 * next start.
 */
export function appointAtStart(): void {
  appointFirstAdmin().catch((error: unknown) => {
    logger().warn({ err: error }, "could not appoint the account of ADMIN_EMAIL as admin");
  });
}
