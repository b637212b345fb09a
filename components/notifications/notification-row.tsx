"use client";

import { AtSign, Blocks, Heart, MessageCircle, Quote, Repeat2, Shield, UserPlus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/ui/app-icon";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { TimeAgo } from "@/components/ui/time-ago";
import type { Notification } from "@/lib/notifications/contract";
import { nameOf } from "@/lib/people/rules";
import { fragmentOf, runHref, runKeyOf } from "@/lib/shared/run-key";
import { quotable } from "@/lib/shared/visible-text";

const STYLES = {
  like: { Icon: Heart, className: "text-like [&>svg]:fill-current" },
  app_like: { Icon: Heart, className: "text-like [&>svg]:fill-current" },
  comment: { Icon: MessageCircle, className: "text-info" },
  app_comment: { Icon: MessageCircle, className: "text-info" },
  mention: { Icon: AtSign, className: "text-warning" },
  repost: { Icon: Repeat2, className: "text-success" },
  quote: { Icon: Quote, className: "text-info" },
  room: { Icon: Blocks, className: "text-accent" },
  follow: { Icon: UserPlus, className: "text-accent" },
  decision: { Icon: Shield, className: "text-warning" },
  appeal: { Icon: Shield, className: "text-warning" },
  report: { Icon: Shield, className: "text-success" },
} as const;

/** A notification. The whole row links to its subject. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const t = useTranslations("notifications");
  const { Icon, className } = STYLES[notification.kind];
  const { actors, count, post, comment, app, says, moderation } = notification;
  const [first, second] = actors;
  if (!first && !says && !moderation) return null;
  const values = {
    name: first ? nameOf(first) : "",
    second: second ? nameOf(second) : "",
    count,
    others: count - 1,
    app: app?.name ?? "",
    b: (text: React.ReactNode) => <strong className="font-semibold">{text}</strong>,
  };
  const about = says ? t("says", { text: quotable(says.text) }) : (comment?.content ?? post?.body);
  return (
    <article
      data-kind={notification.kind}
      className={cn(
        "relative flex gap-3 border-b border-border px-4 py-3 hover:bg-hover",
        !notification.read && "notification-unread",
      )}
    >
      <span
        aria-hidden
        className={cn("grid h-10 w-6 flex-none place-items-center [&>svg]:size-5", className)}
      >
        <Icon />
      </span>
      <div className="min-w-0 flex-1">
        <div aria-hidden className="flex items-center">
          {actors.map((actor, index) => (
            <Avatar
              key={actor.id}
              id={actor.id}
              name={nameOf(actor)}
              src={actor.avatarUrl}
              size="sm"
              className={cn("ring-2 ring-surface", index > 0 && "-ml-2")}
            />
          ))}
          {count > actors.length && <span className="pl-2 text-xs text-muted">+{count - actors.length}</span>}
        </div>
        <p className="mt-1.5 text-sm">
          <Link
            href={hrefOf(notification)}
            prefetch={false}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {!notification.read && <span className="sr-only">{t("new")} </span>}
            {t.rich(keyOf(notification), values)}
          </Link>{" "}
          <TimeAgo at={notification.createdAt} className="whitespace-nowrap text-muted" />
        </p>
        {about && <p className="mt-0.5 line-clamp-2 text-sm break-words text-muted">{about}</p>}
      </div>
      {post?.imageUrl && !comment && !says && (
        <img
          src={post.imageUrl}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          className="size-12 flex-none rounded-md object-cover"
        />
      )}
      {app && <AppIcon src={app.iconUrl} px={48} className="size-12" />}
    </article>
  );
}

function keyOf({ kind, comment, app, count, moderation }: Notification) {
  if (moderation && "reportId" in moderation)
    return moderation.isUpheld ? ("reportUpheld" as const) : ("reportDismissed" as const);
  if (moderation?.isUndone)
    return kind === "appeal" ? ("appealUpheld" as const) : ("decisionUndone" as const);
  if (kind === "decision" || kind === "appeal" || kind === "report") return kind;
  if (kind === "comment") return "comment" as const;
  if (kind === "app_comment") return "appComment" as const;
  if (kind === "room" || kind === "quote") return kind;
  if (kind === "mention") return !comment ? "mention" : app ? "mentionInComment" : "mentionInReply";
  const size = count === 1 ? "One" : count === 2 ? "Two" : "Many";
  const stem = kind === "app_like" ? "appLike" : kind;
  return `${stem}${size}` as `${"like" | "repost" | "appLike" | "follow"}${"One" | "Two" | "Many"}`;
}

function hrefOf({ kind, post, app, actors, comment, says, moderation }: Notification): string {
  if (moderation) return "decisionId" in moderation ? `/notices#${moderation.decisionId}` : "/notifications";
  if (says && app) {
    const page = post ? `/post/${post.id}` : runHref(runKeyOf({ appId: app.id, roomId: says.roomId }));
    return page + fragmentOf(says.href);
  }
  if (kind === "follow") return `/profile/${actors[0]?.id ?? "me"}`;
  if (app) return `/apps/${app.id}${comment ? "#comments" : ""}`;
  // A comment on a post is a reply, which has a page.
  const shown = comment ?? post;
  return shown ? `/post/${shown.id}` : "/timeline";
}
