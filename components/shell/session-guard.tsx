"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toastAfterLoad } from "@/components/ui/toast";
import { useSessionExpiry, useSessionWatch } from "@/lib/auth/use-session-guard";

/** Watches the session, and says over any screen when it has ended. */
export function SessionGuard() {
  const t = useTranslations("shell.sessionExpired");
  useSessionWatch();
  const { expired, signInAgain, continueAsGuest } = useSessionExpiry();

  const signIn = async () => {
    await signInAgain();
    toastAfterLoad(t("toastTitle"), { description: t("toastDescription"), tone: "warning" });
    // A real navigation, as at every sign-out: nothing of the person stays in this page's memory.
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
