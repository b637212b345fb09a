import "server-only";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";
import type { Subject } from "./policy";
import type { CaseRef } from "./queue-contract";
import { findKept } from "./queue-repository";
import { describeSubject } from "./repository";
import { findStanding } from "./role-repository";
import { makerOf, type Snapshot } from "./snapshot";

export type FoundSubject = Subject & { id: string; kept: Snapshot };

/** The subject of a report, as it is now or as the report preserved it. @throws AppError not_found */
export async function findSubject(ref: CaseRef, client?: Db): Promise<FoundSubject> {
  const current = (await describeSubject({ ...ref, reporterId: null }, client)) as Snapshot | null;
  const kept = await findKept(ref, client);
  if (!current && !kept) throw new AppError("not_found");
  // Only a report preserves these: scores, and cards that no longer exist.
  const snapshot = { ...kept, ...current };
  const maker = makerOf(ref.type, ref.id, snapshot);
  const person = maker && (await findStanding(maker.id, client));
  return { ...ref, exists: current !== null, person, kept: snapshot };
}
