"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ProviderIcon } from "@/components/ui/provider-icon";
import { toast } from "@/components/ui/toast";
import { accountKeys } from "@/lib/account/queries";
import type { LinkedProvider } from "@/lib/auth/provider-contract";
import { providersQuery } from "@/lib/auth/queries";
import { visitProvider } from "@/lib/auth/provider.client";
import { api } from "@/lib/browser/api";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { useReauthenticated } from "./reauthentication";
import { SettingsItem, SettingsList } from "./settings-list";
import { SettingsRow } from "./settings-section";
import { useAction } from "./use-action";

/** Shows the result of an OAuth flow, which returns here, once. */
function useReturn(items: LinkedProvider[] | undefined): void {
  const t = useTranslations("settings.providers");
  const errors = useErrorTexts();
  const isAnnounced = useRef(false);
  useEffect(() => {
    const values = new URLSearchParams(window.location.search);
    const linked = values.get("linked");
    const proven = values.get("reauthenticated");
    const error = values.get("error");
    if (isAnnounced.current || !items || !(linked ?? proven ?? error)) return;
    isAnnounced.current = true;
    window.history.replaceState(window.history.state, "", `${window.location.pathname}#providers`);
    const name = items.find(({ provider }) => provider === linked)?.name;
    if (error) toast(errors.text({ code: error }), { tone: "danger" });
    else if (name) toast(t("linked", { provider: name }), { tone: "success" });
    else if (proven) toast(t("proven"), { tone: "success" });
  }, [items, errors, t]);
}

/** Links and unlinks the instance's providers. */
export function ProvidersList() {
  const t = useTranslations("settings.providers");
  const client = useQueryClient();
  const guarded = useReauthenticated();
  const query = useQuery(providersQuery());
  const [unlinking, setUnlinking] = useState<LinkedProvider | null>(null);
  const { pending, run } = useAction<string>();
  useReturn(query.data);

  const link = ({ provider }: LinkedProvider) =>
    run(provider, () => guarded(() => visitProvider(provider, "link")));
  const unlink = ({ provider, name }: LinkedProvider) =>
    run("unlink", () =>
      guarded(async () => {
        await api(`/v2/auth/providers/${provider}`, { method: "DELETE" });
        setUnlinking(null);
        toast(t("unlinked", { provider: name }), { tone: "success" });
        await Promise.all(
          [providersQuery().queryKey, accountKeys.factors].map((queryKey) =>
            client.invalidateQueries({ queryKey }),
          ),
        );
      }),
    );

  return (
    <div id="providers" className="scroll-mt-20 divide-y divide-border">
      <SettingsRow label={t("title")} hint={t("hint")} />
      <SettingsList query={query} items={query.data} label={t("title")}>
        {(item) => (
          <ProviderRow
            key={item.provider}
            item={item}
            pending={pending === item.provider}
            disabled={pending !== null}
            onLink={() => void link(item)}
            onUnlink={() => setUnlinking(item)}
          />
        )}
      </SettingsList>
      <ConfirmDialog
        danger
        open={unlinking !== null}
        onOpenChange={(open) => !open && setUnlinking(null)}
        title={t("unlinkTitle", { provider: unlinking?.name ?? "" })}
        description={t("unlinkLead", { provider: unlinking?.name ?? "" })}
        confirmLabel={t("unlink")}
        pending={pending === "unlink"}
        onConfirm={() => unlinking && void unlink(unlinking)}
      />
    </div>
  );
}

function ProviderRow({
  item: { provider, name, linked },
  pending,
  disabled,
  onLink,
  onUnlink,
}: {
  item: LinkedProvider;
  pending: boolean;
  disabled: boolean;
  onLink: () => void;
  onUnlink: () => void;
}) {
  const t = useTranslations("settings.providers");
  const formatDate = useDateFormat();
  const since = linked && formatDate(linked.createdAt, { dateStyle: "medium" });
  return (
    <SettingsItem
      icon={<ProviderIcon provider={provider} className="size-5 flex-none" />}
      actions={
        <Button
          variant={linked ? "ghost" : "outline"}
          size="sm"
          loading={pending}
          disabled={disabled && !pending}
          aria-label={t(linked ? "unlinkOne" : "linkOne", { provider: name })}
          onClick={linked ? onUnlink : onLink}
        >
          {t(linked ? "unlink" : "link")}
        </Button>
      }
    >
      <p className="text-sm">{name}</p>
      <p className="text-xs break-words text-muted">
        {since ? [linked.email, t("since", { date: since })].filter(Boolean).join(" · ") : t("notLinked")}
      </p>
    </SettingsItem>
  );
}
