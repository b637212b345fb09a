import "server-only";
import type { Db } from "@/lib/db/client";
import { sendModerationMail } from "@/lib/mail/service";
import { findMailAddress } from "./role-repository";
import { FOREVER, type ReportReason } from "./rules";

const KINDS = {
  suspend: "suspended",
  suspend_kept: "suspension_kept",
  suspend_undone: "suspension_ended",
  delete: "account_deleted",
} as const;

/** Queues a mail for people who cannot read notices in the product. Call it before an account is deleted. */
export async function mailDecision(
  {
    personId,
    action,
    message,
    until,
  }: {
    personId: string;
    action: keyof typeof KINDS;
    reason: ReportReason;
    message: string;
    until: Date | null;
  },
  tx: Db,
): Promise<void> {
  const to = await findMailAddress(personId, tx);
  const end = until && until.getTime() < FOREVER.getTime() ? until : null;
  if (to) await sendModerationMail({ to, kind: KINDS[action], message, until: end, tx });
}
