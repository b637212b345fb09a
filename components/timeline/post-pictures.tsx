"use client";

import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { PostMedia } from "@/lib/posts/contract";
import { Picture } from "./picture";
import { useTimelineTexts } from "./timeline-context";

const loadLightbox = () => import("./lightbox").then((module) => module.Lightbox);
const Lightbox = dynamic(loadLightbox, { ssr: false });
const preloadLightbox = () => void loadLightbox().catch(() => undefined);

/** One to four pictures of a post; a press shows them large. */
export function PostPictures({ media, eager }: { media: PostMedia[]; eager?: boolean }) {
  const { t } = useTimelineTexts();
  const [open, setOpen] = useState<number | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const only = media.length === 1 ? media[0]! : null;
  return (
    <>
      <div
        className="picture-grid mt-2.5"
        data-count={media.length}
        // One picture keeps its own form, within reason; several share one.
        style={{ aspectRatio: only ? undefined : "16 / 10" }}
      >
        {media.map((one, index) => (
          <button
            key={one.id}
            type="button"
            aria-label={
              one.alt ? t("openPictureNamed", { alt: one.alt }) : t("openPicture", { number: index + 1 })
            }
            className={cn(
              "min-h-0 min-w-0 cursor-zoom-in focus-visible:-outline-offset-3",
              only && "justify-self-start",
            )}
            style={only ? singleShape(only) : undefined}
            onPointerEnter={preloadLightbox}
            onFocus={preloadLightbox}
            onClick={(event) => {
              opener.current = event.currentTarget;
              setOpen(index);
            }}
          >
            <Picture media={one} eager={eager} className={cn("size-full", only && "rounded-lg")} />
          </button>
        ))}
      </div>
      {open !== null && (
        <Lightbox
          media={media}
          at={open}
          onMove={setOpen}
          onClose={() => {
            setOpen(null);
            opener.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** Between a tall portrait and a wide panorama, so that no picture fills the screen or vanishes. */
function singleShape({ width, height }: PostMedia): React.CSSProperties {
  const ratio = Math.min(2.4, Math.max(0.75, width / height));
  return { aspectRatio: String(ratio), width: `min(100%, ${Math.round(Math.max(460 * ratio, 200))}px)` };
}
