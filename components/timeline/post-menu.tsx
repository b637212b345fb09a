"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban, BellOff, Ellipsis, Flag, Link2, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { copyText } from "@/lib/browser/copy-text";
import { useMute } from "@/lib/people/mutations";
import { deletePostLater } from "@/lib/posts/mutations";
import { askBlock, askReport } from "@/lib/moderation/store";
import { TOAST_DURATION_MS } from "@/lib/config/limits";
import type { Post } from "@/lib/posts/contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { useTimelineSlots } from "./timeline-context";

/** Actions on a post and its author. */
export function PostMenu({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const t = useTranslations("timeline");
  const { me } = useTimelineSlots();
  const client = useQueryClient();
  const errors = useErrorTexts();
  const mute = useMute(post.author.id);
  const name = `@${post.author.username}`;
  const failed = (error: unknown) => void toast(errors.text(error), { tone: "danger" });

  const remove = () => {
    const undo = deletePostLater(client, {
      id: post.id,
      delayMs: TOAST_DURATION_MS + 500,
      onFailure: failed,
    });
    onDeleted?.();
    toast(t("postDeleted"), { action: { label: t("undo"), onClick: undo } });
  };
  // Muting removes this card, and with it the callbacks of `mutate`.
  const unmute = () => mute.mutateAsync(false).catch(failed);
  const muteAuthor = () =>
    mute
      .mutateAsync(true)
      .then(() => toast(t("muted", { name }), { action: { label: t("undo"), onClick: () => void unmute() } }))
      .catch(failed);
  const copyLink = async () => {
    const copied = await copyText(new URL(`/post/${post.id}`, location.origin).href);
    toast(t(copied ? "linkCopied" : "linkNotCopied"));
  };
  const authorItems: MenuItem[] =
    post.author.id === me.id
      ? [
          {
            key: "delete",
            label: t("deletePost"),
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: remove,
          },
        ]
      : [
          {
            key: "mute",
            label: t("mute", { name }),
            icon: <BellOff aria-hidden />,
            onSelect: () => void muteAuthor(),
          },
          {
            key: "block",
            label: t("block", { name }),
            icon: <Ban aria-hidden />,
            onSelect: () => askBlock({ id: post.author.id, name }),
          },
          {
            key: "report",
            label: t("report"),
            icon: <Flag aria-hidden />,
            danger: true,
            onSelect: () => askReport({ type: "post", id: post.id, name }),
          },
        ];
  return (
    <DropdownMenu
      label={t("postMenu")}
      items={[
        { key: "copy", label: t("copyLink"), icon: <Link2 aria-hidden />, onSelect: () => void copyLink() },
        { kind: "line", key: "line" },
        ...authorItems,
      ]}
      trigger={
        <IconButton label={t("postMenu")} size="sm" className="-my-1 -mr-1.5 text-subtle">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    />
  );
}
