"use client";

import { Lock } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import type { Person } from "@/lib/people/contract";
import { nameOf } from "@/lib/people/rules";
import { FollowButton } from "./follow-button";

interface PersonRowProps {
  person: Person;
  /** The viewer's id: their own row has no follow button. */
  meId: string;
  /** Why this person is suggested. */
  reason?: ReactNode;
  /** Without the bio. */
  compact?: boolean;
  /** Replaces the follow button. */
  action?: ReactNode;
}

/** A person in a list. The whole row links to their profile. */
export function PersonRow({ person, meId, reason, compact, action }: PersonRowProps) {
  const t = useTranslations("profile");
  const name = nameOf(person);
  return (
    <div className="relative flex items-start gap-3 px-4 py-3 hover:bg-hover">
      <Avatar id={person.id} name={name} src={person.avatarUrl} size="md" />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <Link
              href={`/profile/${person.id}`}
              prefetch={false}
              className="block truncate font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
            >
              {name}
            </Link>
            <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-muted">
              <span className="max-w-full truncate">@{person.username}</span>
              {person.isPrivate && (
                <Lock role="img" aria-label={t("private")} className="size-3.5 flex-none" />
              )}
              {person.viewer.followedBy && <Badge className="flex-none">{t("followsYou")}</Badge>}
            </p>
          </div>
          <div className="relative flex-none">
            {action ??
              (person.id !== meId && (
                <FollowButton
                  userId={person.id}
                  name={name}
                  isPrivate={person.isPrivate}
                  following={person.viewer.following}
                  requested={person.viewer.requested}
                  followedBy={person.viewer.followedBy}
                />
              ))}
          </div>
        </div>
        {person.bio && !compact && (
          <p dir="auto" className="mt-1 line-clamp-2 text-sm text-pretty whitespace-pre-line">
            {person.bio}
          </p>
        )}
        {reason && <p className="mt-1 text-xs text-muted">{reason}</p>}
      </div>
    </div>
  );
}

export function PersonRowSkeletons({ count = 5 }: { count?: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} aria-hidden className="flex gap-3 border-b border-border px-4 py-3">
      <Skeleton className="size-10 rounded-full" />
      <div className="flex-1 pt-0.5">
        <Skeleton className="h-4 w-36" />
        <Skeleton className="mt-2 h-3.5 w-24" />
      </div>
      <Skeleton className="h-8 w-24 rounded-full" />
    </div>
  ));
}
