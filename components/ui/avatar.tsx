"use client";

import { startTransition, useState } from "react";
import { cn } from "./cn";
import { tintOf } from "./tint";

interface AvatarProps {
  /** Determines the colour of the initials. */
  id: string;
  name: string;
  src?: string | null;
  size?: "xs" | "sm" | "md" | "lg" | "xl" | "2xl";
  className?: string;
}

const SIZES = {
  xs: { box: "size-6 text-2xs", px: 24 },
  sm: { box: "size-8 text-xs", px: 32 },
  md: { box: "size-10 text-sm", px: 40 },
  lg: { box: "size-12 text-base", px: 48 },
  xl: { box: "size-16 text-xl", px: 64 },
  "2xl": { box: "size-24 text-3xl", px: 96 },
} as const;

/** The picture of a person, with their initials as the fallback. Decorative: the name is always next to it. */
export function Avatar({ id, name, src, size = "md", className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const { box, px } = SIZES[size];
  const shape = cn(
    "inline-grid flex-none place-items-center overflow-hidden rounded-full select-none",
    box,
    className,
  );
  if (!src || failed === src) {
    return (
      <span aria-hidden className={cn(shape, "tint font-semibold")} style={tintOf(id)}>
        {initialsOf(name)}
      </span>
    );
  }
  return (
    <span className={cn(shape, "bg-hover")}>
      <img
        src={src}
        alt=""
        width={px}
        height={px}
        decoding="async"
        className="size-full object-cover"
        onError={() => setFailed(src)}
        // An image that failed before hydration has already fired its error event.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) startTransition(() => setFailed(src));
        }}
      />
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? "")][0] ?? "?";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}
