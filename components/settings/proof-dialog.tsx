"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { ProviderIcon } from "@/components/ui/provider-icon";
import { api } from "@/lib/browser/api";
import type { FactorsResponse } from "@/lib/auth/contract";
import type { ProviderId } from "@/lib/auth/providers";
import { useSubmit } from "@/lib/auth/use-submit";
import { CODE_DIGITS } from "@/lib/config/limits";
import { FormDialog } from "./form-dialog";

type By = "password" | "code" | "mail" | "other";

/** The methods to reauthenticate with; the first is selected when the dialog opens. */
function waysOf(factors: FactorsResponse | undefined): By[] {
  if (!factors) return ["password"];
  const ways: By[] = [];
  if (factors.hasPassword) ways.push("password");
  if (factors.totp.enabled) ways.push("code");
  if (factors.canProveByMail) ways.push("mail");
  return ways.length > 0 ? ways : ["other"];
}

/** Reauthenticates with the password, a code, a passkey or a linked provider. */
export function ProofDialog({
  factors,
  onProven,
  onClose,
}: {
  factors: FactorsResponse | undefined;
  onProven: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("settings.reauth");
  const tAuth = useTranslations("auth.fields");
  const ways = waysOf(factors);
  const [by, setBy] = useState(ways[0]!);
  const [isSent, setSent] = useState(false);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const form = useSubmit("other", ["password", "code"]);
  const isMailDue = by === "mail" && !isSent;

  async function prove(body: object) {
    const done = await form.run(async () => {
      await api("/v2/auth/reauthenticate", { method: "POST", body });
      return true;
    });
    if (done) onProven();
    else setCode("");
  }

  async function sendMail() {
    const sent = await form.run(() => api("/v2/auth/reauthenticate/code", { method: "POST" }));
    if (sent) setSent(true);
  }

  async function proveWithPasskey() {
    const done = await form.run(async () => {
      const { isCeremonyClosed, proveByPasskey } = await import("@/lib/auth/passkey.client");
      return proveByPasskey().then(
        () => true,
        (error: unknown) => {
          if (isCeremonyClosed(error)) return false;
          throw error;
        },
      );
    });
    if (done) onProven();
  }

  /** Leaves the page; Settings shows the result when the person returns. */
  const proveAt = (provider: ProviderId) =>
    form.run(async () => {
      const { visitProvider } = await import("@/lib/auth/provider.client");
      return visitProvider(provider, "reauthenticate");
    });

  const proveByCode = (value: string) => prove(by === "mail" ? { mailCode: value } : { code: value });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isMailDue) void sendMail();
    else if (by === "password") {
      if (password) void prove({ password });
    } else if (code.length === CODE_DIGITS) void proveByCode(code);
  }

  const lead = {
    password: "lead",
    code: "codeLead",
    mail: isSent ? "sentLead" : "mailLead",
    other: "otherLead",
  };
  const change = { password: "withPassword", code: "withCode", mail: "withMail" } as const;
  const providers = factors?.providers ?? [];
  return (
    <FormDialog
      form={form}
      size="sm"
      title={t("title")}
      description={t(lead[by] as "lead")}
      action={t(isMailDue ? "sendMail" : "confirm")}
      disabled={by === "other"}
      onSubmit={submit}
      onClose={onClose}
    >
      {by === "password" && (
        <Field label={tAuth("password")} error={form.fieldError("password")} required>
          <PasswordInput
            autoFocus
            name="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      )}
      {(by === "code" || (by === "mail" && isSent)) && (
        <CodeField
          error={form.fieldError("code")}
          value={code}
          onValueChange={setCode}
          onComplete={(value) => void proveByCode(value)}
        />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {ways.map(
          (way) =>
            way !== by &&
            way !== "other" && (
              <Button
                key={way}
                variant="ghost"
                size="sm"
                onClick={() => {
                  setBy(way);
                  setCode("");
                  form.reset();
                }}
              >
                {t(change[way])}
              </Button>
            ),
        )}
        {(factors?.passkeys ?? 0) > 0 && (
          <Button variant="ghost" size="sm" disabled={form.pending} onClick={() => void proveWithPasskey()}>
            {t("withPasskey")}
          </Button>
        )}
        {providers.map((provider) => (
          <Button
            key={provider}
            variant="ghost"
            size="sm"
            icon={<ProviderIcon provider={provider} className="size-4" />}
            disabled={form.pending}
            onClick={() => void proveAt(provider)}
          >
            {t("withProvider", { provider: PROVIDER_NAMES[provider] ?? t("otherProvider") })}
          </Button>
        ))}
      </div>
    </FormDialog>
  );
}

const PROVIDER_NAMES: Partial<Record<ProviderId, string>> = {
  github: "GitHub",
  google: "Google",
  apple: "Apple",
  discord: "Discord",
};
