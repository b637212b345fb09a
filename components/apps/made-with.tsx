"use client";

import { X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { madeWithHref, madeWithKey, withoutVersion } from "@/lib/apps/made-with";
import type { App } from "@/lib/apps/contract";

/** The libraries of an app; each name links to the other apps made with it. */
export function MadeWithFact({ names }: { names: readonly string[] }) {
  const t = useTranslations("apps.madeWith");
  if (names.length === 0) return null;
  return (
    <div className="col-span-full min-w-0">
      <dt className="text-xs text-muted">{t("label")}</dt>
      <dd className="mt-0.5 font-medium">
        <ul className="flex flex-wrap gap-x-3">
          {names.map((name) => (
            <li key={name} className="min-w-0">
              <Link
                href={madeWithHref(name)}
                prefetch={false}
                className="inline-flex min-h-6 items-center rounded-xs break-words text-accent hover:underline touch:min-h-9"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

/** The same in one line of text. */
export function MadeWithLine({ names, className }: { names: readonly string[]; className?: string }) {
  const t = useTranslations("apps.madeWith");
  const format = useFormatter();
  if (names.length === 0) return null;
  return <p className={className}>{t("line", { names: format.list(names) })}</p>;
}

/** How the name of a filter is written: as the apps found write it, else as it was given. */
export function madeWithName(given: string, apps: readonly Pick<App, "madeWith">[]): string {
  const key = madeWithKey(given);
  const written = apps.flatMap(({ madeWith }) => madeWith).find((name) => madeWithKey(name) === key);
  return withoutVersion(written ?? given);
}

interface MadeWithChipProps {
  name: string;
  /** Only the name, if the list has a heading for the kind. */
  short: boolean;
  onClear: () => void;
}

/** The filter of the store as a chip that clears it. */
export function MadeWithChip({ name, short, onClear }: MadeWithChipProps) {
  const t = useTranslations("apps.madeWith");
  return (
    <p className="mb-5 flex">
      <span className="inline-flex h-8 max-w-full min-w-0 items-center gap-1 rounded-full bg-accent-soft pr-1 pl-3 text-sm font-medium text-accent touch:h-10">
        <span className="truncate">{short ? name : t("title", { name })}</span>
        <button
          type="button"
          aria-label={t("clear", { name })}
          title={t("clear", { name })}
          onClick={onClear}
          className="grid size-6 flex-none cursor-pointer place-items-center rounded-full hover:bg-hover touch:size-9"
        >
          <X aria-hidden className="size-4" />
        </button>
      </span>
    </p>
  );
}
