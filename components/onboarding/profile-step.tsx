"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Banner } from "@/components/ui/banner";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { SubmitButton } from "@/components/ui/submit-button";
import { api } from "@/lib/client/api/client";
import { useEarlyInput } from "@/lib/client/session/use-early-input";
import { useSubmit } from "@/lib/client/session/use-submit";
import { BIO_MAX_CHARS, DISPLAY_NAME_MAX_CHARS } from "@/lib/config/limits";
import type { UpdateProfileAnswer } from "@/lib/contracts/profile";
import type { Me } from "@/lib/contracts/user";

/** The least of a profile: the two names, prefilled from the sign-up. */
export function ProfileStep({ me, onDone }: { me: Me; onDone: (me: Me) => void }) {
  const t = useTranslations("onboarding.profile");
  const tCommon = useTranslations("common");
  const tErrors = useTranslations("errors.fields");
  const [values, setValues] = useState({ username: me.username, displayName: me.displayName, bio: me.bio });
  const form = useSubmit("other", ["username", "displayName", "bio"]);
  useEarlyInput(form.props.ref, (early) => setValues((current) => ({ ...current, ...early })));
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues((current) => ({ ...current, [name]: event.target.value }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    const missing: Record<string, string> = {};
    if (!values.username.trim()) missing.username = tErrors("required");
    if (!values.displayName.trim()) missing.displayName = tErrors("required");
    if (Object.keys(missing).length > 0) return form.refuse(missing);
    const answer = await form.run(() =>
      api<UpdateProfileAnswer>("/v2/users/me", { method: "PATCH", body: values }),
    );
    if (answer) onDone(answer.data);
  }

  return (
    <form {...form.props} onSubmit={submit} aria-labelledby="step-title">
      <div className="flex items-center gap-4">
        <Avatar id={me.id} name={values.displayName || me.displayName} src={me.avatarUrl} size="xl" />
        <div>
          <h2 id="step-title" className="text-2xl">
            {t("title")}
          </h2>
          <p className="mt-0.5 text-muted">{t("lead")}</p>
        </div>
      </div>
      <div className="mt-6 flex flex-col gap-4">
        {form.failure?.text && <Banner tone="danger" role="alert" title={form.failure.text} />}
        <Field label={t("displayName")} error={form.fieldError("displayName")} required>
          <Input
            name="displayName"
            autoComplete="name"
            maxLength={DISPLAY_NAME_MAX_CHARS}
            value={values.displayName}
            onChange={set("displayName")}
          />
        </Field>
        <Field label={t("username")} error={form.fieldError("username")} required>
          <Input
            name="username"
            leading="@"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={values.username}
            onChange={set("username")}
          />
        </Field>
        <Field
          label={t("bio")}
          aside={tCommon("optional")}
          hint={t("bioHint")}
          error={form.fieldError("bio")}
        >
          <Textarea
            name="bio"
            grow
            rows={3}
            maxLength={BIO_MAX_CHARS}
            value={values.bio}
            onChange={set("bio")}
          />
        </Field>
        <SubmitButton form={form} className="mt-1 sm:w-auto sm:self-start">
          {t("submit")}
        </SubmitButton>
      </div>
    </form>
  );
}
