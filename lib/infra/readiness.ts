import "server-only";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { fileStore } from "@/lib/files/file-store";
import { isDraining } from "./shutdown";
import { lacksSpace, noticeShortage } from "./space";

const state = z.enum(["ok", "down"]);
const CAUSES = ["draining", "database_down", "schema_behind", "database_full", "files_full"] as const;

/**
 * Body of `GET /ready`. `schema` is `behind` if migrations of this build are missing, and `ahead` if the database has
 * newer ones: then an older version runs beside its successor, as in a rolling update. An instance without its file
 * store is ready: only what needs files fails. One without space is not: it can save nothing.
 */
export const readinessSchema = z.object({
  ready: z.boolean(),
  causes: z.array(z.enum(CAUSES)).describe("Why it is not ready. Stable; docs/deploy.md lists them."),
  database: state,
  schema: z.enum(["ok", "behind", "ahead", "unknown"]),
  files: state,
  /** The process is shutting down, and still serves. */
  draining: z.boolean(),
});
type Readiness = z.infer<typeof readinessSchema>;

/** The last migration of this build, inlined by next.config.ts. */
const BUILT_FOR = process.env.GUM_LAST_MIGRATION;

/** Checks whether the instance can serve requests now. */
export async function checkReadiness(): Promise<Readiness> {
  const [schema, files] = await Promise.allSettled([readSchema(), fileStore().check()]);
  const isUp = schema.status === "fulfilled";
  for (const check of [schema, files]) if (check.status === "rejected") noticeShortage(check.reason);
  const [isDatabaseFull, isDiskFull] = await Promise.all([
    lacksSpace("database", { isDown: !isUp }),
    lacksSpace("files"),
  ]);
  const found: Record<(typeof CAUSES)[number], boolean> = {
    draining: isDraining(),
    database_down: !isUp,
    schema_behind: isUp && schema.value === "behind",
    database_full: isDatabaseFull,
    files_full: isDiskFull,
  };
  const causes = CAUSES.filter((cause) => found[cause]);
  return {
    ready: causes.length === 0,
    causes,
    database: isUp ? "ok" : "down",
    schema: isUp ? schema.value : "unknown",
    files: files.status === "fulfilled" ? "ok" : "down",
    draining: found.draining,
  };
}

export async function readSchema(): Promise<Readiness["schema"]> {
  const [table] = await db().$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`;
  if (!BUILT_FOR) return "unknown";
  if (!table?.exists) return "behind";
  const [row] = await db().$queryRaw<{ has: boolean; isAhead: boolean }[]>`
    SELECT coalesce(bool_or(migration_name = ${BUILT_FOR}), false) AS has,
           coalesce(bool_or(migration_name > ${BUILT_FOR}), false) AS "isAhead"
    FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  if (!row?.has) return "behind";
  return row.isAhead ? "ahead" : "ok";
}
