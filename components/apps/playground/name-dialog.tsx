"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { isUsablePath, type Project } from "./project";

/** Asks for the path of a new or renamed file. */
export function NameDialog({
  from,
  taken,
  onClose,
  onName,
}: {
  from: string | null;
  taken: Project;
  onClose: () => void;
  onName: (path: string) => void;
}) {
  const t = useTranslations("playground");
  const common = useTranslations("common");
  const [name, setName] = useState(from ?? "");
  const [error, setError] = useState<string>();
  const submit = () => {
    const path = name.trim().normalize("NFC");
    if (!isUsablePath(path)) return setError(t("badName"));
    if (path !== from && taken.has(path)) return setError(t("nameTaken"));
    onName(path);
  };
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={from === null ? t("addFile") : t("renameFile", { file: from })}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button variant="primary" onClick={submit}>
            {from === null ? common("add") : t("rename")}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={t("addFileName")} error={error}>
          <Input
            value={name}
            placeholder="sound.js"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setName(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
