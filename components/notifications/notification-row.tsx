"use client";

import {
  AtSign,
  Blocks,
  CalendarX,
  Download,
  GitFork,
  Heart,
  MessageCircle,
  Quote,
  Repeat2,
  Shield,
  SmilePlus,
  Sparkles,
  Star,
  UserCheck,
  UserPlus,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { TimeAgo } from "@/components/ui/time-ago";
import type { Notification } from "@/lib/notifications/contract";
import { hrefOf, messageKeyOf } from "@/lib/notifications/wording";
import { nameOf } from "@/lib/people/rules";
import { quotable } from "@/lib/shared/hidden-characters";

const STYLES = {
  like: { Icon: Heart, className: "text-like [&>svg]:fill-current" },
  app_like: { Icon: Heart, className: "text-like [&>svg]:fill-current" },
  comment: { Icon: MessageCircle, className: "text-info" },
  app_comment: { Icon: MessageCircle, className: "text-info" },
  app_review: { Icon: Star, className: "text-star [&>svg]:fill-current" },
  review_answer: { Icon: MessageCircle, className: "text-info" },
  mention: { Icon: AtSign, className: "text-warning" },
  repost: { Icon: Repeat2, className: "text-success" },
  emoji: { Icon: SmilePlus, className: "text-warning" },
  quote: { Icon: Quote, className: "text-info" },
  room: { Icon: Blocks, className: "text-accent" },
  remix: { Icon: GitFork, className: "text-success" },
  follow: { Icon: UserPlus, className: "text-accent" },
  follow_request: { Icon: UserPlus, className: "text-accent" },
  follow_accepted: { Icon: UserCheck, className: "text-success" },
  decision: { Icon: Shield, className: "text-warning" },
  appeal: { Icon: Shield, className: "text-warning" },
  report: { Icon: Shield, className: "text-success" },
  export: { Icon: Download, className: "text-info" },
  schedule: { Icon: CalendarX, className: "text-warning" },
  featured: { Icon: Sparkles, className: "text-accent" },
  feature_refused: { Icon: Sparkles, className: "text-muted" },
} as const;

/** A notification. The whole row links to its subject. */
export function NotificationRow({
  notification,
  answer,
}: {
  notification: Notification;
  /** Buttons for a request to follow. */
  answer?: ReactNode;
}) {
  const t = useTranslations("notifications");
  const { Icon, className } = STYLES[notification.kind];
  const { actors, count, post, comment, app, says, moderation, problem } = notification;
  const [first, second] = actors;
  const isFeature = notification.kind === "featured" || notification.kind === "feature_refused";
  if (!first && !says && !moderation && !problem && !isFeature && notification.kind !== "export") return null;
  const values = {
    name: first ? nameOf(first) : "",
    second: second ? nameOf(second) : "",
    count,
    others: count - 1,
    app: app?.name ?? "",
    emoji: notification.emoji ?? "",
    b: (text: React.ReactNode) => <strong className="font-semibold">{text}</strong>,
  };
  const about = problem
    ? t(`scheduleProblem.${problem}`)
    : says
      ? t("says", { text: quotable(says.text) })
      : (comment?.content ?? post?.body);
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
        {notification.emoji ? <span className="text-lg">{notification.emoji}</span> : <Icon />}
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
            {t.rich(messageKeyOf(notification), values)}
          </Link>{" "}
          <TimeAgo at={notification.createdAt} className="whitespace-nowrap text-muted" />
        </p>
        {answer && <div className="relative mt-2 flex">{answer}</div>}
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
