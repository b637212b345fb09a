import "server-only";
import { db } from "@/lib/db/client";

export type TotalRecord = {
  id: string;
  name: string;
  iconKey: string;
  ownerUsername: string;
  calls: number;
  bytesUp: number;
  bytesDown: number;
  hostCount: number;
  hosts: { host: string; calls: number; bytesUp: number; bytesDown: number }[];
};

/**
 * The apps that moved most bytes since a day, without those that only their owners run: their sums would be one person's.
 * Each has the hosts that it moved most of them to and from.
 */
export function listTotals({
  since,
  apps,
  hosts,
}: {
  since: Date;
  apps: number;
  hosts: number;
}): Promise<TotalRecord[]> {
  return db().$queryRaw<TotalRecord[]>`
    SELECT a.id, a.name, a.icon_key AS "iconKey", o.username AS "ownerUsername", t.calls, t.up AS "bytesUp",
           t.down AS "bytesDown", t.hosts AS "hostCount",
           (SELECT json_agg(h) FROM (
              SELECT host, sum(calls)::float8 AS calls, sum(bytes_up)::float8 AS "bytesUp",
                     sum(bytes_down)::float8 AS "bytesDown"
                FROM egress_totals WHERE app_id = a.id AND day >= ${since}::date
               GROUP BY host ORDER BY sum(bytes_up + bytes_down) DESC, host LIMIT ${hosts}) h) AS hosts
      FROM (SELECT app_id, sum(calls)::float8 AS calls, sum(bytes_up)::float8 AS up, sum(bytes_down)::float8 AS down,
                   count(DISTINCT host)::int AS hosts
              FROM egress_totals JOIN apps shown ON shown.id = app_id AND (shown.is_public OR shown.held_at IS NOT NULL)
             WHERE day >= ${since}::date
             GROUP BY app_id ORDER BY sum(bytes_up + bytes_down) DESC, app_id LIMIT ${apps}) t
      JOIN apps a ON a.id = t.app_id JOIN users o ON o.id = a.owner_id
     ORDER BY t.up + t.down DESC, a.id`;
}

/** Deletes up to `limit` totals from before a day. @returns how many */
export function deleteOldTotals(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM egress_totals WHERE (app_id, host, day) IN
      (SELECT app_id, host, day FROM egress_totals WHERE day < ${before}::date LIMIT ${limit})`;
}
