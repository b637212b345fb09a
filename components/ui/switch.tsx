import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { cn } from "./cn";
import { ControlText } from "./control-text";

export interface SwitchProps extends Omit<
  ComponentProps<"input">,
  "type" | "checked" | "defaultChecked" | "onChange"
> {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  /** If it returns a promise, the switch shows the new state until the promise settles. The promise must not reject. */
  onCheckedChange: (checked: boolean) => unknown;
}

/** A setting that takes effect at once. */
export function Switch({ label, hint, checked, onCheckedChange, className, ...rest }: SwitchProps) {
  // Not useOptimistic: its transition would block every other one, navigations included, until the promise settles.
  const [pressed, setPressed] = useState<boolean>();
  const generated = useId();
  const id = rest.id ?? generated;
  const hintId = `${id}-hint`;
  return (
    <div className={cn("flex items-center justify-between gap-4", className)}>
      <ControlText id={id} label={label} hint={hint} hintId={hintId} className="block text-sm font-medium" />
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
