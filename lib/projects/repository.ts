import "server-only";
import { db, type Db } from "@/lib/db/client";
import type { FileHash } from "./rules";

const PROJECT_SELECT = {
  id: true,
  ownerId: true,
  name: true,
  title: true,
  trusted: true,
  revision: true,
  bytes: true,
  filesCount: true,
  savedAt: true,
  deletedAt: true,
} as const;

const VERSION_SELECT = {
  number: true,
  files: true,
  bytes: true,
  byToken: true,
  savedAt: true,
  createdAt: true,
} as const;

export function findProject(id: string, client: Db = db()) {
  return client.project.findUnique({ where: { id }, select: PROJECT_SELECT });
}

export type ProjectRecord = NonNullable<Awaited<ReturnType<typeof findProject>>>;

/** Newest first; at most PROJECTS_MAX. */
export function listProjects(ownerId: string): Promise<ProjectRecord[]> {
  return db().project.findMany({
    where: { ownerId, deletedAt: null },
    orderBy: [{ savedAt: "desc" }, { id: "desc" }],
    select: PROJECT_SELECT,
  });
}

export function countProjects(ownerId: string, tx: Db): Promise<number> {
  return tx.project.count({ where: { ownerId, deletedAt: null } });
}

type ProjectFields = Pick<
  ProjectRecord,
  "name" | "title" | "trusted" | "revision" | "bytes" | "filesCount" | "savedAt"
>;

export async function putProject(id: string, ownerId: string, fields: ProjectFields, tx: Db): Promise<void> {
  await tx.project.upsert({
    where: { id },
    create: { id, ownerId, ...fields },
    update: fields,
    select: { id: true },
  });
}

/** @returns whether it existed */
export async function setDeleted(id: string, ownerId: string, deletedAt: Date | null, client: Db = db()) {
  const where = { id, ownerId, deletedAt: deletedAt ? null : { not: null } };
  return (await client.project.updateMany({ where, data: { deletedAt } })).count > 0;
}

/** Deletes a person's deleted projects for good, but for the last `kept`. */
export async function purgeOldestDeleted(ownerId: string, kept: number, tx: Db): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM projects WHERE id IN (
      SELECT id FROM projects WHERE owner_id = ${ownerId}::uuid AND deleted_at IS NOT NULL
       ORDER BY deleted_at DESC, id DESC OFFSET ${kept})`;
}

/** @returns how many */
export function purgeProjects(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM projects WHERE id IN (SELECT id FROM projects WHERE deleted_at < ${before} LIMIT ${limit})`;
}

export type VersionRecord = {
  number: number;
  files: FileHash[];
  bytes: number;
  byToken: boolean;
  savedAt: Date;
  createdAt: Date;
};

/** The current state, or a version by its number. */
export async function findVersion(
  projectId: string,
  number: number | undefined,
  client: Db = db(),
): Promise<VersionRecord | null> {
  const found = await client.projectVersion.findFirst({
    where: { projectId, number },
    orderBy: { number: "desc" },
    select: VERSION_SELECT,
  });
  return found && { ...found, files: found.files as FileHash[] };
}

export type VersionRow = Pick<VersionRecord, "number" | "bytes" | "savedAt"> & { filesCount: number };

/** Newest first; at most PROJECT_VERSIONS_MAX. */
export function listVersions(projectId: string): Promise<VersionRow[]> {
  return db().$queryRaw`
    SELECT number, jsonb_array_length(files) AS "filesCount", bytes, saved_at AS "savedAt"
      FROM project_versions WHERE project_id = ${projectId}::uuid ORDER BY number DESC`;
}

export async function putVersion(
  projectId: string,
  version: Pick<VersionRecord, "number" | "files" | "bytes" | "byToken" | "savedAt">,
  tx: Db,
): Promise<void> {
  const { number, ...state } = version;
  await tx.projectVersion.upsert({
    where: { projectId_number: { projectId, number } },
    create: { projectId, number, ...state },
    update: state,
    select: { number: true },
  });
}

/** Deletes the versions up to `number`, and the contents that no version references any more. */
export async function dropVersions(projectId: string, number: number, tx: Db): Promise<void> {
  await tx.projectVersion.deleteMany({ where: { projectId, number: { lte: number } } });
  await tx.$executeRaw`
    DELETE FROM project_contents
     WHERE project_id = ${projectId}::uuid
       AND sha256 NOT IN (SELECT f->>'sha256' FROM project_versions v, jsonb_array_elements(v.files) f
                           WHERE v.project_id = ${projectId}::uuid)`;
}

export async function oldestVersion(projectId: string, tx: Db): Promise<number> {
  const { _min } = await tx.projectVersion.aggregate({ where: { projectId }, _min: { number: true } });
  return _min.number ?? 0;
}

/** The sizes of the stored contents, by hash. */
export async function contentSizes(projectId: string, tx: Db): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<{ sha256: string; bytes: number }[]>`
    SELECT sha256, octet_length(content) AS bytes FROM project_contents WHERE project_id = ${projectId}::uuid`;
  return new Map(rows.map(({ sha256, bytes }) => [sha256, bytes]));
}

export async function addContents(
  projectId: string,
  contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  tx: Db,
): Promise<void> {
  await tx.projectContent.createMany({
    data: [...contents].map(([sha256, content]) => ({ projectId, sha256, content })),
    skipDuplicates: true,
  });
}

export async function readContents(projectId: string, hashes: string[]): Promise<Map<string, Uint8Array>> {
  const rows = await db().projectContent.findMany({
    where: { projectId, sha256: { in: hashes } },
    select: { sha256: true, content: true },
  });
  return new Map(rows.map(({ sha256, content }) => [sha256, content]));
}
