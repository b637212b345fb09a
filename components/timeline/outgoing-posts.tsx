"use client";

import { CircleAlert, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { AppIcon } from "@/components/ui/app-icon";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { nameOf } from "@/lib/people/rules";
import type { Post } from "@/lib/posts/contract";
import { cancelQueued, retryQueued, useIsWaiting, useOutbox, type OutboxEntry } from "@/lib/outbox/store";
import { Picture } from "./picture";
import { QuoteCard } from "./quote-card";
import { RichText } from "@/components/ui/rich-text";
import { useTimeline } from "./timeline-context";

type Outgoing = Extract<OutboxEntry, { kind: "post" }>;

/**
 * The posts that the server has not confirmed yet, oldest first.
 * @param shown the posts in the list
 * @param replyTo only replies to these posts; without, only posts, and replies that could not be sent
 */
export function useOutgoing({
  shown,
  replyTo,
}: {
  shown: readonly Post[];
  replyTo?: ReadonlySet<string>;
}): Outgoing[] {
  const items = useOutbox(useShallow(({ entries }) => entries.filter((entry) => entry.kind === "post")));
  // The server may already have a post whose confirmation is in flight, especially after a reload.
  const stored = new Set(shown.map(({ clientKey }) => clientKey));
  const isHere = (item: Outgoing) =>
    replyTo ? item.replyTo != null && replyTo.has(item.replyTo.id) : !item.replyTo || item.state === "failed";
  return items.filter((item) => !stored.has(item.clientKey) && isHere(item));
}

/** Above a list of posts, newest first. */
export function OutgoingAbove({ shown }: { shown: readonly Post[] }) {
  const items = useOutgoing({ shown }).reverse();
  return items.map((item) => <OutgoingPost key={item.clientKey} item={item} />);
}

export function OutgoingPost({ item }: { item: Outgoing }) {
  const t = useTranslations("timeline");
  const common = useTranslations("common");
  const { me, failed: report } = useTimeline();
  const [isOpening, setIsOpening] = useState(false);
  const errors = useErrorTexts();
  const isWaiting = useIsWaiting(item);
  const failed = item.problem !== null && item.state !== "sending";
  const waits = isWaiting && !failed;
  const edit = () => {
    setIsOpening(true);
    void import("./edit-failed")
      .then(({ editFailed }) => editFailed(item))
      .catch(report)
      .finally(() => setIsOpening(false));
  };
  return (
    <article className="post" aria-busy={!failed && !waits} data-outgoing={failed ? "failed" : item.state}>
      <Avatar id={me.id} name={nameOf(me)} src={me.avatarUrl} size="md" />
      <div className="min-w-0 pb-2">
        <div className="flex items-center gap-2 text-sm">
          <span className="truncate text-base font-semibold">{nameOf(me)}</span>
          {!failed && (
            <span role="status" className="flex items-center gap-1.5 text-muted">
              {!waits && <Spinner className="size-3.5" />}
              {t(waits ? "waiting" : "sending")}
            </span>
          )}
          {waits && (
            <Button
              size="sm"
              variant="ghost"
              className="-my-1 ml-auto"
              onClick={() => cancelQueued(item.clientKey)}
            >
              {t("discard")}
            </Button>
          )}
        </div>
        {item.replyTo && (
          <p className="text-sm text-muted">{t("replyingTo", { name: `@${item.replyTo.username}` })}</p>
        )}
        {[item, ...(item.thread ?? [])].map(({ text, media, app }, index) => (
          <div
            key={index}
            className={cn(!failed && "opacity-60", index > 0 && "mt-2 border-l-2 border-border pl-3")}
          >
            {text && (
              <p dir="auto" className="mt-0.5 line-clamp-[10] whitespace-pre-wrap">
                <RichText text={text} />
              </p>
            )}
            {media.length > 0 && (
              <div className="mt-2 flex gap-2">
                {media.map((picture) => (
                  <Picture key={picture.id} media={picture} className="size-20 rounded-md" />
                ))}
              </div>
            )}
            {app && (
              <p className="mt-2 flex items-center gap-2 text-sm text-muted">
                <AppIcon src={app.iconUrl} px={24} className="size-6" />
                {app.name}
              </p>
            )}
          </div>
        ))}
        {item.quote && <QuoteCard quote={{ id: item.quote.id, post: item.quote }} still />}
        {failed && (
          <div
            role="alert"
            className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-danger-soft px-3 py-2"
          >
            <CircleAlert aria-hidden className="size-4.5 text-danger" />
            <p className="min-w-0 flex-1 basis-40 text-sm">
              <strong className="font-semibold">{t("postFailed")}</strong>
              <span className="block text-muted">{errors.text(item.problem)}</span>
            </p>
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 aria-hidden />}
              onClick={() => cancelQueued(item.clientKey)}
            >
              {t("discard")}
            </Button>
            {/* A draft keeps no moment of an app. */}
            {item.state === "failed" && !item.moment && (
              <Button
                size="sm"
                variant="ghost"
                icon={<Pencil aria-hidden />}
                loading={isOpening}
                onClick={edit}
              >
                {common("edit")}
              </Button>
            )}
            <Button
              size="sm"
              variant="primary"
              icon={<RotateCcw aria-hidden />}
              onClick={() => retryQueued(item.clientKey)}
            >
              {t("retry")}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
