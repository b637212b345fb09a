import "server-only";
import { createHmac } from "node:crypto";
import { serverEnv } from "@/lib/config/env.server";

/** An id for a user within one scope: stable there, and not linkable to the account or to other scopes. */
export function pseudonym(purpose: string, userId: string, scopeId: string): string {
  const key = `${purpose}:${serverEnv().dataSecret}`;
  return createHmac("sha256", key).update(`${userId}:${scopeId}`).digest("base64url").slice(0, 22);
}
