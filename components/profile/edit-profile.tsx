"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LeaveDialog } from "@/components/ui/leave-dialog";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { fetchMe, type MeWithEtag } from "@/lib/account/queries";
import { profileFailureOf, updateProfile } from "@/lib/account/profile.client";
import { useUsernameField } from "@/lib/account/use-username-field";
import { useSubmit } from "@/lib/auth/use-submit";
import { BIO_MAX_CHARS, DISPLAY_NAME_MAX_CHARS } from "@/lib/config/limits";
import {
  mergeProfile,
  PROFILE_FIELDS,
  type ProfileField,
  type ProfileValues,
} from "@/lib/account/profile-merge";
import { countGraphemes } from "@/lib/shared/visible-text";
import { EditMergeDialog } from "./edit-merge-dialog";
import { EditPictures } from "./edit-pictures";

type Conflict = { theirs: MeWithEtag; merged: ProfileValues; fields: ProfileField[] };

const valuesOf = ({ me }: MeWithEtag): ProfileValues => ({
  displayName: me.displayName,
  username: me.username,
  bio: me.bio,
});

export function EditProfile({ initial }: { initial: MeWithEtag }) {
  const t = useTranslations("settings.profile");
  const tErrors = useTranslations("errors");
  const tCommon = useTranslations("common");
  const router = useRouter();
  const [base, setBase] = useState(initial);
  const [values, setValues] = useState(() => valuesOf(initial));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useSubmit("other", PROFILE_FIELDS, (error) => {
    const failure = profileFailureOf(error);
    return failure && tErrors(`profile.${failure}`);
  });
  const bind = (field: ProfileField) => ({
    name: field,
    value: values[field],
    onChange: (event: { target: { value: string } }) =>
      setValues((current) => ({ ...current, [field]: event.target.value })),
    // Hydration resets a textarea that has a value: text typed before would be lost.
    readOnly: !form.ready,
  });
  const saved = valuesOf(base);
  const name = useUsernameField(values.username, saved.username);
  const changed = PROFILE_FIELDS.filter((field) => values[field] !== saved[field]);

  /** Sends the changes against `from`, the server's last known state with its ETag. */
  async function save(next: ProfileValues, from: MeWithEtag): Promise<void> {
    const before = valuesOf(from);
    const patch = Object.fromEntries(
      PROFILE_FIELDS.filter((field) => next[field] !== before[field]).map((field) => [field, next[field]]),
    );
    const updated = await form.run(async () => {
      try {
        return Object.keys(patch).length > 0 ? await updateProfile(patch, from.etag) : from;
      } catch (error) {
        if ((error as { code?: string }).code !== "precondition_failed") throw error;
        await mergeAndSave(next, from);
        return undefined;
      }
    });
    if (!updated) return;
    setBase(updated);
    setValues(valuesOf(updated));
    setConflict(null);
    toast(t("saved"), { tone: "success" });
    router.refresh();
  }

  /** The profile was changed elsewhere: merges both changes, or asks about conflicts. */
  async function mergeAndSave(mine: ProfileValues, from: MeWithEtag): Promise<void> {
    const theirs = await fetchMe();
    const { merged, conflicts } = mergeProfile({ base: valuesOf(from), mine, theirs: valuesOf(theirs) });
    setBase(theirs);
    if (conflicts.length > 0) return setConflict({ theirs, merged, fields: conflicts });
    setValues(merged);
    await save(merged, theirs);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const missing: Record<string, string> = {};
    if (!values.displayName.trim()) missing.displayName = tErrors("fields.required");
    if (!values.username.trim()) missing.username = tErrors("fields.required");
    if (Object.keys(missing).length > 0) return form.refuse(missing);
    void save(values, base);
  }

  async function reloadPictures() {
    const next = await fetchMe();
    setBase((current) => {
      // If the texts were changed elsewhere, the old ETag stays, so that saving detects the conflict.
      const same = PROFILE_FIELDS.every((field) => valuesOf(next)[field] === valuesOf(current)[field]);
      const { avatarUrl, bannerUrl } = next.me;
      return { etag: same ? next.etag : current.etag, me: { ...current.me, avatarUrl, bannerUrl } };
    });
    router.refresh();
  }

  return (
    <>
      <LeaveDialog isUnsaved={changed.length > 0} />
      <EditPictures me={base.me} onChanged={() => void reloadPictures()} />
      <div className="card mt-6 p-4 sm:p-6">
        <form {...form.props} onSubmit={submit} className="flex flex-col gap-4">
          {form.failure?.text && <Banner tone="danger" role="alert" title={form.failure.text} />}
          <Field label={t("displayName")} error={form.fieldError("displayName")} required>
            <Input {...bind("displayName")} autoComplete="name" maxGraphemes={DISPLAY_NAME_MAX_CHARS} />
          </Field>
          <Field
            label={t("username")}
            hint={
              changed.includes("username") && (
                <>
                  {name.free && <span className="text-success">{name.free} </span>}
                  {t("usernameHint")}
                </>
              )
            }
            error={form.fieldError("username") ?? name.problem}
            required
          >
            <Input
              {...bind("username")}
              leading="@"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          <Field
            label={t("bio")}
            aside={`${countGraphemes(values.bio, BIO_MAX_CHARS)} / ${BIO_MAX_CHARS}`}
            error={form.fieldError("bio")}
          >
            <Textarea {...bind("bio")} grow rows={4} maxGraphemes={BIO_MAX_CHARS} />
          </Field>
          <div className="flex flex-wrap items-center justify-end gap-3 pt-1">
            {changed.length > 0 && (
              <>
                <span className="mr-auto text-sm text-muted">{t("unsaved")}</span>
                <Button variant="ghost" onClick={() => setValues(saved)}>
                  {t("discard")}
                </Button>
              </>
            )}
            <Button
              type="submit"
              variant="primary"
              loading={form.pending}
              disabled={!form.ready || changed.length === 0}
            >
              {form.pending ? tCommon("saving") : t("save")}
            </Button>
          </div>
        </form>
      </div>
      {conflict && (
        <EditMergeDialog
          conflicts={conflict.fields}
          mine={values}
          theirs={valuesOf(conflict.theirs)}
          pending={form.pending}
          onSave={(chosen) => void save({ ...conflict.merged, ...chosen }, conflict.theirs)}
          onReload={() => {
            setValues(valuesOf(conflict.theirs));
            setConflict(null);
          }}
          onClose={() => setConflict(null)}
        />
      )}
    </>
  );
}
