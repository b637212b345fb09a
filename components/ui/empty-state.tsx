import type { ReactNode } from "react";
import { cn } from "./cn";

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  description?: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-center gap-1.5 px-6 py-14 text-center", className)}>
      {icon && (
        <span
          aria-hidden
          className="mb-2 grid size-14 place-items-center rounded-2xl bg-accent-soft text-accent [&>svg]:size-6.5"
        >
          {icon}
        </span>
      )}
      <h2 className="text-lg">{title}</h2>
      {description && <p className="max-w-sm text-sm text-balance text-muted">{description}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
