import type { ReactNode } from "react";

/** One section: a heading that can be linked to, and its rows on a card. */
export function SettingsSection({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <h2 id={`${id}-title`} className="mb-2 text-lg">
        {title}
      </h2>
      {lead && <p className="mb-2 text-sm text-pretty text-muted">{lead}</p>}
      <div className="card divide-y divide-border">{children}</div>
    </section>
  );
}

/** One setting: its label, and its control beside or below it. */
export function SettingsRow({
  label,
  hint,
  children,
}: {
  /** Omitted if the section's title is enough. */
  label?: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-48">
        {label && <div className="text-sm font-medium">{label}</div>}
        {hint && <div className="mt-0.5 text-sm text-pretty text-muted first:mt-0">{hint}</div>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
