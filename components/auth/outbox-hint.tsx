"use client";

import { Mailbox } from "lucide-react";
import { useTranslations } from "next-intl";

/** Links to the mail where this instance keeps it in /outbox instead of sending it. */
export function OutboxHint({ email }: { email: string }) {
  const t = useTranslations("auth.outbox");
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-dashed border-border-strong px-3.5 py-2.5 text-sm text-muted">
      <Mailbox aria-hidden className="size-4.5 flex-none" />
      <span>{t("hint")}</span>
      <a
        href={`/outbox?to=${encodeURIComponent(email)}`}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-6 items-center font-medium text-accent underline-offset-4 hover:underline"
      >
        {t("open")}
      </a>
    </p>
  );
}
