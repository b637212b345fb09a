import "server-only";
import { db } from "@/lib/server/db/client";

export type PermissionRecord = {
  appId: string;
  name: string;
  iconKey: string;
  hosts: string[];
  grantedAt: Date;
  requests: number;
  lastRequestAt: Date | null;
};

/** What a person allowed their apps to reach, the last given first. */
export function listPermissions(userId: string): Promise<PermissionRecord[]> {
  return db().$queryRaw<PermissionRecord[]>`
    SELECT a.id AS "appId", a.name, a.icon_key AS "iconKey", c.hosts, c.granted_at AS "grantedAt",
           coalesce(calls.requests, 0)::int AS requests, calls.last AS "lastRequestAt"
    FROM egress_consents c
    JOIN apps a ON a.id = c.app_id
    LEFT JOIN LATERAL (
      SELECT count(*) AS requests, max(e.created_at) AS last FROM egress_calls e
      WHERE e.user_id = c.user_id AND e.app_id = c.app_id AND e.created_at > now() - interval '30 days'
    ) calls ON true
    WHERE c.user_id = ${userId}::uuid
    ORDER BY c.granted_at DESC LIMIT 200`;
}
