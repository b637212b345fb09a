"use client";

import type { CSSProperties, SyntheticEvent } from "react";
import { cn } from "@/components/ui/cn";
import type { PostMedia } from "@/lib/posts/contract";

export interface PictureProps {
  media: Pick<PostMedia, "url" | "width" | "height" | "alt" | "preview">;
  className?: string;
  style?: CSSProperties;
  /** Above the fold: not loaded lazily. */
  eager?: boolean;
}

/** A picture over its blurred preview. The caller sets the size. */
export function Picture({ media, className, style, eager }: PictureProps) {
  return (
    <span className={cn("picture", className)} style={style}>
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

// A data attribute rather than state: only the styles need it.
function showLoaded({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.parentElement!.dataset.loaded = "";
}

/** An image that loaded before hydration sends no load event. */
function showIfLoaded(image: HTMLImageElement | null): void {
  if (image?.complete && image.naturalWidth > 0) image.parentElement!.dataset.loaded = "";
}
