"use client";

import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { PostMedia } from "@/lib/posts/contract";
import { singleShape } from "./media-shape";
import { Picture } from "./picture";
import { useTimeline } from "./timeline-context";

const loadLightbox = () => import("./post-chunk").then((module) => module.Lightbox);
const Lightbox = dynamic(loadLightbox, { ssr: false });
const preloadLightbox = () => void loadLightbox().catch(() => undefined);

/** One to four pictures of a post; a click opens the lightbox. */
export function PostPictures({ media, eager }: { media: PostMedia[]; eager?: boolean }) {
  const { t } = useTimeline();
  const [open, setOpen] = useState<number | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const only = media.length === 1 ? media[0]! : null;
  return (
    <>
      <div
        className="picture-grid mt-2.5"
        data-count={media.length}
        // A single picture keeps its aspect ratio, within limits.
        style={{ aspectRatio: only ? undefined : "16 / 10" }}
      >
        {media.map((picture, index) => (
          <button
            key={picture.id}
            type="button"
            aria-label={
              picture.alt
                ? t("openPictureNamed", { alt: picture.alt })
                : t("openPicture", { number: index + 1 })
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
            <Picture media={picture} eager={eager} className={cn("size-full", only && "rounded-lg")} />
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
