"use client";

import { Lock } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Collection } from "@/lib/collections/contract";
import { ICONS_SHOWN } from "@/lib/collections/rules";
import { nameOf } from "@/lib/people/rules";
import { AppIcon } from "@/components/ui/app-icon";
import { Badge } from "@/components/ui/badge";
import { CARD_COVER } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { useHoverPrefetch } from "@/components/ui/use-hover-prefetch";

interface CollectionCardProps {
  collection: Collection;
  /** On a page of its owner, where the name would only repeat. */
  ownerHidden?: boolean;
}

/** A collection in a list; the whole card links to its page. */
export function CollectionCard({ collection, ownerHidden }: CollectionCardProps) {
  const t = useTranslations("collections");
  const prefetch = useHoverPrefetch();
  const { id, title, description, owner, isPublic, icons } = collection;
  return (
    <article className="card card-link relative flex h-full gap-3.5 p-3.5">
      <CollectionIcons icons={icons} className="size-18" />
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 dir="auto" className="truncate text-base font-semibold">
          <Link {...prefetch} href={`/collections/${id}`} className={CARD_COVER}>
            {title}
          </Link>
        </h3>
        {!ownerHidden && <p className="truncate text-xs text-muted">{t("by", { name: nameOf(owner) })}</p>}
        {description && (
          <p dir="auto" className="mt-1 line-clamp-2 text-sm text-pretty text-muted">
            {description}
          </p>
        )}
        <CollectionMeta collection={collection} className="mt-auto pt-1.5">
          {!isPublic && (
            <Badge icon={<Lock aria-hidden />} className="ml-auto">
              {t("onlyMe")}
            </Badge>
          )}
        </CollectionMeta>
      </div>
    </article>
  );
}

export function CollectionMeta({
  collection: { apps, saves },
  className,
  children,
}: {
  collection: Collection;
  className?: string;
  children?: React.ReactNode;
}) {
  const t = useTranslations("collections");
  return (
    <p className={cn("flex flex-wrap items-center gap-x-1.5 text-xs text-subtle tabular-nums", className)}>
      <span>{t("apps", { count: apps })}</span>
      {saves > 0 && (
        <>
          <span aria-hidden>·</span>
          <span>{t("saves", { count: saves })}</span>
        </>
      )}
      {children}
    </p>
  );
}

/** The first apps of a collection, as one picture. */
export function CollectionIcons({ icons, className }: { icons: readonly string[]; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn("grid flex-none grid-cols-2 gap-1 self-start rounded-xl bg-hover p-1.5", className)}
    >
      {Array.from({ length: ICONS_SHOWN }, (_, index) =>
        icons[index] ? (
          <AppIcon key={index} src={icons[index]} px={32} className="size-full rounded-md" />
        ) : (
          <span key={index} className="size-full rounded-md bg-border/60" />
        ),
      )}
    </span>
  );
}

export function CollectionCardSkeleton() {
  return (
    <div className="card flex gap-3.5 p-3.5">
      <Skeleton className="size-18 rounded-xl" />
      <div className="flex flex-1 flex-col gap-2 pt-1">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-1/4" />
        <Skeleton className="h-3 w-1/2" />
      </div>
    </div>
  );
}
