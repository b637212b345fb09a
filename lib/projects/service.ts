import "server-only";
import { createHash } from "node:crypto";
import { lockUser } from "@/lib/account/user-repository";
import {
  PROJECT_HISTORY_BYTES,
  PROJECT_MAX_BYTES,
  PROJECT_UNDELETE_MS,
  PROJECT_VERSION_MS,
  PROJECT_VERSIONS_MAX,
  PROJECTS_DELETED_MAX,
  PROJECTS_MAX,
} from "@/lib/config/project-limits";
import { inTransaction, type Db } from "@/lib/db/client";
import { publish } from "@/lib/notifications/notify-service";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type { Project, ProjectSummary, ProjectVersion, SavedProject, SaveProjectBody } from "./contract";
import { presentProject, presentSummary, presentVersion } from "./presenter";
import {
  addContents,
  contentSizes,
  countProjects,
  dropVersions,
  findProject,
  findVersion,
  listProjects,
  listVersions,
  oldestVersion,
  purgeOldestDeleted,
  purgeProjects,
  putProject,
  putVersion,
  readContents,
  setDeleted,
  type ProjectRecord,
} from "./repository";
import { isSameFiles } from "./rules";

/** A project is visible only to its owner. */
type OfProject = { actor: Actor; id: string };

function own(project: ProjectRecord | null, actor: Actor): ProjectRecord {
  if (project?.ownerId !== actor.id || project.deletedAt) throw new AppError("not_found");
  return project;
}

export async function getProjects(actor: Actor): Promise<ProjectSummary[]> {
  return (await listProjects(actor.id)).map(presentSummary);
}

/** The current state, or that of a version. @throws AppError not_found */
export async function getProject({ actor, id, version }: OfProject & { version?: number }): Promise<Project> {
  const project = own(await findProject(id), actor);
  const state = await findVersion(id, version);
  if (!state) throw new AppError("not_found");
  const contents = await readContents(
    id,
    state.files.map(({ sha256 }) => sha256),
  );
  return presentProject(project, state, contents);
}

/** @throws AppError not_found */
export async function getProjectVersions({ actor, id }: OfProject): Promise<ProjectVersion[]> {
  own(await findProject(id), actor);
  return (await listVersions(id)).map(presentVersion);
}

/**
 * @throws AppError conflict if there is a newer revision; not_found for a deleted project; quota_exceeded;
 * precondition_failed if a content is missing; validation_error
 */
export async function saveProject({
  actor,
  id,
  change,
  byToken,
}: OfProject & { change: SaveProjectBody; byToken: boolean }): Promise<SavedProject> {
  const contents = readBodies(change.contents);
  const saved = await inTransaction(async (tx): Promise<SavedProject> => {
    await lockUser(actor.id, tx);
    const found = await findProject(id, tx);
    if (found && found.ownerId !== actor.id) throw new AppError("not_found");
    const before = found && own(found, actor);
    const latest = before && (await findVersion(id, undefined, tx));
    if ((before?.revision ?? 0) !== change.base) {
      if (!before) throw new AppError("not_found");
      // A retry: the response to the same save was lost.
      if (before.revision === change.base + 1 && latest && isSameFiles(latest.files, change.files))
        return { revision: before.revision, savedAt: before.savedAt.toISOString() };
      throw new AppError("conflict", {
        message: "This project was changed on another device since.",
        details: { revision: before.revision },
      });
    }
    if (!before) await requireRoom(actor, tx);
    const savedAt = new Date();
    const bytes = await sizeOf(id, change, contents, tx);
    const revision = change.base + 1;
    const { name, title, files } = change;
    // A program cannot decide that what a person did not trust runs by itself.
    const trusted = byToken && before ? before.trusted : change.trusted;
    await putProject(
      id,
      actor.id,
      { name, title, trusted, revision, bytes, filesCount: files.length, savedAt },
      tx,
    );
    await addContents(id, contents, tx);
    const isYoung = latest && savedAt.getTime() - latest.createdAt.getTime() < PROJECT_VERSION_MS;
    // What a person wrote stays in the history when a program saves.
    const isReplaced = isYoung && !change.asVersion && (latest.byToken || !byToken);
    const number = latest ? latest.number + (isReplaced ? 0 : 1) : 1;
    await putVersion(id, { number, files, bytes, byToken, savedAt }, tx);
    if (latest) await boundHistory(id, number, tx);
    return { revision, savedAt: savedAt.toISOString() };
  });
  publish({ type: "project", userId: actor.id, id, revision: saved.revision });
  return saved;
}

/** @throws AppError quota_exceeded */
async function requireRoom(actor: Actor, tx: Db): Promise<void> {
  if ((await countProjects(actor.id, tx)) >= PROJECTS_MAX)
    throw new AppError("quota_exceeded", { message: `You can keep ${PROJECTS_MAX} projects.` });
}

/** The contents in the request. @throws AppError validation_error if a hash does not match */
function readBodies(bodies: Record<string, string>): Map<string, Uint8Array<ArrayBuffer>> {
  return new Map(
    Object.entries(bodies).map(([sha256, body]) => {
      const bytes = new Uint8Array(Buffer.from(body, "base64"));
      if (createHash("sha256").update(bytes).digest("hex") !== sha256)
        throw new AppError("validation_error", { message: "A file has another content than its hash says." });
      return [sha256, bytes];
    }),
  );
}

/** @throws AppError precondition_failed, quota_exceeded */
async function sizeOf(
  id: string,
  { files }: SaveProjectBody,
  contents: ReadonlyMap<string, Uint8Array>,
  tx: Db,
): Promise<number> {
  const stored = await contentSizes(id, tx);
  let bytes = 0;
  for (const { sha256 } of files) {
    const size = contents.get(sha256)?.length ?? stored.get(sha256);
    if (size === undefined)
      throw new AppError("precondition_failed", { message: "The content of a file is missing." });
    bytes += size;
  }
  if (bytes > PROJECT_MAX_BYTES) {
    const megabytes = PROJECT_MAX_BYTES / 1024 / 1024;
    throw new AppError("quota_exceeded", { message: `A project can have ${megabytes} MB.` });
  }
  return bytes;
}

/** Drops the oldest versions beyond the limits of a history, and unreferenced contents. */
async function boundHistory(id: string, newest: number, tx: Db): Promise<void> {
  await dropVersions(id, newest - PROJECT_VERSIONS_MAX, tx);
  for (;;) {
    const sizes = await contentSizes(id, tx);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const oldest = await oldestVersion(id, tx);
    if (total <= PROJECT_HISTORY_BYTES || oldest >= newest) return;
    await dropVersions(id, oldest, tx);
  }
}

/** Restorable for PROJECT_UNDELETE_MS, the last PROJECTS_DELETED_MAX of them. @throws AppError not_found */
export async function deleteProject({ actor, id }: OfProject): Promise<void> {
  await inTransaction(async (tx) => {
    await lockUser(actor.id, tx);
    if (!(await setDeleted(id, actor.id, new Date(), tx))) throw new AppError("not_found");
    await purgeOldestDeleted(actor.id, PROJECTS_DELETED_MAX, tx);
  });
}

/** @throws AppError not_found, quota_exceeded */
export async function restoreProject({ actor, id }: OfProject): Promise<void> {
  await inTransaction(async (tx) => {
    await lockUser(actor.id, tx);
    await requireRoom(actor, tx);
    if (!(await setDeleted(id, actor.id, null, tx))) throw new AppError("not_found");
  });
}

/** Purges projects that can no longer be restored. @returns how many */
export function purgeDeletedProjects(now: Date, limit: number): Promise<number> {
  return purgeProjects(new Date(now.getTime() - PROJECT_UNDELETE_MS), limit);
}
