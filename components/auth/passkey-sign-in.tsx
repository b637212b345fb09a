"use client";

import { Fingerprint } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Submit } from "@/lib/auth/use-submit";
import { PASSKEY_CHALLENGE_SECONDS } from "@/lib/config/limits";
import { enterProduct } from "./sign-in";
import { usePasskeySupport } from "@/lib/auth/use-passkey-support";

/** The autofill offer is refreshed before its challenge expires. */
const RENEW_MS = (PASSKEY_CHALLENGE_SECONDS - 60) * 1_000;

/**
 * Signs in with a passkey, by button or by autofill of the address field. With `challenge`, the button completes that
 * sign-in as its second factor. `form` shows failures.
 */
export function PasskeySignIn({
  form,
  host,
  challenge,
}: {
  form: Submit;
  /** The relying party; null if the instance has none. */
  host: string | null;
  challenge?: string;
}) {
  const t = useTranslations("auth.passkey");
  const supported = usePasskeySupport(host);
  const [pressed, setPressed] = useState(false);
  const [round, setRound] = useState(0);
  const { run } = form;
  const offersAutofill = supported && !pressed && challenge === undefined;
  const showError = useEffectEvent((error: Error) => void run(() => Promise.reject(error)));

  useEffect(() => {
    if (!offersAutofill) return;
    let ended = false;
    let close = () => {};
    const timer = setTimeout(() => setRound(round + 1), RENEW_MS);
    async function offer() {
      const { canAutofill, closeCeremony, signInWithPasskey } = await import("@/lib/auth/passkey.client");
      if (ended || !(await canAutofill()) || ended) return;
      close = closeCeremony;
      await signInWithPasskey({ autofill: { isWanted: () => !ended } });
      enterProduct();
    }
    // The person did not start this, so it fails silently, unless they chose a passkey and it was rejected.
    offer().catch((error: unknown) => {
      if (ended || (error as { code?: string }).code !== "passkey_refused") return;
      showError(error as Error);
      setRound(round + 1);
    });
    return () => {
      ended = true;
      clearTimeout(timer);
      close();
    };
  }, [offersAutofill, round]);

  async function signIn() {
    setPressed(true);
    const signedIn = await run(async () => {
      const { isCeremonyClosed, signInWithPasskey } = await import("@/lib/auth/passkey.client");
      return signInWithPasskey({ challenge }).catch((error: unknown) => {
        if (isCeremonyClosed(error)) return undefined;
        throw error;
      });
    });
    if (signedIn) enterProduct();
    else setPressed(false);
  }

  if (!supported) return null;
  return (
    <Button
      variant="outline"
      size="lg"
      className="w-full"
      icon={<Fingerprint aria-hidden />}
      loading={pressed}
      onClick={() => void signIn()}
    >
      {t(challenge === undefined ? "signIn" : "use")}
    </Button>
  );
}
