"use client";

import { useState } from "react";
import { cn } from "./cn";

/** Shown where an app has no icon or its icon fails. */
const DEFAULT_APP_ICON = "/icons/app-default.svg";

export interface AppIconProps {
  src?: string | null;
  /** Pixels of the square. */
  px?: number;
  /** Only where no name stands beside it. */
  alt?: string;
  className?: string;
  eager?: boolean;
}

/** A small app's picture in a rounded square. Give a size class (`size-12`) matching `px`. */
export function AppIcon({ src, px = 48, alt = "", className, eager }: AppIconProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const shown = src && failed !== src ? src : DEFAULT_APP_ICON;
  return (
    <img
      key={shown}
      src={shown}
      alt={alt}
      width={px}
      height={px}
      loading={eager ? undefined : "lazy"}
      draggable={false}
      className={cn("app-icon bg-hover", className)}
      onError={() => src && setFailed(src)}
      // An image that failed before hydration sends no event any more.
      ref={(image) => {
        if (src && failed !== src && image?.complete && image.naturalWidth === 0) setFailed(src);
      }}
    />
  );
}
