import { cn } from "./cn";

interface ProgressProps {
  label: string;
  /** 0 to 1; indeterminate without it. */
  value?: number;
  className?: string;
}

export function Progress({ label, value, className }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <progress
      aria-label={label}
      max={100}
      value={percent}
      className={cn("progress block h-1.5 w-full overflow-hidden rounded-full", className)}
    />
  );
}
