"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import {
  createPasskey,
  isCeremonyClosed,
  isKnownDevice,
  passkeyCreationOptions,
} from "@/lib/auth/passkey.client";
import type { PasskeyInfo } from "@/lib/auth/passkey-contract";
import { useSubmit } from "@/lib/auth/use-submit";
import { describeUserAgent } from "@/lib/auth/user-agent";
import { api } from "@/lib/browser/api";
import { TOKEN_NAME_MAX_CHARS } from "@/lib/config/limits";
import { FormDialog } from "./form-dialog";
import { useReauthenticated } from "./reauthentication";

/** Creates a passkey, or renames `passkey`. */
export function PasskeyDialog({
  passkey,
  onSaved,
  onClose,
}: {
  passkey: PasskeyInfo | null;
  onSaved: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("settings.passkeys");
  const tDevice = useTranslations("settings.security");
  const tErrors = useTranslations("errors.fields");
  const guarded = useReauthenticated();
  const form = useSubmit("other", ["name"], (error) => (isKnownDevice(error) ? t("known") : null));
  const [name, setName] = useState(() => {
    if (passkey) return passkey.name;
    const { browser, system } = describeUserAgent(navigator.userAgent);
    return browser && system ? tDevice("deviceName", { browser, system }) : "";
  });

  async function add() {
    const options = await guarded(passkeyCreationOptions);
    if (!options) return undefined;
    return createPasskey(options, name).catch((error: unknown) => {
      if (isCeremonyClosed(error)) return undefined;
      throw error;
    });
  }

  async function rename({ id }: PasskeyInfo) {
    await api(`/v2/auth/passkeys/${id}`, { method: "PATCH", body: { name } });
    return true;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!name.trim()) return form.refuse({ name: tErrors("required") });
    const saved = await form.run<unknown>(() => (passkey ? rename(passkey) : add()));
    if (!saved) return;
    if (!passkey) toast(t("added"), { tone: "success" });
    onSaved();
  }

  return (
    <FormDialog
      form={form}
      size="sm"
      title={passkey ? t("renameTitle") : t("addTitle")}
      description={passkey ? undefined : t("addLead")}
      action={passkey ? t("save") : t("create")}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Field label={t("name")} hint={t("nameHint")} error={form.fieldError("name")} required>
        <Input
          autoFocus
          autoComplete="off"
          maxLength={TOKEN_NAME_MAX_CHARS}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
