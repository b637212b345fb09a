"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Banner } from "@/components/ui/banner";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { SubmitButton } from "@/components/ui/submit-button";
import { api } from "@/lib/browser/api";
import { useUsernameField } from "@/lib/account/use-username-field";
import { useSubmit } from "@/lib/auth/use-submit";
import { BIO_MAX_CHARS, DISPLAY_NAME_MAX_CHARS } from "@/lib/config/limits";
import type { UpdateProfileResponse } from "@/lib/account/contract";
import type { Me } from "@/lib/people/user-contract";

const FIELDS = ["username", "displayName", "bio"] as const;
type Fields = Record<(typeof FIELDS)[number], string>;

/** The profile fields, prefilled from the sign-up. */
export function ProfileStep({
  me,
  onEdited,
  onDone,
}: {
  me: Me;
  onEdited: (isEdited: boolean) => void;
  onDone: (me: Me) => void;
}) {
  const t = useTranslations("onboarding.profile");
  const tCommon = useTranslations("common");
  const tErrors = useTranslations("errors.fields");
  const [displayName, setDisplayName] = useState(me.displayName);
  const [username, setUsername] = useState(me.username);
  const name = useUsernameField(username, me.username);
  const form = useSubmit("other", FIELDS);

  // The fields are uncontrolled, so that text typed before hydration stays.
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Fields;
    const missing: Record<string, string> = {};
    if (!values.username.trim()) missing.username = tErrors("required");
    if (!values.displayName.trim()) missing.displayName = tErrors("required");
    if (Object.keys(missing).length > 0) return form.refuse(missing);
    const response = await form.run(() =>
      api<UpdateProfileResponse>("/v2/users/me", { method: "PATCH", body: values }),
    );
    if (!response) return;
    onEdited(false);
    onDone(response.data);
  }

  return (
    <form
      {...form.props}
      onSubmit={submit}
      onInput={({ currentTarget }) => {
        const values = new FormData(currentTarget);
        onEdited(FIELDS.some((field) => values.get(field) !== me[field]));
      }}
      aria-labelledby="step-title"
    >
      <div className="flex items-center gap-4">
        <Avatar id={me.id} name={displayName || me.displayName} src={me.avatarUrl} size="xl" />
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
            maxGraphemes={DISPLAY_NAME_MAX_CHARS}
            defaultValue={me.displayName}
            onChange={(event) => setDisplayName(event.target.value)}
          />
        </Field>
        <Field
          label={t("username")}
          hint={name.free && <span className="text-success">{name.free}</span>}
          error={form.fieldError("username") ?? name.problem}
          required
        >
          <Input
            name="username"
            leading="@"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={me.username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </Field>
        <Field
          label={t("bio")}
          aside={tCommon("optional")}
          hint={t("bioHint")}
          error={form.fieldError("bio")}
        >
          <Textarea name="bio" grow rows={3} maxGraphemes={BIO_MAX_CHARS} defaultValue={me.bio} />
        </Field>
        <SubmitButton form={form} className="mt-1 sm:w-auto sm:self-start">
          {t("submit")}
        </SubmitButton>
      </div>
    </form>
  );
}
