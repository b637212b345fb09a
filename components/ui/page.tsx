import type { ReactNode } from "react";
import { cn } from "./cn";

export type PageWidth = "narrow" | "medium" | "wide" | "full";

const WIDTHS: Record<PageWidth, string> = {
  narrow: "max-w-narrow",
  medium: "max-w-medium",
  wide: "max-w-wide",
  full: "max-w-none",
};

export interface PageProps {
  /** narrow 640 px (timeline, forms), medium 768 px, wide 1120 px (store, grids), full. */
  width?: PageWidth;
  className?: string;
  children: ReactNode;
}

/** The column of a page, centred, with the gutters of the window. Begins with a PageHeader as a rule. */
export function Page({ width = "narrow", className, children }: PageProps) {
  return (
    <div className={cn("mx-auto w-full px-4 pt-4 pb-16 sm:px-6 sm:pt-6", WIDTHS[width], className)}>
      {children}
    </div>
  );
}
