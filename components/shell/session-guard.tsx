"use client";

import { useTranslations } from "next-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { forgetUnsaved, hasUnsaved } from "@/components/ui/leave";
import { toastAfterLoad } from "@/components/ui/toast";
import { useSessionExpiry, useSessionWatch } from "@/lib/auth/use-session-guard";
import { API_BASE } from "@/lib/config/env.client";

/** Watches the session and opens a dialog when it has expired. */
export function SessionGuard({ userId }: { userId: string }) {
  const t = useTranslations("shell.sessionExpired");
  useSessionWatch(userId, forgetUnsaved);
  const { expired, signInAgain, continueAsGuest } = useSessionExpiry();

  // The page's forms stay where they are: once its tab has signed in, useSessionWatch closes the dialog here.
  const inNewTab = expired && hasUnsaved();

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
      description={t(inNewTab ? "descriptionUnsaved" : "description")}
      footer={
        <>
          <Button variant="ghost" onClick={continueAsGuest}>
            {t("guest")}
          </Button>
          {inNewTab ? (
            // Not /login, which the cookie of an ended session would lead away from.
            <a
              className={buttonClass({ variant: "primary" })}
              href={`${API_BASE}/v2/auth/ended`}
              target="_blank"
            >
              {t("signIn")}
            </a>
          ) : (
            <Button variant="primary" onClick={() => void signIn()}>
              {t("signIn")}
            </Button>
          )}
        </>
      }
    />
  );
}
