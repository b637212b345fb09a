"use client";

import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { suggestionsQuery } from "@/lib/people/queries";
import { PersonRow, PersonRowSkeletons } from "./person-row";

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
