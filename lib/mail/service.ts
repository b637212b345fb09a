import "server-only";
import { createTranslator } from "next-intl";
import { serverEnv } from "@/lib/config/env.server";
import { AppError } from "@/lib/shared/errors";
import type { Locale } from "@/lib/i18n/locales";
import { messagesFor } from "@/lib/i18n/messages";
import { hasMailServer } from "./mailer.server";
import { logger } from "@/lib/infra/logger";
import type { SignInMethod } from "@/lib/auth/sign-in-methods";
import type { CodePurpose } from "@/lib/auth/one-time-code-repository";
import type { Db } from "@/lib/db/client";
import { insertOutboxMail } from "./outbox-repository";
import { queueMail } from "./queue-service";
import { mailHtml, mailText, type MailLayout } from "./layout.server";

/** True if mails are stored for viewing instead of sent: without SMTP, on a local instance. */
export function isOutboxOpen(): boolean {
  return !hasMailServer() && !serverEnv().isDeployed;
}

/** Without it, whoever wants to send mail gets `unavailable`. */
export function canSendMail(): boolean {
  return hasMailServer() || isOutboxOpen();
}

type Sending = {
  /** The mail leaves once it is committed. */
  tx?: Db | undefined;
  headers?: Readonly<Record<string, string>>;
  /** After that, nobody needs it any more. */
  until?: Date;
};

/** Queues a mail in the layout of all mails. @throws AppError unavailable if the instance sends none */
export async function sendMail(
  to: string,
  subject: string,
  layout: MailLayout,
  { tx, headers = {}, until }: Sending = {},
): Promise<void> {
  const content = { subject, text: mailText(layout), html: mailHtml(layout) };
  if (hasMailServer()) return queueMail({ to, ...content, headers }, { tx, ...(until && { until }) });
  if (isOutboxOpen()) return insertOutboxMail({ recipient: to, ...content }, tx);
  noteUnsent();
  throw new AppError("unavailable", { retryAfter: 60 });
}

export function noteUnsent(): void {
  logger().error("A mail could not be sent: SMTP_URL is not set.");
}

/** Queues a mail whose failure does not fail the action that it reports. */
async function sendIfPossible(...mail: Parameters<typeof sendMail>): Promise<void> {
  if (canSendMail()) await sendMail(...mail);
  else noteUnsent();
}

const LINK_PATHS: Record<CodePurpose, string> = {
  verify_email: "/auth/verify",
  change_email: "/auth/verify",
  recover_password: "/auth/reset",
  sign_in: "/auth/callback",
  reauthenticate: "/settings",
};

/** Mails a code and its link, whose secret is in the fragment so that no server logs it. */
export async function sendCodeMail({
  to,
  purpose,
  code,
  token,
  link,
  seconds,
  language,
  tx,
}: {
  to: string;
  purpose: CodePurpose;
  code: string;
  token: string;
  /** The link, where it is not to the product's own page. */
  link?: string | undefined;
  seconds: number;
  language: Locale;
  tx?: Db;
}): Promise<void> {
  const t = createTranslator({ locale: language, messages: messagesFor(language), namespace: "auth.mail" });
  const kind = purpose === "change_email" ? "&for=change" : "";
  // A proof is bound to the session that requested it, so the mail has no link.
  const secret = purpose === "reauthenticate" ? "" : `#token=${token}${kind}`;
  const url = link ?? `${serverEnv().APP_URL}${LINK_PATHS[purpose]}${secret}`;
  const content = {
    language,
    heading: t(`${purpose}.heading`),
    intro: t(`${purpose}.intro`),
    code,
    codeLabel: t("codeLabel"),
    action: { label: t(`${purpose}.action`), url },
    expiry: t("expiry", { minutes: Math.round(seconds / 60), hours: Math.round(seconds / 3_600) }),
    ignore: t(`${purpose}.ignore`),
  };
  const until = new Date(Date.now() + seconds * 1_000);
  await sendMail(to, t(`${purpose}.subject`, { code }), content, { until, ...(tx && { tx }) });
}

/** Notifies a person of a security-relevant change to their account, in its transaction. */
export async function sendNotice({
  to,
  kind,
  values = {},
  language,
  tx,
}: {
  to: string;
  /** The language of the texts. */
  values?: Record<string, string>;
  kind:
    | "password_changed"
    | "email_changed"
    | "totp_enabled"
    | "totp_disabled"
    | "token_created"
    | "passkey_added"
    | "passkey_removed"
    | "provider_linked"
    | "provider_unlinked";
  language: Locale;
  tx: Db;
}): Promise<void> {
  const t = createTranslator({ locale: language, messages: messagesFor(language), namespace: "auth.mail" });
  const content = {
    language,
    heading: t(`${kind}.heading`, values),
    intro: t(`${kind}.intro`, values),
    action: { label: t(`${kind}.action`), url: `${serverEnv().APP_URL}/auth/recover` },
    ignore: t(`${kind}.ignore`),
  };
  await sendIfPossible(to, t(`${kind}.subject`, values), content, { tx });
}

/** Notifies a person of a sign-in with a new device; the link ends that session. */
export async function sendNewDevice({
  to,
  browser,
  system,
  method,
  token,
  language,
  tx,
}: {
  to: string;
  browser: string | null;
  system: string | null;
  method: SignInMethod;
  token: string;
  language: Locale;
  tx: Db;
}): Promise<void> {
  const t = createTranslator({ locale: language, messages: messagesFor(language), namespace: "auth" });
  const device =
    browser && system
      ? t("mail.new_device.device", { browser, system })
      : (browser ?? system ?? t("mail.new_device.unknown"));
  const time = new Date().toLocaleString(language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  const values = { device, time, method: t(`methods.${method}`) };
  const layout = {
    language,
    heading: t("mail.new_device.heading"),
    intro: t("mail.new_device.intro", values),
    action: {
      label: t("mail.new_device.action"),
      url: `${serverEnv().APP_URL}/auth/device#token=${token}`,
    },
    ignore: t("mail.new_device.ignore"),
  };
  await sendIfPossible(to, t("mail.new_device.subject"), layout, { tx });
}

/**
 * Notifies a person of a moderation decision, in both languages because theirs is unknown.
 * @param until null if it is permanent or has no duration
 */
export async function sendModerationMail({
  to,
  kind,
  message,
  until,
  tx,
}: {
  to: string;
  kind: "suspended" | "suspension_kept" | "suspension_ended" | "account_deleted";
  message: string;
  until: Date | null;
  tx: Db;
}): Promise<void> {
  const texts = (["en", "ja"] as const).map((locale) => {
    const t = createTranslator({ locale, messages: messagesFor(locale), namespace: "auth.mail" });
    const end = until ? t("until", { until: until.toISOString().slice(0, 10) }) : null;
    return {
      subject: t(`${kind}.subject`),
      intro: [t(`${kind}.intro`), end, message].filter(Boolean).join("\n"),
      action: t(`${kind}.action`),
      ignore: t(`${kind}.ignore`),
    };
  });
  const both = (key: keyof (typeof texts)[number]) => texts.map((text) => text[key]).join(" / ");
  const action = { label: both("action"), url: `${serverEnv().APP_URL}/login` };
  const intro = texts.map((text) => text.intro).join("\n\n");
  const layout: MailLayout = {
    language: "en",
    heading: both("subject"),
    intro,
    action,
    ignore: both("ignore"),
  };
  await sendIfPossible(to, both("subject"), layout, { tx });
}
