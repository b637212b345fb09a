"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

interface ThreadListProps {
  query: UseInfiniteQueryResult;
  /** The number on the page; `queued` of them are in the outbox. */
  shown: number;
  queued: number;
  emptyText: string;
  moreText: string;
  /** List items. */
  children: ReactNode;
}

/** Replies or comments, paginated. */
export function ThreadList({ query, shown, queued, emptyText, moreText, children }: ThreadListProps) {
  const t = useTranslations("timeline");
  const common = useTranslations("common");
  return (
    <>
      {query.isPending && queued === 0 ? (
        <div className="grid place-items-center py-10 text-muted">
          <Spinner label={common("loading")} />
        </div>
      ) : query.isError && shown === 0 ? (
        <div className="grid place-items-center py-8">
          <Button variant="outline" onClick={() => void query.refetch()}>
            {t("loadFailed")}
          </Button>
        </div>
      ) : shown === 0 ? (
        <p className="flex items-center justify-center gap-2 px-4 py-10 text-sm text-muted">
          <MessageCircle aria-hidden className="size-4.5" />
          {emptyText}
        </p>
      ) : (
        <ol>{children}</ol>
      )}
      {query.hasNextPage && (
        <div className="grid place-items-center p-4">
          <Button
            variant="outline"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {moreText}
          </Button>
        </div>
      )}
    </>
  );
}
