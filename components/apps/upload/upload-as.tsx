"use client";

import { useTranslations } from "next-intl";
import type { App } from "@/lib/apps/contract";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { useDraft } from "./use-draft";

interface UploadAsProps {
  draft: ReturnType<typeof useDraft>;
  ownApps: readonly App[];
  disabled: boolean;
}

const NEW = "new";

/** Whether the upload is a new app or the next version of one, whom that replaces, and how many people use it. */
export function UploadAs({ draft, ownApps, disabled }: UploadAsProps) {
  const t = useTranslations("apps.upload");
  const { existing, sameName, updateApp } = draft;
  return (
    <div className="mb-4 flex flex-col gap-3 empty:hidden">
      {ownApps.length > 0 && (
        <Field label={t("as")}>
          <Select
            name="as"
            disabled={disabled}
            value={existing?.id ?? NEW}
            onValueChange={(id) => updateApp(ownApps.find((app) => app.id === id) ?? null)}
            options={[
              { value: NEW, label: t("asNew") },
              ...ownApps.map(({ id, name }) => ({ value: id, label: t("newVersionOf", { name }) })),
            ]}
          />
        </Field>
      )}
      {existing && (
        <Banner role="status">
          {t("replaces", { name: existing.name, version: existing.version, count: existing.counts.users })}
        </Banner>
      )}
      {sameName && (
        <Banner
          role="status"
          actions={
            <Button size="sm" disabled={disabled} onClick={() => updateApp(sameName)}>
              {t("updateInstead")}
            </Button>
          }
        >
          {t("sameName", { name: sameName.name, count: sameName.counts.users })}
        </Banner>
      )}
    </div>
  );
}
