"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";
import { RichText } from "@/components/ui/rich-text";
import { Stars } from "@/components/ui/stars";
import { TimeAgo } from "@/components/ui/time-ago";
import { nameOf } from "@/lib/people/rules";
import type { Review } from "@/lib/reviews/contract";

/** Who wrote a review, and what. */
export function ReviewBody({ review, action }: { review: Review; action?: ReactNode }) {
  const t = useTranslations("reviews");
  const { author, stars, text, version, createdAt, editedAt } = review;
  const href = `/profile/${author.id}`;
  return (
    <div className="flex gap-3">
      <Link href={href} prefetch={false} tabIndex={-1} aria-hidden className="h-fit rounded-full">
        <Avatar id={author.id} name={nameOf(author)} src={author.avatarUrl} size="sm" />
      </Link>
      <div className="min-w-0 flex-1">
        <div className="-mt-1 flex items-center gap-2">
          <p className="flex min-w-0 flex-1 items-baseline gap-1.5 text-sm">
            <Link
              href={href}
              prefetch={false}
              className="-mx-2.5 truncate px-2.5 leading-6 font-semibold hover:underline"
            >
              {nameOf(author)}
            </Link>
            <TimeAgo at={editedAt ?? createdAt} className="flex-none text-muted" />
            {editedAt && <span className="flex-none text-muted">{t("edited")}</span>}
          </p>
          {action}
        </div>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <Stars value={stars} label={t("stars", { count: stars })} />
          <span className="text-xs text-muted">{t("version", { version })}</span>
        </p>
        {text && (
          <p dir="auto" className="mt-1.5 max-w-prose whitespace-pre-wrap wrap-anywhere">
            <RichText text={text} />
          </p>
        )}
      </div>
    </div>
  );
}

/** What the app's maker says to a review. */
export function ReviewAnswer({ review, action }: { review: Review; action?: ReactNode }) {
  const t = useTranslations("reviews");
  const { answer } = review;
  if (!answer) return null;
  return (
    <div className="mt-3 rounded-md bg-sunken px-3 py-2.5 text-sm">
      <div className="flex items-center gap-1.5">
        <p className="min-w-0 flex-1">
          <span className="font-semibold">{t("makersAnswer")}</span>{" "}
          <TimeAgo at={answer.createdAt} className="text-muted" />
        </p>
        {action}
      </div>
      <p dir="auto" className="mt-1 max-w-prose whitespace-pre-wrap wrap-anywhere">
        <RichText text={answer.text} />
      </p>
    </div>
  );
}
