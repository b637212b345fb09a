import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { cn } from "./cn";

export interface SwitchProps extends Omit<
  ComponentProps<"input">,
  "type" | "checked" | "defaultChecked" | "onChange"
> {
  label: ReactNode;
  hint?: ReactNode;
  labelHidden?: boolean;
  checked: boolean;
  /** Where it promises, the switch stands as it was pressed until that is kept or broken. It must not reject. */
  onCheckedChange: (checked: boolean) => unknown;
}

/** A setting that takes effect at once; the label fills the row, the switch stands at its end. */
export function Switch({
  label,
  hint,
  labelHidden,
  checked,
  onCheckedChange,
  className,
  ...rest
}: SwitchProps) {
  // A transition would hold up every other one, the way to another page too, until the promise is kept.
  const [pressed, setPressed] = useState<boolean>();
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
        checked={pressed ?? checked}
        onChange={({ target }) => {
          setPressed(target.checked);
          void Promise.resolve(onCheckedChange(target.checked)).then(() => setPressed(undefined));
        }}
        className="switch"
      />
    </div>
  );
}
