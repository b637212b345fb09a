"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import type { Page } from "@/lib/shared/contract";
import type { Person } from "@/lib/people/contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { PersonRow, PersonRowSkeletons } from "./person-row";

interface PeopleListProps {
  query: UseInfiniteQueryResult<InfiniteData<Page<Person>>>;
  meId: string;
  label: string;
  empty: ReactNode;
  /** Replaces the follow button of a person. */
  action?: (person: Person) => ReactNode;
  /** Lists only so many, and loads no more. */
  max?: number;
}

export function PeopleList({ query, meId, label, empty, action, max }: PeopleListProps) {
  const errors = useErrorTexts();
  const people = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) return <PersonRowSkeletons />;
  if (query.isError && people.length === 0) {
    return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  }
  if (people.length === 0) return empty;
  return (
    <>
      <ul aria-label={label}>
        {people.slice(0, max).map((person) => (
          <li key={person.id} className="border-b border-border last:border-b-0">
            <PersonRow person={person} meId={meId} action={action?.(person)} />
          </li>
        ))}
      </ul>
      {max === undefined && <LoadMore query={query} />}
    </>
  );
}
