import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

const TONES = {
  info: { className: "bg-info-soft text-info", Icon: Info },
  success: { className: "bg-success-soft text-success", Icon: CircleCheck },
  warning: { className: "bg-warning-soft text-warning", Icon: TriangleAlert },
  danger: { className: "bg-danger-soft text-danger", Icon: CircleAlert },
} as const;

interface BannerProps {
  tone?: keyof typeof TONES;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** `alert` interrupts a screen reader (errors), `status` does not. */
  role?: "alert" | "status";
  className?: string;
}

/** An inline message. */
export function Banner({ tone = "info", title, children, actions, role, className }: BannerProps) {
  const { Icon, className: toneClass } = TONES[tone];
  return (
    <div
      role={role}
      className={cn(
        "flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg px-3.5 py-3",
        toneClass,
        className,
      )}
    >
      <Icon aria-hidden className="mt-px size-4.5 flex-none" />
      <div className="min-w-0 flex-1 basis-48 text-sm text-text">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={title ? "text-muted" : undefined}>{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
