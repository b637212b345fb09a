"use client";

import { Compass, List, PenLine, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { listOfFeed, type AnyFeed } from "@/lib/posts/rules";

/** Shown instead of a feed without posts. */
export function EmptyFeed({ feed, onEveryone }: { feed: AnyFeed; onEveryone: () => void }) {
  const t = useTranslations("timeline");
  if (listOfFeed(feed))
    return (
      <EmptyState
        icon={<List />}
        title={t("emptyListTitle")}
        description={t("emptyListText")}
        action={
          <ButtonLink href="/lists" variant="outline">
            {t("editLists")}
          </ButtonLink>
        }
      />
    );
  return feed === "home" ? (
    <EmptyState
      icon={<Users />}
      title={t("emptyHomeTitle")}
      description={t("emptyHomeText")}
      action={
        <>
          <ButtonLink href="/discover" variant="primary" icon={<Compass aria-hidden />}>
            {t("findPeople")}
          </ButtonLink>
          <Button variant="outline" onClick={onEveryone}>
            {t("seeEveryone")}
          </Button>
        </>
      }
    />
  ) : (
    <EmptyState icon={<PenLine />} title={t("emptyAllTitle")} description={t("emptyAllText")} />
  );
}
