import "server-only";
import { emailKey } from "@/lib/account/email";
import { listOutboxMails } from "./outbox-repository";
import { isOutboxOpen } from "./service";

export type OutboxMail = { id: string; recipient: string; subject: string; text: string; createdAt: string };

/**
 * Mails that a local instance without SMTP would have sent, newest first.
 * @param recipient only mails to this address
 * @returns null if the instance has no outbox (deployed, or with SMTP)
 */
export async function getOutbox(recipient?: string): Promise<OutboxMail[] | null> {
  if (!isOutboxOpen()) return null;
  const mails = await listOutboxMails();
  const wanted = recipient === undefined ? null : emailKey(recipient);
  return mails
    .filter((mail) => wanted === null || emailKey(mail.recipient) === wanted)
    .map((mail) => ({ ...mail, createdAt: mail.createdAt.toISOString() }));
}
