"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { startOutbox } from "@/lib/outbox/sender.client";
import { useOutbox } from "@/lib/outbox/store";

const UNDONE = {
  "post-like": "unlike",
  "app-like": "unlike",
  follow: "unfollow",
  "app-install": "uninstall",
} as const;

/** Sends what the outbox keeps, and tells what the server refused. */
export function OutboxHost({ userId }: { userId: string }) {
  const t = useTranslations("shell.outbox");
  const errors = useErrorTexts();
  const client = useQueryClient();
  useEffect(() => startOutbox(client, userId), [client, userId]);
  useEffect(
    () =>
      useOutbox.subscribe(({ refused }, before) => {
        if (!refused || refused === before.refused || refused.told) return;
        const { entry, problem } = refused;
        const reason = problem.code === "outbox_full" ? t("full") : errors.text(problem);
        const title = t("on" in entry && !entry.on ? UNDONE[entry.kind] : entry.kind);
        const text = entry.kind === "comment" ? `${reason} “${entry.content}”` : reason;
        toast(title, { tone: "danger", description: text });
      }),
    [t, errors],
  );
  return null;
}
