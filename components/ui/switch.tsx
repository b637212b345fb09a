import { useId, type ComponentProps, type ReactNode } from "react";
import { cn } from "./cn";

export interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  label: ReactNode;
  hint?: ReactNode;
  labelHidden?: boolean;
  onCheckedChange?: (checked: boolean) => void;
}

/** A setting that takes effect at once; the label fills the row, the switch stands at its end. */
export function Switch({ label, hint, labelHidden, onCheckedChange, className, ...rest }: SwitchProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  const hintId = `${id}-hint`;
  return (
    <div className={cn("flex items-center justify-between gap-4", className)}>
      <div className={cn("min-w-0", labelHidden && "sr-only")}>
        <label htmlFor={id} className="block text-sm font-medium">
          {label}
        </label>
        {hint && (
          <p id={hintId} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
      <input
        {...rest}
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={hint ? hintId : undefined}
        onChange={(event) => onCheckedChange?.(event.target.checked)}
        className="switch"
      />
    </div>
  );
}
