"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Smartphone } from "lucide-react";
import { useFormatter, useNow, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { accountKeys } from "@/lib/account/queries";
import type { FactorsResponse } from "@/lib/auth/contract";
import { api } from "@/lib/browser/api";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useReauthenticated } from "./reauthentication";
import { useAction } from "./use-action";

type Factor = FactorsResponse["totp"]["factors"][number];

/** The account's authenticator apps, each with a remove button. */
export function FactorsList({ factors }: { factors: Factor[] }) {
  const t = useTranslations("settings.security");
  const format = useFormatter();
  const formatDate = useDateFormat();
  const now = useNow({ updateInterval: 60_000 });
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
          const used = lastUsedAt && new Date(lastUsedAt);
          const date = formatDate(createdAt, { dateStyle: "medium" });
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3">
              <Smartphone aria-hidden className="size-5 flex-none text-muted" />
              <div className="min-w-0 flex-1 basis-40">
                <p className="text-sm break-words">{nameOf(factor)}</p>
                <p className="text-xs text-muted">
                  {used
                    ? t("lastUsed", {
                        when: format.relativeTime(used > now ? now : used, { now, style: "narrow" }),
                      })
                    : t("neverUsed")}{" "}
                  · {t("since", { date })}
                </p>
              </div>
              <Button
                variant="ghost"
                size="sm"
                aria-label={t("removeAppOne", { name: nameOf(factor) })}
                onClick={() => setRemoving(factor)}
              >
                {t("removeApp")}
              </Button>
            </li>
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
