import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

export type BannerTone = "info" | "success" | "warning" | "danger";

const TONES = {
  info: { look: "bg-info-soft text-info", Icon: Info },
  success: { look: "bg-success-soft text-success", Icon: CircleCheck },
  warning: { look: "bg-warning-soft text-warning", Icon: TriangleAlert },
  danger: { look: "bg-danger-soft text-danger", Icon: CircleAlert },
} as const;

export interface BannerProps {
  tone?: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
  /** `alert` interrupts a screen reader (errors); `status` waits its turn. */
  role?: "alert" | "status";
  className?: string;
}

/** A message that belongs to the place where it stands, unlike a toast. */
export function Banner({ tone = "info", title, children, actions, role, className }: BannerProps) {
  const { look, Icon } = TONES[tone];
  return (
    <div
      role={role}
      className={cn("flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg px-3.5 py-3", look, className)}
    >
      <Icon aria-hidden className="mt-px size-4.5 flex-none" />
      <div className="min-w-0 flex-1 basis-48 text-sm text-text">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={cn(title ? "text-muted" : undefined)}>{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
