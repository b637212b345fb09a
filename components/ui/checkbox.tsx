import { useId, type ComponentProps, type ReactNode } from "react";
import { cn } from "./cn";
import { ControlText } from "./control-text";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  hint?: ReactNode;
  /** A radio button; needs the `name` of its group. */
  radio?: boolean;
}

export function Checkbox({ label, hint, radio, className, ...rest }: CheckboxProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  const hintId = `${id}-hint`;
  return (
    <div className={cn("relative flex gap-2.5 py-1 touch:py-3", className)}>
      <input
        {...rest}
        id={id}
        type={radio ? "radio" : "checkbox"}
        aria-describedby={[rest["aria-describedby"], hint && hintId].filter(Boolean).join(" ") || undefined}
        // Above the label, which covers the whole row.
        className="checkbox relative z-1"
      />
      <ControlText
        id={id}
        label={label}
        hint={hint}
        hintId={hintId}
        className="block text-sm after:absolute after:inset-0"
      />
    </div>
  );
}
