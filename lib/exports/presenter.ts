import "server-only";
import { EXPORT_KEPT_MS } from "@/lib/config/export-limits";
import type { Export } from "./contract";
import type { ExportRecord } from "./repository";

export function presentExport({ id, status, progress, bytes, createdAt, finishedAt }: ExportRecord): Export {
  const isReady = status === "ready" && finishedAt !== null;
  return {
    id,
    status,
    progress,
    bytes,
    createdAt: createdAt.toISOString(),
    expiresAt: isReady ? new Date(finishedAt.getTime() + EXPORT_KEPT_MS).toISOString() : null,
  };
}
