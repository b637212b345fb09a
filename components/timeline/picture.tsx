"use client";

import { useState } from "react";
import { cn } from "@/components/ui/cn";
import type { PostMedia } from "@/lib/contracts/post";

export interface PictureProps {
  media: Pick<PostMedia, "url" | "width" | "height" | "alt" | "preview">;
  className?: string;
  /** Above the fold: not loaded lazily. */
  eager?: boolean;
  sizes?: string;
}

/** A picture over its blurred preview. The place keeps the size that the caller gives it. */
export function Picture({ media, className, eager }: PictureProps) {
  const [loaded, setLoaded] = useState(false);
  return (
    <span className={cn("picture", className)} data-loaded={loaded || undefined}>
      {media.preview && <img aria-hidden alt="" src={media.preview} className="picture-preview" />}
      <img
        src={media.url}
        alt={media.alt}
        width={media.width}
        height={media.height}
        loading={eager ? undefined : "lazy"}
        decoding="async"
        onLoad={() => setLoaded(true)}
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) setLoaded(true);
        }}
      />
    </span>
  );
}
