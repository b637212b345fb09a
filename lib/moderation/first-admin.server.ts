import "server-only";
import { logger } from "@/lib/infra/logger";
import { appointFirstAdmin } from "./role-service";

/** At the start of a process. Without the database the address is looked at again when it is confirmed, and at the next start. */
export function appointAtStart(): void {
  appointFirstAdmin().catch((error: unknown) => {
    logger().warn({ err: error }, "could not look for the person of ADMIN_EMAIL");
  });
}
