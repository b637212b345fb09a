import "server-only";
import { Prisma } from "@/lib/db/generated/client";
import type { LocalizedText } from "@/lib/shared/localized-text";
import { ALL_TIME } from "./rules";

/** The top of an app's first board, as a post shows it. */
export type BoardCardRecord = {
  title: LocalizedText;
  unit: LocalizedText | null;
  verified: boolean;
  /** `name` is null for people who do not show it to the app. */
  entries: { name: string | null; value: number }[] | null;
};

const ENTRIES = 3;

/**
 * SQL for the BoardCardRecord, or null, of the rows `a` of apps and `v` of its version.
 * @param hidden uuid[] of people
 */
export function boardCardSql(hidden: Prisma.Sql): Prisma.Sql {
  const board = Prisma.sql`(v.manifest->'scores'->0)`;
  return Prisma.sql`
    CASE WHEN jsonb_typeof(${board}) = 'object' THEN json_build_object(
      'title', ${board}->'title', 'unit', ${board}->'unit', 'verified', ${board}->'verified', 'entries', (
        SELECT json_agg(json_build_object('value', top.value, 'name', CASE WHEN c.user_id IS NOT NULL
                 THEN COALESCE(NULLIF(u.display_name, ''), u.username) END) ORDER BY top.place, top.id)
          FROM (SELECT s.id, s.user_id, s.value, s.place FROM scores s
                 WHERE s.app_id = a.id AND s.board = ${board}->>'id' AND s.period = ${ALL_TIME}
                   AND s.kind = (${board}->>'order')
                     || CASE WHEN (${board}->>'verified')::boolean THEN '+verified' ELSE '' END
                   AND s.user_id <> ALL (${hidden}::uuid[])
                 ORDER BY s.place, s.id LIMIT ${Prisma.raw(String(ENTRIES))}) top
          JOIN users u ON u.id = top.user_id
          LEFT JOIN profile_consents c ON c.user_id = top.user_id AND c.app_id = a.id))
    END`;
}
