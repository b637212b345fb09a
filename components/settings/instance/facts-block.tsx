import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Figures under a heading, or a message that they could not be read. */
export function Block({
  title,
  hint,
  isRead,
  children,
}: {
  title: string;
  hint?: string;
  isRead: boolean;
  children: ReactNode;
}) {
  const t = useTranslations("instance.facts");
  return (
    <div className="card px-4 py-3.5">
      <h3 className="text-sm font-medium">{title}</h3>
      {hint && <p className="mt-0.5 text-sm text-pretty text-muted">{hint}</p>}
      {children && <div className="mt-3">{children}</div>}
      {!isRead && <p className="mt-1 text-sm text-danger">{t("failed")}</p>}
    </div>
  );
}

export function Figures({ figures }: { figures: readonly (readonly [label: string, figure: string])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3">
      {figures.map(([label, figure]) => (
        <div key={label} className="flex min-w-0 flex-col-reverse justify-end">
          <dt className="text-xs text-pretty text-muted">{label}</dt>
          <dd className="text-lg font-semibold wrap-anywhere tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
