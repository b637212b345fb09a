"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import type { ProfileField, ProfileValues } from "@/lib/account/profile-merge";

interface EditMergeDialogProps {
  conflicts: readonly ProfileField[];
  mine: ProfileValues;
  theirs: ProfileValues;
  pending: boolean;
  /** Called with the chosen values of the conflicting fields. */
  onSave: (chosen: Partial<ProfileValues>) => void;
  /** Discards the local changes. */
  onReload: () => void;
  onClose: () => void;
}

/** Resolves conflicts between the local changes and those saved on another device. */
export function EditMergeDialog({
  conflicts,
  mine,
  theirs,
  pending,
  onSave,
  onReload,
  onClose,
}: EditMergeDialogProps) {
  const t = useTranslations("settings.merge");
  const tFields = useTranslations("settings.profile");
  const [side, setSide] = useState<Partial<Record<ProfileField, "mine" | "theirs">>>({});
  const sideOf = (field: ProfileField) => side[field] ?? "mine";

  return (
    <Dialog
      open
      alert
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t("title")}
      description={t("lead")}
      footer={
        <>
          <Button variant="ghost" onClick={onReload}>
            {t("reload")}
          </Button>
          <Button
            variant="primary"
            loading={pending}
            onClick={() => {
              const chosen = conflicts.map((field) => [
                field,
                sideOf(field) === "mine" ? mine[field] : theirs[field],
              ]);
              onSave(Object.fromEntries(chosen) as Partial<ProfileValues>);
            }}
          >
            {t("save")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {conflicts.map((field) => (
          <fieldset key={field}>
            <legend className="mb-1.5 text-sm font-semibold">{tFields(field)}</legend>
            <div className="grid gap-2 wide:grid-cols-2">
              {(["mine", "theirs"] as const).map((which) => (
                <div
                  key={which}
                  className="rounded-lg border border-border px-3 py-2 has-checked:border-accent"
                >
                  <Checkbox
                    radio
                    name={`merge-${field}`}
                    checked={sideOf(field) === which}
                    onChange={() => setSide((current) => ({ ...current, [field]: which }))}
                    label={t(which)}
                  />
                  <p className="mt-1 text-sm break-words whitespace-pre-wrap text-muted">
                    {(which === "mine" ? mine : theirs)[field] || t("empty")}
                  </p>
                </div>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Dialog>
  );
}
