import type { ReactNode } from "react";

interface ControlTextProps {
  /** Of the control. */
  id: string;
  label: ReactNode;
  hint: ReactNode;
  /** Of the hint, which describes the control. */
  hintId: string;
  className: string;
}

/** The label of a control that stands beside it, and a hint below. */
export function ControlText({ id, label, hint, hintId, className }: ControlTextProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={className}>
        {label}
      </label>
      {hint && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
