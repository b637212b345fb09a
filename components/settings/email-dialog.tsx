"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { CodeField } from "@/components/ui/code-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/browser/api";
import { noteMe } from "@/lib/auth/session.client";
import { useSubmit } from "@/lib/auth/use-submit";
import { CODE_DIGITS } from "@/lib/config/limits";
import type { Me } from "@/lib/people/user-contract";
import { FormDialog } from "./form-dialog";
import { useReauthenticated } from "./reauthentication";

/** Changes the email address: asks for the new one, then for the code mailed there. */
export function EmailDialog({
  outboxOpen,
  onChanged,
  onClose,
}: {
  outboxOpen: boolean;
  onChanged: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("settings.emailDialog");
  const tOutbox = useTranslations("auth.outbox");
  const guarded = useReauthenticated();
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const form = useSubmit("signup", ["email", "code"]);

  async function requestCode() {
    const sent = await form.run(() =>
      guarded(() => api("/v2/auth/email", { method: "PUT", body: { email } })),
    );
    if (sent) setSentTo(email.trim());
  }

  async function confirm(value: string) {
    const response = await form.run(() =>
      api<{ user?: Me }>("/v2/auth/email/confirm", { method: "POST", body: { code: value } }),
    );
    if (!response) return setCode("");
    if (response.user) noteMe(response.user);
    toast(t("done"), { tone: "success" });
    onChanged();
    onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (sentTo === null) void requestCode();
    else if (code.length === CODE_DIGITS) void confirm(code);
  }

  return (
    <FormDialog
      form={form}
      size="sm"
      title={t("title")}
      description={sentTo === null ? undefined : t("sent", { email: sentTo })}
      action={sentTo === null ? t("send") : t("confirm")}
      isUnsaved={email !== ""}
      onSubmit={submit}
      onClose={onClose}
    >
      {sentTo === null ? (
        <Field label={t("newEmail")} error={form.fieldError("email")} required>
          <Input
            autoFocus
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
      ) : (
        <>
          {outboxOpen && (
            <a
              href={`/outbox?to=${encodeURIComponent(sentTo)}`}
              target="_blank"
              rel="noopener"
              className="text-sm text-accent underline-offset-4 hover:underline"
            >
              {tOutbox("open")}
            </a>
          )}
          <CodeField
            error={form.fieldError("code")}
            value={code}
            onValueChange={setCode}
            onComplete={(value) => void confirm(value)}
          />
        </>
      )}
    </FormDialog>
  );
}
