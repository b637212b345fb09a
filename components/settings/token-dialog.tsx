"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { CreatedToken, CreateToken } from "@/lib/auth/token-contract";
import { TOKEN_SCOPES, type TokenScope } from "@/lib/auth/token-scopes";
import { useSubmit } from "@/lib/auth/use-submit";
import { api } from "@/lib/browser/api";
import { TOKEN_NAME_MAX_CHARS } from "@/lib/config/limits";
import { CopyButton } from "./copy-button";
import { FormDialog } from "./form-dialog";
import { useReauthenticated } from "./reauthentication";

const LIFETIMES = ["7", "30", "90", "365", "none"] as const;

/** Creates a personal access token, then shows it: the server never returns it again. */
export function TokenDialog({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const t = useTranslations("settings.tokens");
  const tErrors = useTranslations("errors.fields");
  const guarded = useReauthenticated();
  const form = useSubmit("other", ["name", "scopes"]);
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<TokenScope[]>(["read"]);
  const [lifetime, setLifetime] = useState<(typeof LIFETIMES)[number]>("90");
  const [created, setCreated] = useState<CreatedToken | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!name.trim()) return form.refuse({ name: tErrors("required") });
    const expiresInDays = lifetime === "none" ? null : Number(lifetime);
    const body: CreateToken = { name, scopes, expiresInDays };
    const token = await form.run(() =>
      guarded(() => api<CreatedToken>("/v2/auth/tokens", { method: "POST", body })),
    );
    if (!token) return;
    setCreated(token);
    onCreated();
  }

  if (created) return <NewToken token={created} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={t("createTitle")}
      action={t("create")}
      disabled={scopes.length === 0}
      isUnsaved={name !== ""}
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
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t("may")}</legend>
        {TOKEN_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`scopes.${scope}`)}
            hint={t(`scopeHints.${scope}`)}
            checked={scopes.includes(scope)}
            onChange={({ target }) =>
              setScopes(target.checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
            }
          />
        ))}
      </fieldset>
      <Field label={t("lifetime")}>
        <Select
          options={LIFETIMES.map((value) => ({
            value,
            label: value === "none" ? t("withoutEnd") : t("days", { days: Number(value) }),
          }))}
          value={lifetime}
          onValueChange={setLifetime}
        />
      </Field>
    </FormDialog>
  );
}

/** The server never shows it again, so Escape does not close the dialog. */
function NewToken({ token, onClose }: { token: CreatedToken; onClose: () => void }) {
  const t = useTranslations("settings.tokens");
  return (
    <Dialog
      open
      alert
      closeHidden
      onOpenChange={() => undefined}
      title={t("createdTitle", { name: token.name })}
      description={t("createdLead")}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("kept")}
        </Button>
      }
    >
      <p className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-md bg-sunken px-2.5 py-1.5 font-mono text-sm break-all">
          {token.token}
        </code>
        <CopyButton text={token.token} label={t("copy")} />
      </p>
    </Dialog>
  );
}
