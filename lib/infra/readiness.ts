import "server-only";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { fileStore } from "@/lib/files/file-store";

const state = z.enum(["ok", "down"]);

/** Body of `GET /ready`. */
export const readinessSchema = z.object({ ready: z.boolean(), database: state, files: state });

/** Checks whether the instance can serve requests now. */
export async function checkReadiness(): Promise<z.infer<typeof readinessSchema>> {
  const [database, files] = await Promise.allSettled([db().$queryRaw`SELECT 1`, fileStore().check()]);
  return {
    ready: database.status === "fulfilled" && files.status === "fulfilled",
    database: database.status === "fulfilled" ? "ok" : "down",
    files: files.status === "fulfilled" ? "ok" : "down",
  };
}
