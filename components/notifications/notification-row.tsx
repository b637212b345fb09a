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
  type LucideIcon,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { TimeAgo } from "@/components/ui/time-ago";
import type { Notification } from "@/lib/notifications/contract";
import { KINDS, type Look } from "@/lib/notifications/kinds";
import { hrefOf, messageKeyOf, valuesOf } from "@/lib/notifications/wording";
import { nameOf } from "@/lib/people/rules";
import { quotable } from "@/lib/shared/hidden-characters";

const LOOKS: Record<Look, { Icon: LucideIcon; className: string }> = {
  accepted: { Icon: UserCheck, className: "text-success" },
  app: { Icon: Blocks, className: "text-accent" },
  comment: { Icon: MessageCircle, className: "text-info" },
  download: { Icon: Download, className: "text-info" },
  emoji: { Icon: SmilePlus, className: "text-warning" },
  featured: { Icon: Sparkles, className: "text-accent" },
  follow: { Icon: UserPlus, className: "text-accent" },
  like: { Icon: Heart, className: "text-like [&>svg]:fill-current" },
  mention: { Icon: AtSign, className: "text-warning" },
  moderation: { Icon: Shield, className: "text-warning" },
  quote: { Icon: Quote, className: "text-info" },
  refused: { Icon: Sparkles, className: "text-muted" },
  remix: { Icon: GitFork, className: "text-success" },
  repost: { Icon: Repeat2, className: "text-success" },
  resolved: { Icon: Shield, className: "text-success" },
  review: { Icon: Star, className: "text-star [&>svg]:fill-current" },
  unscheduled: { Icon: CalendarX, className: "text-warning" },
};

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
  const texts = useTranslations();
  const { look, isFromInstance } = KINDS[notification.kind];
  const { Icon, className } = LOOKS[look];
  const { actors, count, post, comment, app, says, problem } = notification;
  if (actors.length === 0 && !says && !isFromInstance) return null;
  const values = {
    ...valuesOf(notification, actors.map(nameOf)),
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
            {texts.rich(messageKeyOf(notification), values)}
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
