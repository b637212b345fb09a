"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toastAfterLoad } from "@/components/ui/toast";
import { useSessionExpiry, useSessionWatch } from "@/lib/auth/use-session-guard";

/** Watches the session and opens a dialog when it has expired. */
export function SessionGuard({ userId }: { userId: string }) {
  const t = useTranslations("shell.sessionExpired");
  useSessionWatch(userId);
  const { expired, signInAgain, continueAsGuest } = useSessionExpiry();

  const signIn = async () => {
    await signInAgain();
    toastAfterLoad(t("toastTitle"), { description: t("toastDescription"), tone: "warning" });
    // A page load, as for every sign-out, clears the user's data from memory.
    window.location.assign("/login");
  };

  return (
    <Dialog
      alert
      size="sm"
      open={expired}
      onOpenChange={(open) => !open && continueAsGuest()}
      title={t("title")}
      description={t("description")}
      footer={
        <>
          <Button variant="ghost" onClick={continueAsGuest}>
            {t("guest")}
          </Button>
          <Button variant="primary" onClick={() => void signIn()}>
            {t("signIn")}
          </Button>
        </>
      }
    />
  );
}
