"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, RotateCcw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/ui/app-icon";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { removeOutgoing, type Outgoing } from "@/lib/posts/outbox-store";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { deliver } from "./deliver";
import { nameOf } from "./name-of";
import { Picture } from "./picture";
import { RichText } from "./rich-text";
import { useTimelineSlots } from "./timeline-context";

/** A post on its way, or one that did not get there. */
export function OutgoingPost({ item }: { item: Outgoing }) {
  const t = useTranslations("timeline");
  const { me } = useTimelineSlots();
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
              onClick={() => void deliver(client, item)}
            >
              {t("retry")}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
