import "server-only";
import { db, type Db } from "@/lib/db/client";
import type { FileExtras } from "./storage-contract";
import { Prisma } from "@/lib/db/generated/client";

const FILE_SELECT = {
  id: true,
  ownerId: true,
  name: true,
  fileKey: true,
  bytes: true,
  type: true,
  cacheControl: true,
  metadata: true,
  createdAt: true,
  updatedAt: true,
} as const;

type FileName = { ownerId: string; name: string };

export function findFile({ ownerId, name }: FileName, client: Db = db()) {
  return client.storedFile.findUnique({ where: { ownerId_name: { ownerId, name } }, select: FILE_SELECT });
}

export type FileRecord = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** All files of a person, by name; at most HOSTED_FILES_MAX. */
export function listFiles(ownerId: string, client: Db = db()) {
  return client.storedFile.findMany({ where: { ownerId }, orderBy: { name: "asc" }, select: FILE_SELECT });
}

export async function sumFiles(ownerId: string, tx: Db): Promise<{ bytes: number; count: number }> {
  const { _sum, _count } = await tx.storedFile.aggregate({
    where: { ownerId },
    _sum: { bytes: true },
    _count: true,
  });
  return { bytes: _sum.bytes ?? 0, count: _count };
}

type FileContent = FileExtras & { fileKey: string; bytes: number; type: string };

const dataOf = ({ metadata, ...content }: FileContent) => ({
  ...content,
  metadata: metadata === null ? Prisma.DbNull : (metadata as Prisma.InputJsonObject),
});

/** @throws a unique violation if the name is taken */
export function insertFile(
  { id, ownerId, name, ...content }: FileName & FileContent & { id: string },
  tx: Db,
): Promise<FileRecord> {
  return tx.storedFile.create({ data: { id, ownerId, name, ...dataOf(content) }, select: FILE_SELECT });
}

export function replaceFile(id: string, content: FileContent, tx: Db): Promise<FileRecord> {
  return tx.storedFile.update({
    where: { id },
    data: { ...dataOf(content), updatedAt: new Date() },
    select: FILE_SELECT,
  });
}

/** @throws a unique violation if the name is taken */
export async function renameFile(file: FileName, name: string): Promise<boolean> {
  const { count } = await db().storedFile.updateMany({ where: file, data: { name, updatedAt: new Date() } });
  return count > 0;
}

/** @returns those that existed */
export async function deleteFiles(ownerId: string, names: string[], tx: Db): Promise<FileRecord[]> {
  const found = await tx.storedFile.findMany({
    where: { ownerId, name: { in: names } },
    select: FILE_SELECT,
  });
  await tx.storedFile.deleteMany({ where: { id: { in: found.map(({ id }) => id) } } });
  return found;
}
