"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface NameDialogProps {
  title: string;
  label: string;
  /** The label of the submit button. */
  submit: string;
  initial: string;
  placeholder?: string;
  maxLength?: number;
  /** The error message for an invalid name. */
  problemOf?: (name: string) => string | undefined;
  onClose: () => void;
  /** Called with the trimmed name. */
  onName: (name: string) => void;
}

/** Asks for the name of a file or project. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, submit, initial, placeholder, maxLength, problemOf, onClose, onName } = props;
  const common = useTranslations("common");
  const form = useId();
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button variant="primary" type="submit" form={form}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = name.trim().normalize("NFC");
          const problem = problemOf?.(chosen);
          if (problem) setError(problem);
          else onName(chosen);
        }}
      >
        <Field label={label} error={error}>
          <Input
            value={name}
            placeholder={placeholder}
            maxLength={maxLength}
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
