import "server-only";
import { assertDeployable } from "@/lib/config/deployment.server";
import { serverEnv } from "@/lib/config/env.server";
import { logger } from "@/lib/server/logging/logger";

/** Ends the start of an instance whose settings cannot work, before it serves anybody. @throws Error */
export function checkDeployment(): void {
  const remark = assertDeployable(serverEnv());
  if (remark) logger().info(remark);
}
