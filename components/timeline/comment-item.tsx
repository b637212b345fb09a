"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Flag, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { TimeAgo } from "@/components/ui/time-ago";
import { toast } from "@/components/ui/toast";
import { deleteCommentLater } from "@/lib/posts/comment-queries";
import { askReport } from "@/lib/moderation/store";
import { TOAST_DURATION_MS } from "@/lib/config/limits";
import type { Comment, CommentSubject } from "@/lib/posts/comment-contract";
import type { UserShort } from "@/lib/people/user-contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { CommentRow } from "./comment-row";

interface CommentItemProps {
  comment: Comment;
  subject: CommentSubject;
  me: UserShort;
}

export function CommentItem({ comment, subject, me }: CommentItemProps) {
  return (
    <CommentRow
      author={comment.author}
      state={<TimeAgo at={comment.createdAt} className="flex-none text-muted" />}
      action={<CommentMenu comment={comment} subject={subject} me={me} />}
      content={comment.content}
      data-comment={comment.id}
    />
  );
}

function CommentMenu({ comment, subject, me }: CommentItemProps) {
  const t = useTranslations("timeline");
  const client = useQueryClient();
  const errors = useErrorTexts();
  const remove = () => {
    const undo = deleteCommentLater(client, {
      subject,
      id: comment.id,
      delayMs: TOAST_DURATION_MS + 500,
      onFailure: (error) => void toast(errors.text(error), { tone: "danger" }),
    });
    toast(t("commentDeleted"), { action: { label: t("undo"), onClick: undo } });
  };
  const report = () => askReport({ type: "comment", id: comment.id, name: `@${comment.author.username}` });
  const item =
    comment.author.id === me.id
      ? { key: "delete", label: t("deleteComment"), icon: <Trash2 aria-hidden />, onSelect: remove }
      : { key: "report", label: t("report"), icon: <Flag aria-hidden />, onSelect: report };
  return (
    <DropdownMenu
      label={t("commentMenu")}
      items={[{ ...item, danger: true }]}
      trigger={
        <IconButton label={t("commentMenu")} size="sm" className="-my-1 -mr-1.5 text-subtle">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    />
  );
}
