"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { preferencesQuery } from "@/lib/account/queries";
import type { Collection } from "@/lib/collections/contract";
import { changeCollection, makeCollection } from "@/lib/collections/queries";
import { COLLECTION_TEXT_MAX_CHARS, COLLECTION_TITLE_MAX_CHARS } from "@/lib/config/collection-limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { useDiscard } from "@/components/ui/use-discard";

interface CollectionDialogProps {
  /** Null creates a new one. */
  collection: Collection | null;
  onClose: () => void;
  onMade?: (made: Collection) => void;
}

/** Creates a collection, or edits its title, description and visibility. */
export function CollectionDialog({ collection, onClose, onMade }: CollectionDialogProps) {
  const t = useTranslations("collections");
  const common = useTranslations("common");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const form = useId();
  const forFollowers = useQuery(preferencesQuery()).data?.isPrivate ?? false;
  const before = { title: "", description: "", isPublic: true, ...collection };
  const [title, setTitle] = useState(before.title);
  const [description, setDescription] = useState(before.description);
  const [isPublic, setIsPublic] = useState(before.isPublic);
  const [problem, setProblem] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isChanged = title !== before.title || description !== before.description;
  const { close, question } = useDiscard(isChanged, onClose);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    if (!title.trim()) return setProblem("empty");
    setIsSaving(true);
    const words = { title: title.trim(), description: description.trim(), isPublic };
    try {
      if (collection) await changeCollection(client, collection.id, words);
      else onMade?.(await makeCollection(client, words));
      onClose();
    } catch (error) {
      setProblem(error);
      setIsSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t(collection ? "edit" : "new")}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {common("cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={isSaving}>
            {collection ? common("save") : t("make")}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        <Field
          label={t("name")}
          error={problem === "empty" ? t("nameMissing") : problem ? errors.text(problem) : undefined}
        >
          <Input
            dir="auto"
            value={title}
            autoComplete="off"
            placeholder={t("namePlaceholder")}
            maxGraphemes={COLLECTION_TITLE_MAX_CHARS}
            onChange={(event) => {
              setTitle(event.target.value);
              setProblem(null);
            }}
          />
        </Field>
        <Field label={t("description")} aside={common("optional")}>
          <Textarea
            grow
            dir="auto"
            rows={3}
            value={description}
            maxGraphemes={COLLECTION_TEXT_MAX_CHARS}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <fieldset>
          <legend className="mb-1 text-sm font-medium">{t("whoSees")}</legend>
          <Checkbox
            radio
            name={`${form}-who`}
            label={t(forFollowers ? "followers" : "everybody")}
            hint={t(forFollowers ? "followersHint" : "everybodyHint")}
            checked={isPublic}
            onChange={() => setIsPublic(true)}
          />
          <Checkbox
            radio
            name={`${form}-who`}
            label={t("onlyMe")}
            hint={t("onlyMeHint")}
            checked={!isPublic}
            onChange={() => setIsPublic(false)}
          />
        </fieldset>
      </form>
      {question}
    </Dialog>
  );
}
