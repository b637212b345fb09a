"use client";

import * as Radix from "@radix-ui/react-dialog";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useOverlay } from "@/components/ui/overlay-count";
import type { PostMedia } from "@/lib/posts/contract";

interface LightboxProps {
  media: PostMedia[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}

const SWIPE_PX = 50;

/** Full-screen pictures. Arrow keys and swipes move between them; a vertical swipe closes. */
export function Lightbox({ media, at, onMove, onClose }: LightboxProps) {
  const t = useTranslations("timeline");
  const common = useTranslations("common");
  const start = useRef<{ x: number; y: number } | null>(null);
  const [drag, setDrag] = useState({ x: 0, y: 0 });
  useOverlay(true);
  const picture = media[at];
  if (!picture) return null;
  const move = (by: number) => {
    const next = at + by;
    if (next >= 0 && next < media.length) onMove(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight") move(1);
    if (event.key === "ArrowLeft") move(-1);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!start.current) return;
    setDrag({ x: event.clientX - start.current.x, y: event.clientY - start.current.y });
  };
  const onPointerEnd = () => {
    if (!start.current) return;
    start.current = null;
    if (Math.abs(drag.y) > 1.5 * SWIPE_PX && Math.abs(drag.y) > Math.abs(drag.x)) onClose();
    else if (Math.abs(drag.x) > SWIPE_PX) move(drag.x < 0 ? 1 : -1);
    setDrag({ x: 0, y: 0 });
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-overlay animate-fade-in bg-[oklch(0.08_0.006_205/0.93)]" />
        <Radix.Content
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="dark fixed inset-0 z-overlay flex touch-none flex-col text-text outline-none select-none"
          onPointerDown={(event) => {
            if (event.pointerType === "touch") start.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerEnd}
          onPointerCancel={onPointerEnd}
        >
          <Radix.Title className="sr-only">{t("pictures")}</Radix.Title>
          <div className="flex items-center justify-between p-3 pt-[calc(0.75rem+var(--safe-top))]">
            <span className="px-2 text-sm text-muted tabular-nums" aria-live="polite">
              {media.length > 1 && t("pictureOf", { number: at + 1, count: media.length })}
            </span>
            <IconButton label={common("close")} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </div>
          <div
            className="relative flex min-h-0 flex-1 items-center justify-center px-3"
            onClick={(event) => event.target === event.currentTarget && onClose()}
          >
            <img
              key={picture.id}
              src={picture.url}
              alt={picture.alt}
              width={picture.width}
              height={picture.height}
              draggable={false}
              className="max-h-full w-auto max-w-full animate-fade-in rounded-md object-contain"
              style={{ translate: `${drag.x}px ${drag.y}px` }}
            />
            {at > 0 && (
              <IconButton
                label={t("previousPicture")}
                variant="secondary"
                size="lg"
                className="absolute left-3 rounded-full bg-overlay"
                onClick={() => move(-1)}
              >
                <ChevronLeft aria-hidden />
              </IconButton>
            )}
            {at < media.length - 1 && (
              <IconButton
                label={t("nextPicture")}
                variant="secondary"
                size="lg"
                className="absolute right-3 rounded-full bg-overlay"
                onClick={() => move(1)}
              >
                <ChevronRight aria-hidden />
              </IconButton>
            )}
          </div>
          <p className="mx-auto max-h-40 max-w-prose overflow-y-auto px-5 py-4 pb-[calc(1rem+var(--safe-bottom))] text-center text-sm text-muted">
            {picture.alt}
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
