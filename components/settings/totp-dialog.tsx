"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { CodeField } from "@/components/ui/code-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/lib/browser/api";
import { useSubmit } from "@/lib/auth/use-submit";
import { CODE_DIGITS, TOKEN_NAME_MAX_CHARS } from "@/lib/config/limits";
import type { RecoveryCodesResponse, TotpEnrolment } from "@/lib/auth/contract";
import { CopyButton } from "./copy-button";
import { FormDialog } from "./form-dialog";
import { useReauthenticated } from "./reauthentication";

/** Enrols an authenticator app: shows the QR code and asks for a first code, and for a name if it is not the first app. */
export function TotpDialog({
  isFirst,
  onEnabled,
  onClose,
}: {
  isFirst: boolean;
  onEnabled: (recoveryCodes: string[]) => void;
  onClose: () => void;
}) {
  const t = useTranslations("settings.totpDialog");
  const guarded = useReauthenticated();
  const [enrolment, setEnrolment] = useState<TotpEnrolment | null>(null);
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const form = useSubmit("other", ["code", "name"]);
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void form.run(async () => {
      const begun = await guarded(() => api<TotpEnrolment>("/v2/auth/factors", { method: "POST" }));
      if (begun) setEnrolment(begun);
      else onClose();
    });
  });

  async function confirm(value: string) {
    const response = await form.run(() =>
      guarded(() =>
        api<RecoveryCodesResponse>("/v2/auth/factors/confirm", {
          method: "POST",
          body: { code: value, ...(name.trim() && { name }) },
        }),
      ),
    );
    if (response) onEnabled(response.recoveryCodes);
    else setCode("");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === CODE_DIGITS) void confirm(code);
  }

  return (
    <FormDialog
      form={form}
      title={t("title")}
      description={t("scan")}
      initialFocus={() => null}
      action={t("confirm")}
      loading={form.pending && enrolment !== null}
      disabled={!enrolment}
      onSubmit={submit}
      onClose={onClose}
    >
      {enrolment ? (
        <img src={enrolment.qr} alt={t("qrAlt")} className="mx-auto size-52 rounded-lg" />
      ) : (
        <Skeleton className="mx-auto size-52" />
      )}
      <div>
        <p className="text-sm text-muted">{t("manual")}</p>
        <p className="mt-1 flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-md bg-sunken px-2.5 py-1.5 font-mono text-sm break-all">
            {enrolment?.secret.match(/.{4}/g)?.join(" ") ?? "…"}
          </code>
          {enrolment && <CopyButton text={enrolment.secret} label={t("copyKey")} />}
        </p>
      </div>
      {!isFirst && (
        <Field label={t("name")} hint={t("nameHint")} error={form.fieldError("name")}>
          <Input
            autoComplete="off"
            maxLength={TOKEN_NAME_MAX_CHARS}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      )}
      <CodeField
        autoFocus={false}
        error={form.fieldError("code")}
        value={code}
        onValueChange={setCode}
        onComplete={(value) => void confirm(value)}
      />
    </FormDialog>
  );
}
