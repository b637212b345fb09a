import "server-only";
import nodemailer, { type Transporter } from "nodemailer";
import { serverEnv } from "@/lib/config/env.server";
import { OUTSIDE_CALL_MS } from "@/lib/config/limits";

export type Mail = { to: string; subject: string; text: string; html: string };

let transport: Transporter | undefined;

/** True where mails leave this machine. */
export function hasMailServer(): boolean {
  return serverEnv().SMTP_URL !== undefined;
}

/** Hands a mail to the SMTP server of SMTP_URL. @throws where it does not take it */
export async function deliverMail(mail: Mail): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = serverEnv();
  if (!SMTP_URL) throw new Error("SMTP_URL is not set");
  transport ??= nodemailer.createTransport(SMTP_URL, {
    from: MAIL_FROM,
    // The texts are ours; nothing in them may make the mailer read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const timeout = AbortSignal.timeout(OUTSIDE_CALL_MS);
  await Promise.race([
    transport.sendMail({
      ...mail,
      // An object, not a header line: an address with a comma or a line break is one address or refused.
      to: { name: "", address: mail.to },
      headers: { "Auto-Submitted": "auto-generated" },
    }),
    new Promise((_, reject) =>
      timeout.addEventListener("abort", () => reject(new Error("The mail server is slow."))),
    ),
  ]);
}
