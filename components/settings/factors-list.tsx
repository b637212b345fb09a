"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { accountKeys } from "@/lib/account/queries";
import type { FactorsResponse } from "@/lib/auth/contract";
import { api } from "@/lib/browser/api";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useTimeAgo } from "@/lib/i18n/use-time-ago";
import { useReauthenticated } from "./reauthentication";
import { SettingsItem } from "./settings-list";
import { useAction } from "./use-action";

type Factor = FactorsResponse["totp"]["factors"][number];

/** The account's authenticator apps, each with a remove button. */
export function FactorsList({ factors }: { factors: Factor[] }) {
  const t = useTranslations("settings.security");
  const formatDate = useDateFormat();
  const timeAgo = useTimeAgo();
  const client = useQueryClient();
  const guarded = useReauthenticated();
  const [removing, setRemoving] = useState<Factor | null>(null);
  const { pending, run } = useAction<"remove">();
  const nameOf = ({ name }: Factor) => name || t("app");

  const remove = (factor: Factor) =>
    run("remove", () =>
      guarded(async () => {
        await api(`/v2/auth/factors/${factor.id}`, { method: "DELETE" });
        setRemoving(null);
        toast(t("appRemoved", { name: nameOf(factor) }), { tone: "success" });
        await client.invalidateQueries({ queryKey: accountKeys.factors });
      }),
    );

  return (
    <>
      <ul aria-label={t("apps")} className="divide-y divide-border">
        {factors.map((factor) => {
          const { id, createdAt, lastUsedAt } = factor;
          const date = formatDate(createdAt, { dateStyle: "medium" });
          return (
            <SettingsItem
              key={id}
              icon={<Smartphone aria-hidden className="size-5 flex-none text-muted" />}
              actions={
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={t("removeAppOne", { name: nameOf(factor) })}
                  onClick={() => setRemoving(factor)}
                >
                  {t("removeApp")}
                </Button>
              }
            >
              <p className="text-sm break-words">{nameOf(factor)}</p>
              <p className="text-xs text-muted">
                {lastUsedAt ? t("lastUsed", { when: timeAgo(lastUsedAt) }) : t("neverUsed")} ·{" "}
                {t("since", { date })}
              </p>
            </SettingsItem>
          );
        })}
      </ul>
      <ConfirmDialog
        danger
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={t("removeAppTitle", { name: removing ? nameOf(removing) : "" })}
        description={t(factors.length === 1 ? "removeLastAppLead" : "removeAppLead")}
        confirmLabel={t("removeApp")}
        pending={pending === "remove"}
        onConfirm={() => removing && void remove(removing)}
      />
    </>
  );
}
