"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, RotateCcw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { nameOf } from "@/lib/people/rules";
import { sendOutgoing } from "@/lib/posts/mutations";
import { loadOutbox, removeOutgoing, useOutbox, type Outgoing } from "@/lib/posts/outbox-store";
import { Picture } from "./picture";
import { RichText } from "@/components/ui/rich-text";
import { useTimeline } from "./timeline-context";

/** The posts that the server has not confirmed yet, above the list. */
export function OutgoingPosts() {
  const { me } = useTimeline();
  const client = useQueryClient();
  const items = useOutbox((state) => state.items);
  useEffect(() => {
    const resend = () => {
      for (const item of useOutbox.getState().items)
        if (item.status === "failed") void sendOutgoing(client, item);
    };
    if (!useOutbox.getState().loaded) {
      loadOutbox(me.id);
      // The server ignores those it has: each has its client key.
      resend();
    }
    addEventListener("online", resend);
    return () => removeEventListener("online", resend);
  }, [client, me.id]);
  return items.map((item) => <OutgoingPost key={item.clientKey} item={item} />);
}

function OutgoingPost({ item }: { item: Outgoing }) {
  const t = useTranslations("timeline");
  const { me } = useTimeline();
  const client = useQueryClient();
  const errors = useErrorTexts();
  const failed = item.status === "failed";
  return (
    <article className="post" aria-busy={!failed} data-outgoing={item.status}>
      <Avatar id={me.id} name={nameOf(me)} src={me.avatarUrl} size="md" />
      <div className="min-w-0 pb-2">
        <div className="flex items-center gap-2 text-sm">
          <span className="truncate text-base font-semibold">{nameOf(me)}</span>
          {!failed && (
            <span role="status" className="flex items-center gap-1.5 text-muted">
              <Spinner className="size-3.5" />
              {t("sending")}
            </span>
          )}
        </div>
        <div className={failed ? undefined : "opacity-60"}>
          {item.text && (
            <p dir="auto" className="mt-0.5 line-clamp-[10] whitespace-pre-wrap">
              <RichText text={item.text} />
            </p>
          )}
          {item.media.length > 0 && (
            <div className="mt-2 flex gap-2">
              {item.media.map((media) => (
                <Picture key={media.id} media={media} className="size-20 rounded-md" />
              ))}
            </div>
          )}
          {item.app && (
            <p className="mt-2 flex items-center gap-2 text-sm text-muted">
              <AppIcon src={item.app.iconUrl} px={24} className="size-6" />
              {item.app.name}
            </p>
          )}
        </div>
        {failed && (
          <div
            role="alert"
            className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-danger-soft px-3 py-2"
          >
            <CircleAlert aria-hidden className="size-4.5 text-danger" />
            <p className="min-w-0 flex-1 basis-40 text-sm">
              <strong className="font-semibold">{t("postFailed")}</strong>
              {item.error ? <span className="block text-muted">{errors.text(item.error)}</span> : null}
            </p>
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 aria-hidden />}
              onClick={() => removeOutgoing(item.clientKey)}
            >
              {t("discard")}
            </Button>
            <Button
              size="sm"
              variant="primary"
              icon={<RotateCcw aria-hidden />}
              onClick={() => void sendOutgoing(client, item)}
            >
              {t("retry")}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
