"use client";

import { useTranslations } from "next-intl";
import { findInstance } from "@/lib/lifecycle/rules";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";

/** A dot for a running app, a ring for a suspended one. */
export function DockMark({ appId }: { appId: string }) {
  const t = useTranslations("dock.card");
  const status = useAppLifecycleStore((store) => {
    const instance = findInstance(store.instances, appId);
    return instance?.type === "user" ? instance.status : null;
  });
  if (status !== "running" && status !== "suspended") return null;
  return (
    <>
      <span aria-hidden className="dock-mark" data-status={status} />
      <span className="sr-only">{t(status)}</span>
    </>
  );
}
