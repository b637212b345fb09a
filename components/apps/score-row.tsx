"use client";

import { BadgeCheck, Flag, X } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { ScoreEntry } from "@/lib/scores/contract";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";

interface ScoreRowProps {
  entry: ScoreEntry;
  /** With its unit. */
  value: string;
  verified: boolean;
  /** Null for who may not. */
  onRemove: (() => void) | null;
  onReport: ((name: string) => void) | null;
}

export function ScoreRow({ entry, value, verified, onRemove, onReport }: ScoreRowProps) {
  const t = useTranslations("apps.scores");
  const format = useFormatter();
  const { person, rank, isMine, code } = entry;
  const name = person ? person.displayName || person.username : t("unnamed", { code });
  return (
    <li
      className={cn("flex min-h-11 items-center gap-2.5 rounded-md px-2 text-sm", isMine && "bg-accent-soft")}
    >
      <span className={cn("w-7 shrink-0 text-end tabular-nums", rank <= 3 ? "font-semibold" : "text-muted")}>
        {format.number(rank)}
      </span>
      <Avatar id={person?.id ?? code} name={name} src={person?.avatarUrl ?? null} size="xs" />
      {person ? (
        <Link href={`/profile/${person.id}`} className="min-w-0 truncate font-medium hover:underline">
          {name}
        </Link>
      ) : (
        <span className="min-w-0 truncate text-muted">{name}</span>
      )}
      {isMine && <Badge>{t("you")}</Badge>}
      <span className="flex-1" />
      <span className="shrink-0 font-medium tabular-nums">{value}</span>
      {verified && (
        <span title={t("verified")} className="shrink-0 text-success">
          <BadgeCheck aria-hidden className="size-4" />
          <span className="sr-only">{t("verified")}</span>
        </span>
      )}
      {onReport && (
        <IconButton size="sm" label={t("reportNamed", { name })} onClick={() => onReport(name)}>
          <Flag aria-hidden />
        </IconButton>
      )}
      {onRemove && (
        <IconButton size="sm" className="shrink-0" label={t("removeNamed", { name })} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
