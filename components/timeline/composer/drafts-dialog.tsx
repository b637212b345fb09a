"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  CalendarClock,
  FilePlus2,
  NotebookPen,
  Quote,
  Reply,
  Send,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useStore } from "zustand";
import { AppIcon } from "@/components/ui/app-icon";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { TimeAgo } from "@/components/ui/time-ago";
import { toast } from "@/components/ui/toast";
import { TOAST_DURATION_MS } from "@/lib/config/limits";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { compose } from "@/lib/posts/compose-store";
import type { Draft } from "@/lib/posts/draft-contract";
import { deleteDraftLater, draftsQuery, publishDraft, unscheduleDraft } from "@/lib/posts/draft-queries";
import { firstGraphemes } from "@/lib/posts/rules";
import { QueryContent } from "../query-content";
import { useTimeline } from "../timeline-context";
import type { ComposerDraft } from "./composer-draft";
import { saverOf } from "./draft-saver";

/** Of the post that a draft is about. */
const ABOUT_CHARS = 80;

export interface DraftsDialogProps {
  draft: ComposerDraft;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The person's drafts from all their devices. Opening one replaces the current draft, which is saved. */
export function DraftsDialog({ draft, open, onOpenChange }: DraftsDialogProps) {
  const t = useTranslations("timeline.drafts");
  const { failed } = useTimeline();
  const client = useQueryClient();
  const id = useId();
  const saver = saverOf(draft);
  const query = useQuery({ ...draftsQuery(), enabled: open });
  const { saved, text, app, pictures, thread } = useStore(draft.state);
  const [isSaving, setIsSaving] = useState(false);
  const isWriting = text !== "" || app !== null || pictures.length > 0 || thread.length > 0;

  /** A reply or a quote opens in a composer of its own; if its post is gone, as a post. */
  const openDraft = async (chosen: Draft) => {
    const post = chosen.about?.post;
    if (!post) return replaceBy(chosen);
    try {
      const stored = await takeBack(chosen);
      onOpenChange(false);
      const { id, author } = post;
      const about =
        chosen.about?.type === "reply" ? { replyTo: { id, username: author.username } } : { quote: post };
      void compose({ text: "", image: null, stored, ...about });
    } catch (error) {
      failed(error);
    }
  };
  /** While a scheduled post is changed, it must not go out half done. */
  const takeBack = async (chosen: Draft): Promise<Draft> => {
    if (!chosen.scheduledAt) return chosen;
    const draft = await unscheduleDraft(client, chosen.id);
    toast(t("unscheduled"));
    return draft;
  };
  const replaceBy = async (chosen: Draft | null) => {
    setIsSaving(true);
    const isKept = await saver.save();
    setIsSaving(false);
    if (!isKept) return void toast(t("notKept"), { tone: "warning" });
    try {
      if (chosen) saver.open(await takeBack(chosen));
      else draft.clear();
      onOpenChange(false);
    } catch (error) {
      failed(error);
    }
  };
  const remove = (id: string) => {
    const undo = deleteDraftLater(client, { id, delayMs: TOAST_DURATION_MS + 500, onFailure: failed });
    toast(t("deleted"), { action: { label: t("undo"), onClick: undo } });
  };

  const publish = async (id: string) => {
    try {
      await publishDraft(client, id);
      toast(t("posted"), { tone: "success" });
    } catch (error) {
      failed(error);
    }
  };

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("text")}>
      {isWriting && (
        <Button
          variant="outline"
          className="mb-4 w-full"
          icon={<FilePlus2 aria-hidden />}
          loading={isSaving}
          onClick={() => void replaceBy(null)}
        >
          {t("new")}
        </Button>
      )}
      <QueryContent query={query}>
        {({ items }) => {
          const others = items.filter(({ id }) => id !== saved?.id);
          if (others.length === 0)
            return <EmptyState icon={<NotebookPen />} title={t("emptyTitle")} description={t("emptyText")} />;
          const row = (item: Draft) => (
            <DraftRow
              key={item.id}
              draft={item}
              onOpen={() => void openDraft(item)}
              onPublish={() => publish(item.id)}
              onDelete={() => remove(item.id)}
            />
          );
          const scheduled = others
            .filter(({ scheduledAt }) => scheduledAt)
            .toSorted((a, b) => (a.scheduledAt! < b.scheduledAt! ? -1 : 1));
          const drafts = others.filter(({ scheduledAt }) => !scheduledAt);
          return (
            <>
              {scheduled.length > 0 && (
                <>
                  <h3 id={`${id}-scheduled`} className="mb-2 text-sm font-semibold">
                    {t("scheduled")}
                  </h3>
                  <ul aria-labelledby={`${id}-scheduled`} className="mb-5 grid gap-2">
                    {scheduled.map(row)}
                  </ul>
                </>
              )}
              {drafts.length > 0 && (
                <ul aria-label={t("title")} className="grid gap-2">
                  {drafts.map(row)}
                </ul>
              )}
            </>
          );
        }}
      </QueryContent>
    </Dialog>
  );
}

function DraftRow({
  draft,
  onOpen,
  onPublish,
  onDelete,
}: {
  draft: Draft;
  onOpen: () => void;
  onPublish: () => Promise<void>;
  onDelete: () => void;
}) {
  const t = useTranslations("timeline.drafts");
  const formatDate = useDateFormat();
  const { text, media, app, thread, about, updatedAt, scheduledAt, problem } = draft;
  const [isPublishing, setIsPublishing] = useState(false);
  const [picture] = media;
  return (
    <li className="relative flex items-center gap-3 rounded-lg border border-border p-3 hover:bg-hover">
      <div className="min-w-0 flex-1">
        {about && (
          <p className="mb-1 flex items-start gap-1.5 text-xs text-muted">
            {about.type === "reply" ? (
              <Reply aria-hidden className="mt-px size-3.5 flex-none" />
            ) : (
              <Quote aria-hidden className="mt-px size-3.5 flex-none" />
            )}
            <span className="min-w-0 wrap-anywhere">
              {about.post
                ? t(about.type === "reply" ? "replyTo" : "quoteOf", {
                    name: `@${about.post.author.username}`,
                    text: about.post.warning || firstGraphemes(about.post.body, ABOUT_CHARS) || "…",
                  })
                : t(about.type === "reply" ? "replyGone" : "quoteGone")}
            </span>
          </p>
        )}
        <button
          type="button"
          title={scheduledAt ? t("edit") : undefined}
          className="block w-full text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-ring"
          onClick={onOpen}
        >
          <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
            {text.trim() || t("noText")}
          </span>
        </button>
        {problem && (
          <p className="mt-1 flex items-start gap-1.5 text-xs text-warning">
            <TriangleAlert aria-hidden className="mt-px size-3.5 flex-none" />
            {t(`problem.${problem}`)}
          </p>
        )}
        <p className="mt-1 flex items-center gap-1.5 text-xs text-muted">
          {scheduledAt ? (
            <>
              <CalendarClock aria-hidden className="size-3.5 flex-none" />
              <time dateTime={scheduledAt}>
                {formatDate(scheduledAt, { dateStyle: "medium", timeStyle: "short" })}
              </time>
            </>
          ) : (
            <TimeAgo at={updatedAt} />
          )}
          {thread.length > 0 && <span>· {t("thread", { count: thread.length + 1 })}</span>}
        </p>
      </div>
      {picture && (
        <img
          src={picture.playback ? (picture.playback.posterUrl ?? undefined) : picture.url}
          alt=""
          className="size-12 flex-none rounded-md bg-sunken object-cover"
        />
      )}
      {!picture && app && <AppIcon src={app.iconUrl} px={48} className="size-12 flex-none" />}
      <div className="relative flex flex-none text-muted">
        {scheduledAt && (
          <IconButton
            label={t("postNow")}
            size="sm"
            disabled={isPublishing}
            onClick={() => {
              setIsPublishing(true);
              void onPublish().finally(() => setIsPublishing(false));
            }}
          >
            <Send aria-hidden />
          </IconButton>
        )}
        <IconButton label={t("delete")} size="sm" onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}
