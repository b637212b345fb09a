"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { toast, useToasts } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { TOGGLES } from "@/lib/outbox/changes.client";
import { startOutbox } from "@/lib/outbox/sender.client";
import { useOutbox } from "@/lib/outbox/store";

const NOTICE = "outbox";
type Refusal = { title: string; text: string };

/** Sends the outbox, and reports what the server rejected. */
export function OutboxHost({ userId }: { userId: string }) {
  const t = useTranslations("shell.outbox");
  const errors = useErrorTexts();
  const client = useQueryClient();
  useEffect(() => startOutbox(client, userId), [client, userId]);
  useEffect(() => {
    let shown: Refusal[] = [];
    return useOutbox.subscribe(({ refused }, before) => {
      if (!refused || refused === before.refused || refused.isShown) return;
      const { entry, problem } = refused;
      const reason = problem.code === "outbox_full" ? t("full") : errors.text(problem);
      const title = t(
        "on" in entry ? `${TOGGLES[entry.kind].refusal}.${entry.on ? "on" : "off"}` : entry.kind,
      );
      const text = entry.kind === "comment" ? `${reason} “${entry.content}”` : reason;
      // Shows one notice at a time: another one would replace it before it was read.
      const isOpen = useToasts.getState().toasts.some(({ id, open }) => id === NOTICE && open);
      shown = [...(isOpen ? shown : []), { title, text }];
      toast(shown.length > 1 ? t("several", { count: shown.length }) : title, {
        id: NOTICE,
        tone: "danger",
        description: shown.length > 1 ? <Refusals all={shown} /> : text,
      });
    });
  }, [t, errors]);
  return null;
}

function Refusals({ all }: { all: Refusal[] }) {
  return (
    <ul className="mt-1 flex flex-col gap-1">
      {all.map(({ title, text }, index) => (
        <li key={index}>
          <span className="block text-text">{title}</span>
          {text}
        </li>
      ))}
    </ul>
  );
}
