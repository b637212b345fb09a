"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEverTrue } from "./use-ever-true";
import { useLeaveGuard } from "./use-leave-guard";

const ConfirmDialog = dynamic(() => import("./confirm-dialog").then((module) => module.ConfirmDialog), {
  ssr: false,
});

/** Asks before unsaved changes of this page are left behind. `description`: what would be lost. */
export function LeaveDialog({ isUnsaved, description }: { isUnsaved: boolean; description?: string }) {
  const t = useTranslations("common");
  const router = useRouter();
  const { leavingTo, stay } = useLeaveGuard(isUnsaved);
  const hasAsked = useEverTrue(leavingTo !== null);
  if (!hasAsked) return null;
  return (
    <ConfirmDialog
      open={leavingTo !== null}
      onOpenChange={(open) => !open && stay()}
      title={t("leaveTitle")}
      description={description ?? t("leaveText")}
      confirmLabel={t("leave")}
      danger
      onConfirm={() => {
        const to = leavingTo;
        stay();
        if (typeof to === "string") router.push(to);
        else to?.();
      }}
    />
  );
}
