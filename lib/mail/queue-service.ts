import "server-only";
import { seal, unseal } from "@/lib/auth/secret-service";
import type { Db } from "@/lib/db/client";
import { logger } from "@/lib/infra/logger";
import { metrics } from "@/lib/infra/metrics";
import { defineQueue } from "@/lib/infra/queue";
import { deliverMail, describeMailFailure, type Mail } from "./mailer.server";

/**
 * Mails on their way to the mail server.
 *
 * Trust model. Untrusted: whoever reads a copy of the database. Mails have codes and links that open accounts, so jobs are
 * sealed.
 */
const mailQueue = defineQueue<{ sealed: string; until: string | null }>("mail", async ({ sealed, until }) => {
  if (until !== null && new Date(until) < new Date()) return;
  // We encrypted it, so its shape is known.
  const mail = JSON.parse(unseal("queued-mail", sealed)) as Mail;
  try {
    await deliverMail(mail);
    metrics().mails.inc({ result: "sent" });
  } catch (error) {
    metrics().mails.inc({ result: "failed" });
    const { answer, code, isRefused } = describeMailFailure(error);
    // Not the error itself: its text has the address, and failures of jobs are logged.
    if (!isRefused)
      throw Object.assign(new Error(`The mail server answered: ${answer ?? "nothing"}.`), { code });
    // The mail server knows no such mailbox, and will not the next time.
    logger().warn({ answer }, "a mail was refused");
  }
});

/** @param until after which nobody needs it any more */
export function queueMail(mail: Mail, { until = null, tx }: { until?: Date | null; tx?: Db | undefined }) {
  const sealed = seal("queued-mail", JSON.stringify(mail));
  return mailQueue.send({ sealed, until: until?.toISOString() ?? null }, tx);
}
