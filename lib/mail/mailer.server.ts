import "server-only";
import { connect, type Socket } from "node:net";
import nodemailer from "nodemailer";
import SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import { serverEnv } from "@/lib/config/env.server";
import { OUTSIDE_CALL_MS } from "@/lib/config/limits";
import { MAIL_MS, MAIL_SILENCE_MS } from "@/lib/config/queue-limits";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
};

/** Codes for a mailbox that is not there, or takes nothing (RFC 3463). 5.1.7 and 5.1.8 are about the sender. */
const REFUSED = /^5[.](?:1[.](?![78]$)|2[.])/;
/** The same of servers without such codes. 501: it takes it for no address. */
const REFUSED_PLAIN = [501, 550, 551, 553];

export type MailFailure = {
  /** What the mail server answered, without its text, which quotes the address. */
  answer: string | null;
  /** Whether it refuses the mailbox for good. Anything else may be due to how Gum or the server is configured. */
  isRefused: boolean;
  code: string | undefined;
};

export function describeMailFailure(error: unknown): MailFailure {
  const { response, code, rejected } = error as { response?: unknown; code?: string; rejected?: unknown[] };
  const [, status = "", extended = ""] =
    /^(\d{3})(?:[ -](\d[.]\d{1,3}[.]\d{1,3})(?!\S))?/.exec(typeof response === "string" ? response : "") ??
    [];
  const isPermanent = status.startsWith("5") && (rejected?.length ?? 0) > 0;
  return {
    answer: [status, extended].filter(Boolean).join(" ") || null,
    isRefused: isPermanent && (extended ? REFUSED.test(extended) : REFUSED_PLAIN.includes(Number(status))),
    code,
  };
}

export function hasMailServer(): boolean {
  return serverEnv().SMTP_URL !== undefined;
}

/**
 * Sends a mail by SMTP, on a connection of its own, which is destroyed after `ms`: a mail that failed is sent again, so
 * nothing may go on delivering it.
 * @throws if the server refuses it or is too slow
 */
export async function deliverMail(mail: Mail, ms = MAIL_MS): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = serverEnv();
  if (!SMTP_URL) throw new Error("SMTP_URL is not set");
  const signal = AbortSignal.timeout(ms);
  const transport = nodemailer.createTransport(
    new SMTPTransport({
      url: SMTP_URL,
      connectionTimeout: OUTSIDE_CALL_MS,
      greetingTimeout: MAIL_SILENCE_MS,
      socketTimeout: MAIL_SILENCE_MS,
      getSocket: ({ host, port, secure }, done) => {
        const socket = connect({
          host: host ?? "localhost",
          port: Number(port ?? (secure ? 465 : 587)),
          signal,
        });
        whenConnected(socket, (error) => done(error, error ? null : { connection: socket }));
      },
    }),
    {
      from: MAIL_FROM,
      // Content must never make the mailer read files or fetch URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  );
  await transport.sendMail({
    ...mail,
    // An object prevents header injection: a comma or line break cannot add a recipient.
    to: { name: "", address: mail.to },
    headers: { "Auto-Submitted": "auto-generated", ...mail.headers },
  });
}

function whenConnected(socket: Socket, done: (error: Error | null) => void): void {
  const giveUp = () => void socket.destroy(new Error("The mail server cannot be reached."));
  socket.setTimeout(OUTSIDE_CALL_MS, giveUp);
  socket.once("error", done);
  socket.once("connect", () => {
    socket.setTimeout(0, giveUp);
    socket.off("error", done);
    done(null);
  });
}
