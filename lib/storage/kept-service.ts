import "server-only";
import { uuidv7 } from "uuidv7";
import { inTransaction, type Db } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";
import { copyStorage, deleteKeptData, findKeptData, putBack, type KeptData } from "./kept-repository";
import {
  findStorageHead,
  lockStorageHead,
  writeStorageHead,
  type StorageHead,
  type StorageOwner,
} from "./repository";
import { afterSwap, unchangedSince } from "./rules";

/**
 * What an app had stored when the version that a person runs changed. One snapshot for each person and app, as large as the quota
 * at most. Callers authorise.
 */
export function findKept(owner: StorageOwner, tx?: Db): Promise<KeptData | null> {
  return findKeptData(owner, tx);
}

/** Which data the version has that runs. */
export async function findDataId(owner: StorageOwner): Promise<string | null> {
  return (await findStorageHead(owner))?.dataId ?? null;
}

/** No save of the app falls between what the transaction reads after this and its end. */
export async function lockData(owner: StorageOwner, tx: Db): Promise<void> {
  await lockStorageHead(owner, tx);
}

/** Keeps what is stored now in the place of what was kept before. */
export async function keepData(owner: StorageOwner, version: string, tx: Db): Promise<void> {
  const { bytes } = await lockStorageHead(owner, tx);
  await deleteKeptData(owner, tx);
  await copyStorage(owner, { version, bytes, isLeft: false, dataId: uuidv7(), unchangedSince: null }, tx);
}

/**
 * Swaps what is stored with what was kept. Copies of the app that run elsewhere must read it again: their saves are refused.
 * @param running the version that has the data of now
 * @throws AppError conflict if something else is kept by now
 */
export async function swapData(
  owner: StorageOwner,
  { keptId, running }: { keptId: string; running: string },
  tx: Db,
): Promise<{ kept: KeptData; head: StorageHead }> {
  const before = await lockStorageHead(owner, tx);
  const kept = await findKeptData(owner, tx);
  if (kept?.id !== keptId) throw new AppError("conflict");
  const { bytes, dataId } = before;
  const since = unchangedSince(before);
  await copyStorage(owner, { version: running, bytes, isLeft: true, dataId, unchangedSince: since }, tx);
  await putBack(owner, kept.id, tx);
  // Neither has one before the first revert.
  const isNamed = kept.dataId !== before.dataId;
  const swapped = afterSwap(before, kept.unchangedSince);
  const head = { ...swapped, bytes: kept.bytes, dataId: isNamed ? kept.dataId : uuidv7() };
  await writeStorageHead(owner, head, tx);
  return { kept, head };
}

/** The caller has locked the data. */
export function discardKept(owner: StorageOwner, tx: Db): Promise<number> {
  return deleteKeptData(owner, tx);
}

export async function dropKept(owner: StorageOwner): Promise<void> {
  if (!(await findKeptData(owner))) return;
  await inTransaction(async (tx) => {
    await lockStorageHead(owner, tx);
    await deleteKeptData(owner, tx);
  });
}
