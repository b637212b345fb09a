import "server-only";
import type { Db } from "@/lib/db/client";
import { sendLater, sendModerationMail } from "@/lib/mail/service";
import { findMailAddress } from "./role-repository";
import { FOREVER, type ReportReason } from "./rules";

const KINDS = {
  suspend: "suspended",
  suspend_kept: "suspension_kept",
  suspend_undone: "suspension_ended",
  delete: "account_deleted",
} as const;

/**
 * Prepares a mail for people who cannot read notices in the product. Reads the address now, because the account may be
 * deleted next.
 * @returns a function that sends it, to call after the commit
 */
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
): Promise<() => void> {
  const to = await findMailAddress(personId, tx);
  const end = until && until.getTime() < FOREVER.getTime() ? until : null;
  return () => {
    if (to) sendLater(() => sendModerationMail({ to, kind: KINDS[action], message, until: end }));
  };
}
