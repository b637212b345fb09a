"use client";

import { useState, type FormEvent, type ReactNode } from "react";
import { Button } from "./button";
import { Field } from "./field";
import { Input } from "./input";

interface NameFormProps {
  label: string;
  placeholder: string;
  /** The error without a name. */
  missing: string;
  submit: string;
  maxGraphemes: number;
  errorText: (error: unknown) => string;
  /** Gets the trimmed name. The field is empty again once it is done. */
  onSubmit: (name: string) => Promise<void>;
  /** Below the field. */
  children?: ReactNode;
}

/** Makes something that has a name, in one line. */
export function NameForm(props: NameFormProps) {
  const { label, placeholder, missing, submit, maxGraphemes, errorText, onSubmit, children } = props;
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!name.trim()) return setProblem(missing);
    setBusy(true);
    try {
      await onSubmit(name.trim());
      setName("");
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Field label={label} error={problem}>
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <Input
              dir="auto"
              value={name}
              autoComplete="off"
              placeholder={placeholder}
              maxGraphemes={maxGraphemes}
              onChange={(event) => {
                setName(event.target.value);
                setProblem(undefined);
              }}
            />
          </div>
          <Button type="submit" variant="outline" loading={isBusy}>
            {submit}
          </Button>
        </div>
      </Field>
      {children}
    </form>
  );
}
