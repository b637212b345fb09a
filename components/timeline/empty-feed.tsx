"use client";

import { Compass, PenLine, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { Feed } from "@/lib/posts/rules";

/** Shown instead of a feed without posts. */
export function EmptyFeed({ feed, onEveryone }: { feed: Feed; onEveryone: () => void }) {
  const t = useTranslations("timeline");
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
