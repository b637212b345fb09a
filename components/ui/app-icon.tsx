"use client";

import { useState } from "react";
import { cn } from "./cn";

const DEFAULT_APP_ICON = "/icons/app-default.svg";

interface AppIconProps {
  src?: string | null;
  /** Side length in pixels. */
  px?: number;
  /** Only needed where the name is not next to it. */
  alt?: string;
  className?: string;
  eager?: boolean;
}

/** The icon of an app. Pass a size class (`size-12`) that matches `px`. */
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
      // An image that failed before hydration has already fired its error event.
      ref={(image) => {
        if (src && failed !== src && image?.complete && image.naturalWidth === 0) setFailed(src);
      }}
    />
  );
}
