"use client";

import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import type { Suggestion } from "@/lib/people/contract";
import { suggestionsQuery } from "@/lib/people/queries";
import { PersonRow, PersonRowSkeletons } from "./person-row";

const SIDE_PEOPLE = 4;

/** A few people to follow, beside a page. Those followed from here stay listed until the person leaves the page. */
export function SideSuggestions({ meId }: { meId: string }) {
  const t = useTranslations("profile");
  const query = useQuery(suggestionsQuery());
  const [first, setFirst] = useState<Suggestion[]>([]);
  const items = query.data?.items ?? [];
  if (first.length === 0 && items.length > 0) setFirst(items.slice(0, SIDE_PEOPLE));
  // Followed people are no longer suggested, but must not vanish under the pointer.
  const people = first.map(
    (person) =>
      items.find(({ id }) => id === person.id) ?? {
        ...person,
        viewer: { ...person.viewer, following: true },
      },
  );
  if (!query.isPending && people.length === 0) return null;
  return (
    <section aria-labelledby="side-people" className="card overflow-clip">
      <h2 id="side-people" className="px-4 pt-3 pb-1.5 text-base">
        {t("suggestions")}
      </h2>
      {query.isPending ? (
        <PersonRowSkeletons count={SIDE_PEOPLE} />
      ) : (
        <ul>
          {people.map((person) => (
            <li key={person.id}>
              <PersonRow person={person} meId={meId} compact />
            </li>
          ))}
        </ul>
      )}
      <Link
        href="/discover"
        prefetch={false}
        className="block px-4 py-3 text-sm text-accent hover:bg-hover focus-visible:-outline-offset-2"
      >
        {t("showMorePeople")}
      </Link>
    </section>
  );
}

/** Suggestions of people to follow. */
export function Suggestions({ meId }: { meId: string }) {
  const t = useTranslations("profile");
  const query = useQuery(suggestionsQuery());
  if (query.isPending) return <PersonRowSkeletons />;
  const people = query.data?.items ?? [];
  if (people.length === 0) {
    return <EmptyState icon={<Users />} title={t("noSuggestions")} description={t("noSuggestionsText")} />;
  }
  return (
    <ul aria-label={t("suggestions")}>
      {people.map((person) => (
        <li key={person.id} className="border-b border-border last:border-b-0">
          <PersonRow
            person={person}
            meId={meId}
            reason={
              person.sharedFollows > 0 ? t("sharedFollows", { count: person.sharedFollows }) : undefined
            }
          />
        </li>
      ))}
    </ul>
  );
}
