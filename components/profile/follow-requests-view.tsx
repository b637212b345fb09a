"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { followRequestsQuery } from "@/lib/people/queries";
import { AnswerRequest } from "./answer-request";
import { PeopleList } from "./people-list";

/** Who wants to follow the viewer, whose account is private. */
export function FollowRequestsView({ meId }: { meId: string }) {
  const t = useTranslations("profile.requests");
  const query = useInfiniteQuery(followRequestsQuery());
  return (
    <div className="card mt-4 overflow-clip">
      <PeopleList
        query={query}
        meId={meId}
        label={t("title")}
        action={(person) => <AnswerRequest person={person} />}
        empty={<EmptyState icon={<UserPlus />} title={t("emptyTitle")} description={t("emptyText")} />}
      />
    </div>
  );
}
