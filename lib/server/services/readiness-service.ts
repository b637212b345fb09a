import "server-only";
import type { Readiness } from "@/lib/contracts/readiness";
import { fileStore } from "@/lib/server/clients/file-store";
import { pingDatabase } from "@/lib/server/repositories/health-repository";

/** Whether the instance can serve requests now. */
export async function checkReadiness(): Promise<Readiness> {
  const [database, files] = await Promise.allSettled([pingDatabase(), fileStore().check()]);
  return {
    ready: database.status === "fulfilled" && files.status === "fulfilled",
    database: database.status === "fulfilled" ? "ok" : "down",
    files: files.status === "fulfilled" ? "ok" : "down",
  };
}
