"use client";

import type { PostMoment } from "@/lib/posts/moment-contract";
import { Picture } from "./picture";
import { useTimeline } from "./timeline-context";

export interface MomentPictureProps {
  image: NonNullable<PostMoment["image"]>;
  appName: string;
}

/** The moment that a post lets others start from, as the app has drawn it. */
export function MomentPicture({ image, appName }: MomentPictureProps) {
  const { t } = useTimeline();
  // Neither a thin strip nor a tower.
  const ratio = Math.min(3, Math.max(1, image.width / image.height));
  return (
    <Picture
      media={{ ...image, alt: image.alt || t("cardPicture", { name: appName }), preview: "" }}
      className="w-full border-b border-border"
      style={{ aspectRatio: String(ratio) }}
    />
  );
}
