"use client";

import { useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { describeUserAgent } from "@/lib/auth/user-agent";
import { ApiError } from "@/lib/browser/api";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { useTimeAgo } from "@/lib/i18n/use-time-ago";
import { hasSubscription, readPushSupport } from "@/lib/push/browser-push.client";
import type { PushDevice } from "@/lib/push/contract";
import { pushQuery, useChangePush } from "@/lib/push/queries";
import { SettingsItem } from "./settings-list";
import { SettingsRow } from "./settings-section";
import { useDeviceName } from "./use-device-name";

/** Web push: whether this device gets it, and which others do. Nothing on an instance without it. */
export function PushRows() {
  const errors = useErrorTexts();
  const query = useQuery(pushQuery());
  if (query.isError) return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  if (!query.data)
    return (
      <div className="p-4">
        <Skeleton className="h-10 w-full" />
      </div>
    );
  const { publicKey, devices } = query.data;
  if (!publicKey) return null;
  return (
    <>
      <ThisDevice publicKey={publicKey} device={devices.find(({ current }) => current)} />
      {devices.length > 0 && <DeviceList devices={devices} />}
    </>
  );
}

/** The permission may be changed in the browser's own settings, from which people come back. */
function usePushSupport() {
  const [support, setSupport] = useState(readPushSupport);
  useEffect(() => {
    const read = () => setSupport(readPushSupport());
    window.addEventListener("focus", read);
    document.addEventListener("visibilitychange", read);
    return () => {
      window.removeEventListener("focus", read);
      document.removeEventListener("visibilitychange", read);
    };
  }, []);
  return { support, reread: () => setSupport(readPushSupport()) };
}

function ThisDevice({ publicKey, device }: { publicKey: string; device: PushDevice | undefined }) {
  const t = useTranslations("settings.push");
  const errors = useErrorTexts();
  const { support, reread } = usePushSupport();
  const { turnOn, remove, test } = useChangePush();
  const { data: isSubscribed, isPending } = useQuery({
    // The browser may end its subscription by itself.
    queryKey: ["push", "browser", device?.id ?? null],
    queryFn: () => hasSubscription(publicKey),
  });
  // Errors other than those of the API come from the browser's push service.
  const fail = (error: unknown) =>
    void toast(error instanceof ApiError ? errors.text(error) : t("failed"), { tone: "danger" });
  async function start() {
    // Before anything else: Safari asks only in the event of the press itself.
    const permission = await Notification.requestPermission();
    reread();
    if (permission === "granted") turnOn.mutate(publicKey, { onError: fail });
    else toast(t("notAllowed"));
  }
  if (support === "unsupported" || support === "install" || support === "denied")
    return <SettingsRow label={t("device")} hint={t(support)} />;
  if (device && isPending) return <SettingsRow label={t("device")} hint={t("on")} />;
  const isOn = device !== undefined && support === "granted" && isSubscribed;
  if (!isOn)
    return (
      <SettingsRow label={t("device")} hint={t("off")}>
        <Button variant="outline" loading={turnOn.isPending} onClick={() => void start()}>
          {t("turnOn")}
        </Button>
      </SettingsRow>
    );
  return (
    <SettingsRow label={t("device")} hint={t("on")}>
      <Button
        variant="outline"
        loading={test.isPending}
        onClick={() =>
          test.mutate(undefined, {
            onError: fail,
            onSuccess: ({ result }) => {
              if (result === "sent") toast(t("testSent"), { tone: "success" });
              else toast(t(result === "gone" ? "testGone" : "testFailed"), { tone: "danger" });
            },
          })
        }
      >
        {t("test")}
      </Button>
      <Button
        variant="outline"
        loading={remove.isPending}
        onClick={() => remove.mutate(device, { onError: fail })}
      >
        {t("turnOff")}
      </Button>
    </SettingsRow>
  );
}

function DeviceList({ devices }: { devices: PushDevice[] }) {
  const t = useTranslations("settings.push");
  const { remove } = useChangePush();
  const errors = useErrorTexts();
  return (
    <div>
      <SettingsRow label={t("devices")} />
      <ul aria-label={t("devices")} className="divide-y divide-border border-t border-border">
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            pending={remove.isPending && remove.variables.id === device.id}
            onRemove={() =>
              remove.mutate(device, {
                onError: (error) => void toast(errors.text(error), { tone: "danger" }),
              })
            }
          />
        ))}
      </ul>
    </div>
  );
}

function DeviceRow({
  device: { userAgent, current, createdAt, lastSuccessAt },
  pending,
  onRemove,
}: {
  device: PushDevice;
  pending: boolean;
  onRemove: () => void;
}) {
  const t = useTranslations("settings.push");
  const formatDate = useDateFormat();
  const timeAgo = useTimeAgo();
  const name = useDeviceName()(userAgent);
  const Icon = describeUserAgent(userAgent).isPhone ? Smartphone : Laptop;
  return (
    <SettingsItem
      icon={<Icon aria-hidden className="size-5 flex-none text-muted" />}
      actions={
        <Button
          variant="ghost"
          size="sm"
          loading={pending}
          aria-label={t("removeOne", { device: name })}
          onClick={onRemove}
        >
          {t("remove")}
        </Button>
      }
    >
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {name}
        {current && <Badge tone="success">{t("current")}</Badge>}
      </p>
      <p className="text-xs text-muted">
        {[
          t("since", { date: formatDate(createdAt, { dateStyle: "medium" }) }),
          lastSuccessAt && t("delivered", { when: timeAgo(lastSuccessAt) }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </SettingsItem>
  );
}
