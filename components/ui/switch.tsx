import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { cn } from "./cn";
import { ControlText } from "./control-text";

interface SwitchProps extends Omit<
  ComponentProps<"input">,
  "type" | "checked" | "defaultChecked" | "onChange"
> {
  label: ReactNode;
  hint?: ReactNode;
  /** A second switch of the same row, after this one. */
  second?: ReactNode;
  checked: boolean;
  /** If it returns a promise, the switch shows the new state until the promise settles. The promise must not reject. */
  onCheckedChange: (checked: boolean) => unknown;
}

/** A setting that takes effect at once. */
export function Switch({ label, hint, second, className, ...rest }: SwitchProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  const hintId = `${id}-hint`;
  return (
    <div className={cn("flex items-center justify-between gap-4", className)}>
      <ControlText id={id} label={label} hint={hint} hintId={hintId} className="block text-sm font-medium" />
      <span className="flex flex-none items-center">
        <SwitchInput {...rest} id={id} aria-describedby={hint ? hintId : undefined} />
        {second}
      </span>
    </div>
  );
}

/** A switch without a visible label. */
export function SwitchInput({
  checked,
  onCheckedChange,
  className,
  ...rest
}: Omit<SwitchProps, "label" | "hint" | "second">) {
  // Not useOptimistic: its transition would block every other one, navigations included, until the promise settles.
  const [pressed, setPressed] = useState<boolean>();
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      checked={pressed ?? checked}
      onChange={({ target }) => {
        setPressed(target.checked);
        void Promise.resolve(onCheckedChange(target.checked)).then(() => setPressed(undefined));
      }}
      className={cn("switch", className)}
    />
  );
}
