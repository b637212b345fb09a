"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { accountKeys } from "@/lib/account/queries";
import type { PasskeyInfo } from "@/lib/auth/passkey-contract";
import { passkeysQuery } from "@/lib/auth/queries";
import { usePasskeySupport } from "@/lib/auth/use-passkey-support";
import { api } from "@/lib/browser/api";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useTimeAgo } from "@/lib/i18n/use-time-ago";
import { useReauthenticated } from "./reauthentication";
import { SettingsItem, SettingsList } from "./settings-list";
import { SettingsRow } from "./settings-section";
import { useAction } from "./use-action";

const PasskeyDialog = dynamic(() => import("./passkey-dialog").then((module) => module.PasskeyDialog), {
  ssr: false,
});

/** The account's passkeys: adds, renames and removes them. `host` is the relying party. */
export function PasskeysList({ host }: { host: string }) {
  const t = useTranslations("settings.passkeys");
  const client = useQueryClient();
  const guarded = useReauthenticated();
  const query = useQuery(passkeysQuery());
  const supported = usePasskeySupport(host);
  const [editing, setEditing] = useState<PasskeyInfo | "new" | null>(null);
  const [removing, setRemoving] = useState<PasskeyInfo | null>(null);
  const { pending, run } = useAction<"remove">();
  const reload = () =>
    Promise.all(
      [passkeysQuery().queryKey, accountKeys.factors].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );

  const remove = ({ id, name }: PasskeyInfo) =>
    run("remove", () =>
      guarded(async () => {
        await api(`/v2/auth/passkeys/${id}`, { method: "DELETE" });
        setRemoving(null);
        toast(t("removed", { name }), { tone: "success" });
        await reload();
      }),
    );

  return (
    <>
      <SettingsRow label={t("title")} hint={supported ? t("hint") : t("unsupported", { host })}>
        {supported && (
          <Button variant="outline" onClick={() => setEditing("new")}>
            {t("add")}
          </Button>
        )}
      </SettingsRow>
      <SettingsList query={query} items={query.data} label={t("title")}>
        {(passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setEditing(passkey)}
            onRemove={() => setRemoving(passkey)}
          />
        )}
      </SettingsList>
      {editing && (
        <PasskeyDialog
          passkey={editing === "new" ? null : editing}
          onSaved={() => {
            setEditing(null);
            void reload();
          }}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        danger
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={t("removeTitle", { name: removing?.name ?? "" })}
        description={query.data?.length === 1 ? t("removeLastLead") : t("removeLead")}
        confirmLabel={t("remove")}
        pending={pending === "remove"}
        onConfirm={() => removing && void remove(removing)}
      />
    </>
  );
}

function PasskeyRow({
  passkey: { name, backedUp, createdAt, lastUsedAt },
  onRename,
  onRemove,
}: {
  passkey: PasskeyInfo;
  onRename: () => void;
  onRemove: () => void;
}) {
  const t = useTranslations("settings.passkeys");
  const formatDate = useDateFormat();
  const timeAgo = useTimeAgo();
  return (
    <SettingsItem
      icon={<Fingerprint aria-hidden className="size-5 flex-none text-muted" />}
      actions={
        <div className="flex gap-1">
          <Button variant="ghost" size="sm" aria-label={t("renameOne", { name })} onClick={onRename}>
            {t("rename")}
          </Button>
          <Button variant="ghost" size="sm" aria-label={t("removeOne", { name })} onClick={onRemove}>
            {t("remove")}
          </Button>
        </div>
      }
    >
      <p className="flex flex-wrap items-center gap-2 text-sm wrap-anywhere">
        {name}
        {backedUp && <Badge>{t("backedUp")}</Badge>}
      </p>
      <p className="text-xs text-muted">
        {lastUsedAt ? t("lastUsed", { when: timeAgo(lastUsedAt) }) : t("neverUsed")} ·{" "}
        {t("since", { date: formatDate(createdAt, { dateStyle: "medium" }) })}
      </p>
    </SettingsItem>
  );
}
