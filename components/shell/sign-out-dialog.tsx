"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { deviceUses } from "@/lib/browser/device-data";
import { byteSize } from "@/lib/shared/byte-size";
import { useShellUi } from "./shell-ui";
import { signOut } from "./sign-out";

/** Asks before a sign-out that deletes data which no other device has. */
export function SignOutDialog({ userId }: { userId: string }) {
  const t = useTranslations("shell.account");
  const { signOut: open, set } = useShellUi();
  const [bytes, setBytes] = useState(0);
  const [isEnding, setIsEnding] = useState(false);
  useEffect(() => {
    if (open) void deviceUses(userId).then((uses) => setBytes([...uses.values()].reduce((a, b) => a + b, 0)));
  }, [open, userId]);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => set({ signOut: isOpen })}
      title={t("deleteAndSignOutTitle")}
      description={t("deleteAndSignOutText", { size: byteSize(bytes) })}
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
