import "server-only";
import { uuidv7 } from "uuidv7";
import { db, type Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

export type NewAuditEntry = {
  /** Null for the command line and the first start. */
  actorId: string | null;
  actorName: string;
  action: string;
  subjectType: string;
  subjectId: string;
  personId: string | null;
  reason?: string;
  note?: string;
  details?: Prisma.InputJsonObject;
};

/** Appends to the audit log, which the database keeps immutable. @returns the id of the entry */
export async function insertAudit(entry: NewAuditEntry, client: Db = db()): Promise<string> {
  const id = uuidv7();
  await client.auditEntry.create({ data: { id, ...entry }, select: { id: true } });
  return id;
}
