"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toastAfterLoad } from "@/components/ui/toast";
import { deleteAccount } from "@/lib/account/profile.client";
import { logout } from "@/lib/auth/session.client";
import { useSubmit } from "@/lib/auth/use-submit";
import { FormDialog } from "./form-dialog";
import { useReauthenticated } from "./reauthentication";

/** Deletes the account once its username is typed. */
export function DeleteDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const t = useTranslations("settings.deleteDialog");
  const guarded = useReauthenticated();
  const [typed, setTyped] = useState("");
  const form = useSubmit("other", ["username"]);
  const matches = typed.trim().replace(/^@/, "").toLowerCase() === username;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!matches) return;
    const done = await form.run(() =>
      guarded(async () => {
        await deleteAccount(typed);
        return true;
      }),
    );
    if (!done) return;
    // Clears what this browser still keeps of the account, in the other tabs too.
    await logout();
    toastAfterLoad(t("done"), { description: t("doneDescription") });
    window.location.assign("/login");
  }

  return (
    <FormDialog
      form={form}
      alert
      size="sm"
      title={t("title")}
      description={t("lead")}
      action={t("submit")}
      danger
      disabled={!matches}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t("typeName", { username })} error={form.fieldError("username")} required>
        <Input
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
