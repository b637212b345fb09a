import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import type { AppShort, Lineage } from "@/lib/apps/contract";
import { REMIXES_COUNTED_MAX } from "@/lib/config/limits";
import { AppIcon } from "@/components/ui/app-icon";

/** The tree on a share page, where a guest sees it too. */
export function SharedRemixes({ lineage }: { lineage: Lineage }) {
  if (lineage.total === 0 && lineage.ancestors.length === 0) return null;
  return <RemixTree {...lineage} hrefOf={({ shareId }) => `/app/share/${shareId}`} />;
}

interface RemixTreeProps<T extends AppShort> {
  total: number;
  ancestors: (T | null)[];
  remixes: T[];
  hrefOf: (app: T) => string;
  more?: ReactNode;
}

/** An app's ancestors and remixes. */
export function RemixTree<T extends AppShort>({
  total,
  ancestors,
  remixes,
  hrefOf,
  more,
}: RemixTreeProps<T>) {
  const t = useTranslations("apps.remix");
  return (
    <section id="remixes" aria-labelledby="remixes-title" className="scroll-mt-20">
      <h2 id="remixes-title" className="mb-3 text-lg">
        {t("title", { count: total, more: total >= REMIXES_COUNTED_MAX ? "+" : "" })}
      </h2>
      {ancestors.length > 0 && <Trail ancestors={ancestors} hrefOf={hrefOf} />}
      {remixes.length === 0 ? (
        <p className="text-sm text-muted">{t("none")}</p>
      ) : (
        <ul className="grid gap-2 sm:grid-cols-2">
          {remixes.map((remix) => (
            <li key={remix.id}>
              <Link
                href={hrefOf(remix)}
                prefetch={false}
                className="card flex items-center gap-3 p-3 hover:bg-hover"
              >
                <AppIcon src={remix.iconUrl} px={40} className="size-10 rounded-md" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-sm font-medium">{remix.name}</span>
                  <span className="block truncate text-xs text-muted">
                    {t("by", { name: remix.owner.displayName || remix.owner.username })}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more}
    </section>
  );
}

/** From the oldest to this app. */
function Trail<T extends AppShort>({ ancestors, hrefOf }: Pick<RemixTreeProps<T>, "ancestors" | "hrefOf">) {
  const t = useTranslations("apps.remix");
  return (
    <ol aria-label={t("trail")} className="mb-4 flex flex-wrap items-center gap-x-1 gap-y-1.5 text-sm">
      {ancestors.toReversed().map((ancestor, index) => (
        <li key={ancestor?.id ?? index} className="flex min-w-0 items-center gap-1">
          {ancestor ? (
            <Link
              href={hrefOf(ancestor)}
              prefetch={false}
              className="flex min-h-9 min-w-0 items-center gap-1.5 rounded-md px-1.5 hover:bg-hover"
            >
              <AppIcon src={ancestor.iconUrl} px={20} className="size-5 rounded-xs" />
              <span className="truncate">{ancestor.name}</span>
            </Link>
          ) : (
            <span className="px-1.5 text-muted">{t("gone")}</span>
          )}
          <ChevronRight aria-hidden className="size-4 flex-none text-subtle" />
        </li>
      ))}
      <li aria-current="page" className="px-1.5 font-medium">
        {t("this")}
      </li>
    </ol>
  );
}
