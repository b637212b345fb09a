"use client";

import { Fingerprint, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import {
  createPasskey,
  isCeremonyClosed,
  isKnownDevice,
  passkeyCreationOptions,
} from "@/lib/auth/passkey.client";
import { usePasskeySupport } from "@/lib/auth/use-passkey-support";
import { describeUserAgent } from "@/lib/auth/user-agent";
import { api, ApiError } from "@/lib/browser/api";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

/** Offers to add a passkey where this device can keep one. Dismissed, it is so on all devices. */
export function PasskeyOffer({ host }: { host: string }) {
  const t = useTranslations("shell.passkeyOffer");
  const errors = useErrorTexts();
  const router = useRouter();
  const supported = usePasskeySupport(host);
  const [isShown, setShown] = useState(false);
  const [pending, setPending] = useState(false);

  useEffect(() => {
    if (!supported) return;
    let isGone = false;
    void PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then(
      (isAvailable) => !isGone && setShown(isAvailable),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [supported]);

  if (!isShown) return null;

  const hide = () => {
    setShown(false);
    // The focused button is gone.
    document.getElementById("content")?.focus({ preventScroll: true });
  };

  async function dismiss() {
    hide();
    try {
      await api("/v2/auth/passkeys/offer", { method: "DELETE" });
    } catch (error) {
      setShown(true);
      toast(errors.text(error), { tone: "danger" });
    }
  }

  async function add() {
    setPending(true);
    try {
      const { browser, system } = describeUserAgent(navigator.userAgent);
      const name = browser && system ? t("deviceName", { browser, system }) : (browser ?? system ?? host);
      await createPasskey(await passkeyCreationOptions(), name);
      hide();
      toast(t("added"), { tone: "success" });
    } catch (error) {
      // Settings ask for the password first.
      if (error instanceof ApiError && error.code === "reauthentication_required")
        router.push("/settings#security");
      else if (isKnownDevice(error)) toast(t("known"));
      else if (!isCeremonyClosed(error)) toast(errors.text(error), { tone: "danger" });
    } finally {
      setPending(false);
    }
  }

  return (
    <section aria-label={t("label")} className="border-b border-border bg-raised px-3">
      <div className="mx-auto flex w-full max-w-wide flex-wrap items-center gap-x-3 gap-y-1 py-2">
        <Fingerprint aria-hidden className="size-4.5 flex-none text-muted" />
        <p className="min-w-0 flex-1 text-sm text-pretty">{t("text")}</p>
        <div className="ml-auto flex items-center gap-1">
          <Button size="sm" variant="outline" loading={pending} onClick={() => void add()}>
            {t("add")}
          </Button>
          <IconButton label={t("dismiss")} className="flex-none" onClick={() => void dismiss()}>
            <X aria-hidden />
          </IconButton>
        </div>
      </div>
    </section>
  );
}
