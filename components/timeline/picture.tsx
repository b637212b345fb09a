"use client";

import type { SyntheticEvent } from "react";
import { cn } from "@/components/ui/cn";
import type { PostMedia } from "@/lib/posts/contract";

export interface PictureProps {
  media: Pick<PostMedia, "url" | "width" | "height" | "alt" | "preview">;
  className?: string;
  /** Above the fold: not loaded lazily. */
  eager?: boolean;
  sizes?: string;
}

/** A picture over its blurred preview. The place keeps the size that the caller gives it. */
export function Picture({ media, className, eager }: PictureProps) {
  return (
    <span className={cn("picture", className)}>
      {media.preview && <img aria-hidden alt="" src={media.preview} className="picture-preview" />}
      <img
        src={media.url}
        alt={media.alt}
        width={media.width}
        height={media.height}
        loading={eager ? undefined : "lazy"}
        decoding="async"
        onLoad={showLoaded}
        ref={showIfLoaded}
      />
    </span>
  );
}

// Written on the element, not kept as state: a page of pictures would be drawn anew for what only its styles need.
function showLoaded({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.parentElement!.dataset.loaded = "";
}

/** An image that was there before React sends no event any more. */
function showIfLoaded(image: HTMLImageElement | null): void {
  if (image?.complete && image.naturalWidth > 0) image.parentElement!.dataset.loaded = "";
}
