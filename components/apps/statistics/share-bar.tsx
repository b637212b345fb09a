import { useFormatter } from "next-intl";

/** A list row with a label, and its share as a number and a bar. */
export function ShareBar({ label, share, detail }: { label: string; share: number; detail: string }) {
  const format = useFormatter();
  return (
    <li className="text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate">{label}</span>
        <span className="flex-none tabular-nums">
          <span className="mr-2 text-xs text-muted">{detail}</span>
          <span className="font-semibold">{format.number(share, { style: "percent" })}</span>
        </span>
      </p>
      <span aria-hidden className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-hover">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
    </li>
  );
}
