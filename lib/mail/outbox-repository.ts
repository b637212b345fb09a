import "server-only";
import { uuidv7 } from "uuidv7";
import { db, type Db } from "@/lib/db/client";

type MailContent = { recipient: string; subject: string; text: string; html: string };

const KEPT = 200;

export async function insertOutboxMail(mail: MailContent, client: Db = db()): Promise<void> {
  await client.outboxMail.create({ data: { id: uuidv7(), ...mail }, select: { id: true } });
  const surplus = await client.outboxMail.findFirst({
    orderBy: { id: "desc" },
    skip: KEPT,
    select: { id: true },
  });
  if (surplus) await client.outboxMail.deleteMany({ where: { id: { lte: surplus.id } } });
}

/** The last mails, newest first. */
export function listOutboxMails(recipient?: string) {
  return db().outboxMail.findMany({
    where: recipient ? { recipient } : undefined,
    orderBy: { id: "desc" },
    take: 50,
    select: { id: true, recipient: true, subject: true, text: true, createdAt: true },
  });
}
