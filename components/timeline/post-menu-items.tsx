"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban, BellOff, Flag, Link2, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { DropdownMenuContent, type MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useMute } from "@/lib/people/mutations";
import { deletePostLater } from "@/lib/posts/mutations";
import { askBlock, askReport } from "@/lib/moderation/store";
import { TOAST_DURATION_MS } from "@/lib/config/limits";
import type { Post } from "@/lib/posts/contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { copyPostLink } from "./copy-link";
import { useTimelineSlots } from "./timeline-context";

export interface PostMenuItemsProps {
  post: Post;
  onDeleted?: () => void;
}

/** What stands in a post's menu: what one can do with it, and with who wrote it. */
export function PostMenuItems({ post, onDeleted }: PostMenuItemsProps) {
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
  // By promise: the callbacks of `mutate` are dropped with the menu, which unmounts when it closes.
  const setMuted = (muted: boolean) => mute.mutateAsync(muted).catch(failed);
  const muteAuthor = async () => {
    if (!(await setMuted(true))) return;
    toast(t("muted", { name }), { action: { label: t("undo"), onClick: () => void setMuted(false) } });
  };
  const copy: MenuItem = {
    key: "copy",
    label: t("copyLink"),
    icon: <Link2 aria-hidden />,
    onSelect: () =>
      void copyPostLink(post.id).then((copied) => toast(t(copied ? "linkCopied" : "linkNotCopied"))),
  };
  const items: MenuItem[] =
    post.author.id === me.id
      ? [
          copy,
          { kind: "line", key: "line" },
          {
            key: "delete",
            label: t("deletePost"),
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: remove,
          },
        ]
      : [
          copy,
          { kind: "line", key: "line" },
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
  return <DropdownMenuContent label={t("postMenu")} items={items} />;
}
