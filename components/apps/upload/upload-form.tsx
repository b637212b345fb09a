"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { APP_CATEGORIES, type AppCategory } from "@/lib/package/category";
import { APP_DESCRIPTION_MAX_CHARS } from "@/lib/package/limits";
import { countGraphemes } from "@/lib/shared/visible-text";
import { SEMVER_MAX_CHARS } from "@/lib/package/semver";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { TagsInput } from "../tags-input";

export type UploadFormValues = {
  name: string;
  version: string;
  description: string;
  category: AppCategory;
  tags: string[];
  notes: string;
};

interface UploadFormProps {
  values: UploadFormValues;
  errors: { name?: string; version?: ReactNode };
  /** A new version of an existing app, which may have notes. */
  isUpdate: boolean;
  disabled: boolean;
  onChange: (change: Partial<UploadFormValues>) => void;
}

const NOTES_MAX_CHARS = 2_000;

/** What the store says about the app; prefilled from the manifest. */
export function UploadForm({ values, errors, isUpdate, disabled, onChange }: UploadFormProps) {
  const t = useTranslations("apps.form");
  const category = useTranslations("apps.category");
  const common = useTranslations("common");
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <Field label={t("name")} required error={errors.name}>
          <Input
            name="name"
            value={values.name}
            maxLength={200}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
        <Field label={t("version")} required error={errors.version}>
          <Input
            name="version"
            value={values.version}
            maxLength={SEMVER_MAX_CHARS}
            spellCheck={false}
            onChange={(event) => onChange({ version: event.target.value })}
          />
        </Field>
      </div>
      {isUpdate && (
        <Field label={t("notes")} aside={common("optional")}>
          <Textarea
            grow
            rows={2}
            name="notes"
            maxGraphemes={NOTES_MAX_CHARS}
            value={values.notes}
            placeholder={t("notesPlaceholder")}
            onChange={(event) => onChange({ notes: event.target.value })}
          />
        </Field>
      )}
      <Field
        label={t("description")}
        aside={`${countGraphemes(values.description, APP_DESCRIPTION_MAX_CHARS)} / ${APP_DESCRIPTION_MAX_CHARS}`}
      >
        <Textarea
          grow
          rows={4}
          name="description"
          maxGraphemes={APP_DESCRIPTION_MAX_CHARS}
          value={values.description}
          placeholder={t("descriptionPlaceholder")}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      <Field label={t("category")}>
        <Select
          name="category"
          value={values.category}
          onValueChange={(chosen) => onChange({ category: chosen })}
          options={APP_CATEGORIES.map((value) => ({ value, label: category(value) }))}
        />
      </Field>
      <Field label={t("tags")} aside={common("optional")}>
        <TagsInput tags={values.tags} onChange={(tags) => onChange({ tags })} />
      </Field>
    </fieldset>
  );
}
