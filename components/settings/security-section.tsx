"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LazyBoundary } from "@/components/ui/lazy-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/browser/api";
import { accountKeys, factorsQuery } from "@/lib/account/queries";
import type { RecoveryCodesResponse } from "@/lib/auth/contract";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useReauthenticated } from "./reauthentication";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { SessionsList } from "./sessions-list";
import { SettingsRow, SettingsSection } from "./settings-section";
import { useAction } from "./use-action";

const FactorsList = dynamic(() => import("./factors-list").then((module) => module.FactorsList));
const PasskeysList = dynamic(() => import("./passkeys-list").then((module) => module.PasskeysList));
const ProvidersList = dynamic(() => import("./providers-list").then((module) => module.ProvidersList));
const TotpDialog = dynamic(() => import("./totp-dialog").then((module) => module.TotpDialog), { ssr: false });

/** Second factor, passkeys, providers and sessions. */
export function SecuritySection({
  passkeyHost,
  hasProviders,
}: {
  passkeyHost: string | null;
  hasProviders: boolean;
}) {
  const t = useTranslations("settings");
  const formatDate = useDateFormat();
  const client = useQueryClient();
  const guarded = useReauthenticated();
  const { data: factors } = useQuery(factorsQuery());
  const [open, setOpen] = useState<"totp" | "off" | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { pending, run } = useAction<"off" | "codes">();
  const reload = () => client.invalidateQueries({ queryKey: accountKeys.factors });

  const turnOff = () =>
    run("off", () =>
      guarded(async () => {
        await api("/v2/auth/factors", { method: "DELETE" });
        setOpen(null);
        toast(t("security.off"), { tone: "success" });
        await reload();
      }),
    );
  const renewCodes = () =>
    run("codes", () =>
      guarded(async () => {
        const path = "/v2/auth/factors/recovery-codes";
        const { recoveryCodes } = await api<RecoveryCodesResponse>(path, { method: "POST" });
        setCodes(recoveryCodes);
        await reload();
      }),
    );

  const totp = factors?.totp;
  return (
    <SettingsSection id="security" title={t("sections.security")}>
      <SettingsRow
        label={t("security.totp")}
        hint={
          !totp ? (
            <Skeleton className="h-4 w-56" />
          ) : totp.enabled && totp.confirmedAt ? (
            <>
              {t("security.totpOn", {
                date: formatDate(totp.confirmedAt, { dateStyle: "medium" }),
              })}{" "}
              {t("security.recoveryLeft", { count: totp.recoveryCodesLeft })}.
            </>
          ) : (
            t("security.totpOff")
          )
        }
      >
        {totp?.enabled ? (
          <>
            <Button variant="outline" disabled={pending !== null} onClick={() => setOpen("totp")}>
              {t("security.addApp")}
            </Button>
            <Button variant="outline" disabled={pending !== null} onClick={() => void renewCodes()}>
              {t("security.newRecovery")}
            </Button>
            <Button variant="outline" disabled={pending !== null} onClick={() => setOpen("off")}>
              {t("security.turnOff")}
            </Button>
          </>
        ) : (
          <Button variant="primary" disabled={!totp} onClick={() => setOpen("totp")}>
            {t("security.setUp")}
          </Button>
        )}
      </SettingsRow>
      {totp?.enabled && (
        <LazyBoundary>
          <FactorsList factors={totp.factors} />
        </LazyBoundary>
      )}
      {passkeyHost && (
        <LazyBoundary>
          <PasskeysList host={passkeyHost} />
        </LazyBoundary>
      )}
      {hasProviders && (
        <LazyBoundary>
          <ProvidersList />
        </LazyBoundary>
      )}
      <SessionsList />
      {open === "totp" && (
        <TotpDialog
          isFirst={!totp?.enabled}
          onClose={() => setOpen(null)}
          onEnabled={(recoveryCodes) => {
            setOpen(null);
            if (recoveryCodes.length > 0) setCodes(recoveryCodes);
            else toast(t("security.appAdded"), { tone: "success" });
            void reload();
          }}
        />
      )}
      <ConfirmDialog
        danger
        open={open === "off"}
        onOpenChange={(shown) => !shown && setOpen(null)}
        title={t("security.turnOffTitle")}
        description={t("security.turnOffLead")}
        confirmLabel={t("security.turnOff")}
        pending={pending === "off"}
        onConfirm={() => void turnOff()}
      />
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </SettingsSection>
  );
}
