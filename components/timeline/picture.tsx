"use client";

import type { CSSProperties, SyntheticEvent } from "react";
import { cn } from "@/components/ui/cn";
import type { PostMedia } from "@/lib/posts/contract";

interface PictureProps {
  media: Pick<PostMedia, "url" | "width" | "height" | "alt" | "preview" | "playback">;
  className?: string;
  style?: CSSProperties;
  /** Above the fold: not loaded lazily. */
  eager?: boolean;
}

/** A picture over its blurred preview; of a recording, its poster, or its title. The caller sets the size. */
export function Picture({ media, className, style, eager }: PictureProps) {
  const { playback } = media;
  const src = playback ? playback.posterUrl : media.url;
  if (!src) return <span className={cn("picture", className)}>{playback?.title || media.alt}</span>;
  return (
    <span className={cn("picture", className)} style={style}>
      {media.preview && <img aria-hidden alt="" src={media.preview} className="picture-preview" />}
      <img
        src={src}
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
