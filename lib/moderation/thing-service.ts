import "server-only";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";
import type { Thing } from "./policy";
import type { CaseRef } from "./queue-contract";
import { findKept } from "./queue-repository";
import { describeSubject } from "./repository";
import { findStanding } from "./role-repository";
import { makerOf, type Snapshot } from "./snapshot";

export type FoundThing = Thing & { id: string; kept: Snapshot };

/** What was reported, as it is now, or as it was kept. @throws AppError not_found */
export async function findThing(ref: CaseRef, client?: Db): Promise<FoundThing> {
  const current = (await describeSubject({ ...ref, reporterId: null }, client)) as Snapshot | null;
  const kept = await findKept(ref, client);
  if (!current && !kept) throw new AppError("not_found");
  // What only a report keeps: the score, the card that is gone.
  const snapshot = { ...kept, ...current };
  const maker = makerOf(ref.type, ref.id, snapshot);
  const person = maker && (await findStanding(maker.id, client));
  return { ...ref, exists: current !== null, person, kept: snapshot };
}
