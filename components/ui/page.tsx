import type { ReactNode } from "react";
import { cn } from "./cn";

const WIDTHS = {
  narrow: "max-w-narrow",
  medium: "max-w-medium",
  wide: "max-w-wide",
};

export interface PageProps {
  /** narrow 640 px (timeline, forms), medium 768 px, wide 1120 px (store, grids). */
  width?: keyof typeof WIDTHS;
  className?: string;
  children: ReactNode;
}

/** The centred column of a page, with its gutters. */
export function Page({ width = "narrow", className, children }: PageProps) {
  return (
    <div className={cn("mx-auto w-full px-4 pt-4 pb-16 sm:px-6 sm:pt-6", WIDTHS[width], className)}>
      {children}
    </div>
  );
}
