"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { byteSize } from "@/lib/shared/byte-size";
import { useShellUi } from "./shell-ui";
import { signOut } from "./sign-out";

/** Asks before a sign-out that deletes data which no other device has. */
export function SignOutDialog({ userId }: { userId: string }) {
  const t = useTranslations("shell.account");
  const { signOut: open, deviceBytes, set } = useShellUi();
  const [isEnding, setIsEnding] = useState(false);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => set({ signOut: isOpen })}
      title={t("deleteAndSignOutTitle")}
      description={t("deleteAndSignOutText", { size: byteSize(deviceBytes) })}
      confirmLabel={t("deleteAndSignOut")}
      danger
      pending={isEnding}
      onConfirm={() => {
        setIsEnding(true);
        void signOut(userId).finally(() => setIsEnding(false));
      }}
    />
  );
}
