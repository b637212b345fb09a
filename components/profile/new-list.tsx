"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { NameForm } from "@/components/ui/name-form";
import { LIST_NAME_MAX_CHARS } from "@/lib/config/limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { PeopleList } from "@/lib/people/list-contract";
import { makeList } from "@/lib/people/list-queries";

/** Creates a list. */
export function NewList({ onMade }: { onMade?: (list: PeopleList) => void }) {
  const t = useTranslations("profile.lists");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const make = async (name: string) => {
    // Not inside the optional call, which leaves its arguments out where nobody listens.
    const list = await makeList(client, name);
    onMade?.(list);
  };
  return (
    <NameForm
      label={t("newName")}
      placeholder={t("namePlaceholder")}
      missing={t("nameMissing")}
      submit={t("make")}
      maxGraphemes={LIST_NAME_MAX_CHARS}
      errorText={errors.text}
      onSubmit={make}
    />
  );
}
