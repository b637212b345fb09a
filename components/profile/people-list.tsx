"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { Page } from "@/lib/contracts/common";
import type { Person } from "@/lib/contracts/people";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { PersonRow, PersonRowSkeletons } from "./person-row";

export interface PeopleListProps {
  query: UseInfiniteQueryResult<InfiniteData<Page<Person>>>;
  meId: string;
  label: string;
  empty: ReactNode;
  action?: (person: Person) => ReactNode;
}

/** People, a page at a time. */
export function PeopleList({ query, meId, label, empty, action }: PeopleListProps) {
  const t = useTranslations("common");
  const errors = useErrorTexts();
  const people = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) return <PersonRowSkeletons />;
  if (query.isError && people.length === 0) {
    return (
      <div
        role="alert"
        className="flex flex-col items-center gap-3 px-6 py-12 text-center text-sm text-muted"
      >
        <p>{errors.text(query.error)}</p>
        <Button variant="outline" onClick={() => void query.refetch()}>
          {t("retry")}
        </Button>
      </div>
    );
  }
  if (people.length === 0) return empty;
  return (
    <>
      <ul aria-label={label}>
        {people.map((person) => (
          <li key={person.id} className="border-b border-border last:border-b-0">
            <PersonRow person={person} meId={meId} action={action?.(person)} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="grid place-items-center p-4">
          <Button
            variant="ghost"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t("loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}
