import { useId, type ReactNode } from "react";
import { cn } from "./cn";

interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
  icon?: ReactNode;
  /** The language of the label, if it differs from the page's. */
  lang?: string;
}

interface SegmentedControlProps<Value extends string> {
  /** For screen readers. */
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
}

/** Radio buttons in a row. */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onValueChange,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cn("segments", className)}>
      {segments.map((segment) => (
        <label key={segment.value} lang={segment.lang} className="segment">
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onValueChange(segment.value)}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          {segment.icon}
          {segment.label}
        </label>
      ))}
    </div>
  );
}
