"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useEditApp } from "@/lib/apps/mutations";
import type { App } from "@/lib/apps/contract";
import { APP_CATEGORIES, toAppCategory, type AppCategory } from "@/lib/package/category";
import { APP_DESCRIPTION_MAX_CHARS } from "@/lib/package/limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { useDiscard } from "@/components/ui/use-discard";
import { TagsInput } from "./tags-input";

/** Edits what the store says about the app; a new package needs a new version. */
export function EditAppDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const t = useTranslations("apps");
  const common = useTranslations("common");
  const errors = useErrorTexts();
  const form = useId();
  const edit = useEditApp(app.id);
  const [description, setDescription] = useState(app.description);
  const [category, setCategory] = useState<AppCategory>(toAppCategory(app.category));
  const [tags, setTags] = useState(app.tags);
  const isUnsaved =
    description !== app.description ||
    category !== toAppCategory(app.category) ||
    tags.join("\n") !== app.tags.join("\n");
  const { close, question } = useDiscard(isUnsaved, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t("owner.editTitle", { name: app.name })}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {common("cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={edit.isPending}>
            {common("save")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          edit.mutate(
            { description, category, tags },
            {
              onSuccess: () => {
                toast(common("saved"), { tone: "success" });
                onClose();
              },
            },
          );
        }}
      >
        {edit.isError && (
          <Banner tone="danger" role="alert">
            {errors.text(edit.error)}
          </Banner>
        )}
        <Field label={t("form.description")}>
          <Textarea
            grow
            rows={4}
            maxGraphemes={APP_DESCRIPTION_MAX_CHARS}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <Field label={t("form.category")}>
          <Select
            value={category}
            onValueChange={setCategory}
            options={APP_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
          />
        </Field>
        <Field label={t("form.tags")} aside={common("optional")}>
          <TagsInput tags={tags} onChange={setTags} />
        </Field>
      </form>
      {question}
    </Dialog>
  );
}
