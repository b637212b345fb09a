"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import type { Profile } from "@/lib/people/contract";

/** In place of what only the followers of a private person see. */
export function PrivateProfile({ profile }: { profile: Profile }) {
  const t = useTranslations("profile");
  return (
    <EmptyState
      icon={<Lock />}
      title={t("privateTitle")}
      description={t(profile.relation.requested ? "privateRequested" : "privateText", {
        name: `@${profile.username}`,
      })}
    />
  );
}
