"use client";

import { CircleAlert } from "lucide-react";
import { createContext, useContext, useId, useMemo, type ReactNode } from "react";
import { cn } from "./cn";

interface FieldContextValue {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldContextValue | null>(null);

export interface FieldProps {
  label: ReactNode;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Beside the label, at the end: "optional", a counter, a link. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Label, hint and error of one control. The control inside (Input, Textarea, Select) wires itself by context. */
export function Field({
  label,
  labelHidden,
  hint,
  error,
  required = false,
  aside,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ") || undefined;
  const value = useMemo(
    () => ({ id, describedBy, invalid: Boolean(error), required }),
    [id, describedBy, error, required],
  );
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <div className={cn("flex items-baseline justify-between gap-3", labelHidden && !aside && "sr-only")}>
        <label htmlFor={id} className={cn("text-sm font-medium", labelHidden && "sr-only")}>
          {label}
        </label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      <FieldContext.Provider value={value}>{children}</FieldContext.Provider>
      {hint && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

/** The sentence under a control. Present even when empty, so that what appears in it is announced. */
function FieldError({ id, children }: { id: string; children?: ReactNode }) {
  return (
    <p id={id} role="alert" className={cn("flex gap-1.5 text-xs text-danger", !children && "sr-only")}>
      {children && (
        <>
          <CircleAlert aria-hidden className="mt-px size-3.5 flex-none" />
          <span>{children}</span>
        </>
      )}
    </p>
  );
}

interface Wired {
  id?: string;
  required?: boolean;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling";
}

/** What a control takes from the Field around it; its own attributes win. */
export function useFieldProps(own: Wired): Wired {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: own.id ?? field.id,
    required: own.required ?? (field.required || undefined),
    "aria-describedby": [own["aria-describedby"], field.describedBy].filter(Boolean).join(" ") || undefined,
    "aria-invalid": own["aria-invalid"] ?? (field.invalid || undefined),
  };
}
