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

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** At the end of the label's row: "optional", a counter, a link. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/**
 * Label, hint and error of one control. The control inside (Input, Textarea, Select) gets its ids from the context. An error
 * takes the place of the hint; a field that can have one reserves its line, so that nothing below moves.
 */
export function Field(props: FieldProps) {
  const { label, hint, error, required = false, aside, className, children } = props;
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
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      <FieldContext.Provider value={value}>{children}</FieldContext.Provider>
      <div className={cn(!hint && ("error" in props ? "-mb-2.5 min-h-4" : "contents"))}>
        {hint && (
          <p id={hintId} className={cn("text-xs text-muted", error && "sr-only")}>
            {hint}
          </p>
        )}
        <FieldError id={errorId}>{error}</FieldError>
      </div>
    </div>
  );
}

/** Rendered even when empty: screen readers announce only what changes inside an existing live region. */
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

interface ControlProps {
  id?: string;
  required?: boolean;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling";
}

/** The attributes that connect a control to the Field around it; its own attributes win. */
export function useFieldProps(own: ControlProps): ControlProps {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: own.id ?? field.id,
    required: own.required ?? (field.required || undefined),
    "aria-describedby": [own["aria-describedby"], field.describedBy].filter(Boolean).join(" ") || undefined,
    "aria-invalid": own["aria-invalid"] ?? (field.invalid || undefined),
  };
}
