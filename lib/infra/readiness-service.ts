import "server-only";
import type { Readiness } from "@/lib/shared/readiness-contract";
import { fileStore } from "@/lib/files/file-store";
import { pingDatabase } from "./health-repository";

/** Whether the instance can serve requests now. */
export async function checkReadiness(): Promise<Readiness> {
  const [database, files] = await Promise.allSettled([pingDatabase(), fileStore().check()]);
  return {
    ready: database.status === "fulfilled" && files.status === "fulfilled",
    database: database.status === "fulfilled" ? "ok" : "down",
    files: files.status === "fulfilled" ? "ok" : "down",
  };
}
