import { db } from "@/lib/db/client";

export type ReceivedMail = { recipient: string; subject: string; text: string; html: string };

/** The last mail in the outbox to an address; waits, because mails are sent after the answer. */
export async function lastMailTo(
  recipient: string,
  { after = 0, about }: { after?: number; about?: RegExp } = {},
) {
  const until = Date.now() + 60_000;
  for (;;) {
    const mails = await db().outboxMail.findMany({
      where: { recipient, createdAt: { gte: new Date(after) } },
      orderBy: { id: "desc" },
      select: { recipient: true, subject: true, text: true, html: true },
    });
    const found = mails.find((mail) => !about || about.test(mail.subject + mail.text));
    if (found) return found;
    if (Date.now() > until) throw new Error(`No such mail came to ${recipient}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The six digits of a mail. */
export function digitsOf(mail: { text: string }): string {
  const digits = /^ {4}(\d{6})$/m.exec(mail.text)?.[1];
  if (!digits) throw new Error(`No digits in: ${mail.text}`);
  return digits;
}

/** The token of a mail's link. */
export function tokenOf(mail: { text: string }): string {
  const token = /#token=([\w-]+)/.exec(mail.text)?.[1];
  if (!token) throw new Error(`No token in: ${mail.text}`);
  return token;
}
