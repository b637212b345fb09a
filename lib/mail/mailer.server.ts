import "server-only";
import nodemailer, { type Transporter } from "nodemailer";
import { serverEnv } from "@/lib/config/env.server";
import { OUTSIDE_CALL_MS } from "@/lib/config/limits";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
};

/** Whether the mail server took the connection and refused the mailbox for good. */
export function isRefused(error: unknown): boolean {
  const { responseCode, rejected } = error as { responseCode?: number; rejected?: unknown[] };
  return (responseCode ?? 0) >= 500 && (rejected?.length ?? 0) > 0;
}

let transport: Transporter | undefined;

export function hasMailServer(): boolean {
  return serverEnv().SMTP_URL !== undefined;
}

/** Sends a mail by SMTP. @throws if the server refuses it or takes longer than OUTSIDE_CALL_MS */
export async function deliverMail(mail: Mail): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = serverEnv();
  if (!SMTP_URL) throw new Error("SMTP_URL is not set");
  transport ??= nodemailer.createTransport(SMTP_URL, {
    from: MAIL_FROM,
    // Content must never make the mailer read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const timeout = AbortSignal.timeout(OUTSIDE_CALL_MS);
  await Promise.race([
    transport.sendMail({
      ...mail,
      // An object prevents header injection: a comma or line break cannot add a recipient.
      to: { name: "", address: mail.to },
      headers: { "Auto-Submitted": "auto-generated", ...mail.headers },
    }),
    new Promise((_, reject) =>
      timeout.addEventListener("abort", () => reject(new Error("The mail server timed out."))),
    ),
  ]);
}
