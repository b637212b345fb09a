"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { App } from "@/lib/apps/contract";
import { remixesQuery } from "@/lib/apps/queries";
import { LoadMore } from "@/components/ui/load-more";
import { RemixTree } from "./remix-tree";

const LINK = "rounded-xs text-text hover:underline";

/** What the app was made from, below its maker's name. */
export function AppOrigin({ app }: { app: App }) {
  const t = useTranslations("apps.remix");
  const { data } = useInfiniteQuery(remixesQuery(app.id));
  const origin = data?.pages[0]?.ancestors[0];
  const elsewhere = app.manifest.remixed_from?.url;
  if (origin === undefined && !elsewhere) return null;
  return (
    <p className="mt-0.5 text-sm break-words text-muted">
      {origin
        ? t.rich("from", {
            name: origin.name,
            username: origin.owner.username,
            app: (text) => (
              <Link href={`/apps/${origin.id}`} prefetch={false} className={LINK}>
                {text}
              </Link>
            ),
            by: (text) => (
              <Link href={`/profile/${origin.owner.id}`} prefetch={false} className={LINK}>
                {text}
              </Link>
            ),
          })
        : origin === undefined && elsewhere
          ? t.rich("fromElsewhere", {
              host: new URL(elsewhere).hostname,
              link: (text) => (
                <a href={elsewhere} target="_blank" rel="noreferrer nofollow ugc" className={LINK}>
                  {text}
                </a>
              ),
            })
          : t("fromGone")}
    </p>
  );
}

/** The published remixes of the app, below the trail of what it was made from; nothing where there is neither. */
export function AppRemixes({ app }: { app: App }) {
  const remixes = useInfiniteQuery(remixesQuery(app.id));
  const pages = remixes.data?.pages ?? [];
  const first = pages[0];
  if (!first || (first.total === 0 && first.ancestors.length === 0)) return null;
  const items = pages.flatMap((page) => page.items);
  return (
    <RemixTree
      total={first.total}
      ancestors={first.ancestors}
      remixes={items}
      hrefOf={({ id }) => `/apps/${id}`}
      more={<LoadMore query={remixes} />}
    />
  );
}
