import "server-only";
import { uuidv7 } from "uuidv7";
import { lockUser } from "@/lib/account/user-repository";
import { dropFiles } from "@/lib/apps/package-file-service";
import { EXPORT_ATTEMPTS, EXPORT_INTERVAL_MS, EXPORT_KEPT_MS } from "@/lib/config/export-limits";
import { JOB_BATCH } from "@/lib/config/limits";
import { inTransaction } from "@/lib/db/client";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import type { Locale } from "@/lib/i18n/locales";
import { defineQueue } from "@/lib/infra/queue";
import { notifyFromInstance, publish } from "@/lib/notifications/notify-service";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { writeArchive } from "./archive-service";
import type { Exports } from "./contract";
import { countPosts } from "./content-repository";
import { presentExport } from "./presenter";
import {
  claimExport,
  deleteEndedExports,
  deleteExports,
  endRun,
  type ExportRecord,
  findExport,
  insertExport,
  saveProgress,
  takeUnqueued,
} from "./repository";
import { zipStream } from "./zip-stream.server";

const isPending = ({ status }: ExportRecord) => status === "waiting" || status === "running";

function answer(newest: ExportRecord | null): Exports {
  const nextAt =
    newest?.status === "ready" ? new Date(newest.createdAt.getTime() + EXPORT_INTERVAL_MS) : null;
  return {
    items: newest ? [presentExport(newest)] : [],
    nextAt: nextAt && nextAt > new Date() ? nextAt.toISOString() : null,
  };
}

export async function getExports(viewer: Actor): Promise<Exports> {
  return answer(await findExport(viewer.id));
}

/**
 * Asks for a copy of all that a person has here; it replaces the last one. A no-op while one is being made.
 * @throws AppError rate_limited if one was made within EXPORT_INTERVAL_MS
 */
export async function startExport({ actor, language }: { actor: Actor; language: Locale }): Promise<Exports> {
  const { started, files } = await inTransaction(async (tx) => {
    await lockUser(actor.id, tx);
    const newest = await findExport(actor.id, tx);
    if (newest && isPending(newest)) return { started: newest, files: [] };
    const { nextAt } = answer(newest);
    if (nextAt)
      throw new AppError("rate_limited", {
        message: "A copy of your data can be made once a day.",
        retryAfter: Math.ceil((new Date(nextAt).getTime() - Date.now()) / 1_000),
      });
    const ended = await deleteEndedExports(actor.id, tx);
    const started = await insertExport({ id: uuidv7(), userId: actor.id, language }, tx);
    await exportQueue.send({ id: started.id }, tx);
    return { started, files: ended };
  });
  await dropFiles(files);
  return answer(started);
}

/** The pieces of a ready archive, to be read one after the other. @throws AppError not_found */
export async function openExport({
  viewer,
  id,
}: {
  viewer: Actor;
  id: string;
}): Promise<{ bytes: number; createdAt: Date; part: (index: number) => Promise<Uint8Array | null> }> {
  const found = await findExport(viewer.id);
  if (found?.id !== id || found.status !== "ready") throw new AppError("not_found");
  const { bytes, createdAt, partKeys } = found;
  return {
    bytes,
    createdAt,
    async part(index) {
      const key = partKeys[index];
      if (key === undefined) return null;
      const piece = await fileStore().get(key);
      if (!piece) throw new Error(`a piece of the export ${id} is missing`);
      return piece;
    },
  };
}

/**
 * Cron job: queues exports without a job, as after a restore or repeated crashes; deletes old ones.
 * @returns how many
 */
export async function runExports(now: Date): Promise<number> {
  const left = await inTransaction(async (tx) => {
    const found = await takeUnqueued({ attempts: EXPORT_ATTEMPTS, now, limit: JOB_BATCH }, tx);
    for (const { id, status } of found) if (status === "waiting") await exportQueue.send({ id }, tx);
    return found.length;
  });
  const old = await deleteExports({ before: new Date(now.getTime() - EXPORT_KEPT_MS), limit: JOB_BATCH });
  await dropFiles(old.flat());
  return left + old.length;
}

class Superseded extends Error {}

const exportQueue = defineQueue<{ id: string }>("exports", async ({ id }, { isLast }) => {
  const run = await claimExport(id);
  if (!run) return;
  const now = new Date();
  await dropFiles(run.partKeys);
  const partKeys: string[] = [];
  const save = async (data: Parameters<typeof saveProgress>[1]) => {
    if (!(await saveProgress(run, data))) throw new Superseded();
  };
  try {
    const total = Math.max(1, await countPosts(run.userId));
    let written = 0;
    const zip = zipStream(async (part) => {
      const key = randomFileKey("exports", "bin");
      partKeys.push(key);
      // Named first: a file that no row names is never removed.
      await save({ partKeys });
      await fileStore().put(key, part);
    });
    const onPosts = (count: number) => {
      written += count;
      return save({ progress: Math.min(95, Math.round((written / total) * 95)) });
    };
    await writeArchive({ userId: run.userId, language: run.language, zip, onPosts, now });
    const bytes = await zip.end();
    await finish(run, { status: "ready", partKeys, bytes });
  } catch (error) {
    await dropFiles(partKeys);
    if (error instanceof Superseded) return;
    await finish(run, { status: isLast ? "failed" : "waiting", partKeys: [], bytes: 0 });
    throw error;
  }
});

async function finish(
  run: ExportRecord,
  { status, ...files }: { status: ExportRecord["status"]; partKeys: string[]; bytes: number },
): Promise<void> {
  const finishedAt = status === "waiting" ? null : new Date();
  const { hasEnded, events } = await inTransaction(async (tx) => {
    const ended = await endRun(run, { status, finishedAt, ...files }, tx);
    const isReady = ended && status === "ready";
    return {
      hasEnded: ended,
      events: isReady ? await notifyFromInstance({ kind: "export", userId: run.userId }, tx) : [],
    };
  });
  if (!hasEnded) await dropFiles(files.partKeys);
  publish(...events);
}
