"use client";

import { ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from "react";
import { Banner } from "./banner";
import { Button } from "./button";
import { cn } from "./cn";
import { CENTRED, clampView, type CropView, dragView, MAX_ZOOM, type Size, sourceRect } from "./crop";
import { Dialog } from "./dialog";

interface CropDialogProps {
  file: Blob;
  title: string;
  /** Size of the result in pixels; the crop frame has the same aspect ratio. */
  frame: Size;
  /** A class for the corners of the frame: `rounded-full` previews a round picture. */
  shape?: string;
  pending?: boolean;
  error?: string | undefined;
  onCrop: (picture: Blob) => void;
  onClose: () => void;
}

/** How far one press of an arrow key moves the picture, in pixels of the frame. */
const KEY_STEP = 12;

/** Crops a picture by pointer, touch or keyboard. */
export function CropDialog({
  file,
  title,
  frame,
  shape = "rounded-lg",
  pending,
  error,
  onCrop,
  onClose,
}: CropDialogProps) {
  const t = useTranslations("common.crop");
  const tCommon = useTranslations("common");
  const wide = frame.width > frame.height;
  const [size, setSize] = useState<Size>();
  const [failed, setFailed] = useState(false);
  const [view, setView] = useState<CropView>(CENTRED);
  const frameRef = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const dragFrom = useRef<{ x: number; y: number } | null>(null);

  // The object URL lives exactly as long as the element that shows it.
  const showFile = useCallback(
    (node: HTMLImageElement | null) => {
      image.current = node;
      if (!node) return;
      const url = URL.createObjectURL(file);
      node.src = url;
      return () => {
        image.current = null;
        URL.revokeObjectURL(url);
      };
    },
    [file],
  );

  const frameSize = (): Size => {
    const box = frameRef.current?.getBoundingClientRect();
    return box && box.width > 0 ? { width: box.width, height: box.height } : frame;
  };
  const move = (by: { x: number; y: number }) =>
    size && setView((current) => dragView(current, by, size, frameSize()));
  const zoomTo = (zoom: number) =>
    size && setView((current) => clampView({ ...current, zoom }, size, frameSize()));

  function onPointerDown(event: PointerEvent) {
    event.currentTarget.setPointerCapture(event.pointerId);
    dragFrom.current = { x: event.clientX, y: event.clientY };
  }
  function onPointerMove(event: PointerEvent) {
    if (!dragFrom.current) return;
    move({ x: event.clientX - dragFrom.current.x, y: event.clientY - dragFrom.current.y });
    dragFrom.current = { x: event.clientX, y: event.clientY };
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [KEY_STEP, 0],
      ArrowRight: [-KEY_STEP, 0],
      ArrowUp: [0, KEY_STEP],
      ArrowDown: [0, -KEY_STEP],
    };
    const step = steps[event.key];
    if (step) move({ x: step[0], y: step[1] });
    else if (event.key === "+" || event.key === "=") zoomTo(view.zoom * 1.1);
    else if (event.key === "-") zoomTo(view.zoom / 1.1);
    else return;
    event.preventDefault();
  }

  function crop() {
    if (!size || !image.current) return;
    const { width, height } = frame;
    const rect = sourceRect(view, size, frame);
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (!context) return setFailed(true);
    context.imageSmoothingQuality = "high";
    context.drawImage(image.current, rect.left, rect.top, rect.width, rect.height, 0, 0, width, height);
    canvas.toBlob((blob) => (blob ? onCrop(blob) : setFailed(true)), "image/png");
  }

  const rect = size && sourceRect(view, size, frame);
  const problem = failed ? t("unreadable") : error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={t("hint")}
      size={wide ? "lg" : "md"}
      initialFocus={() => frameRef.current}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {tCommon("cancel")}
          </Button>
          <Button variant="primary" loading={pending} disabled={!size || failed} onClick={crop}>
            {t("use")}
          </Button>
        </>
      }
    >
      {problem && <Banner tone="danger" role="alert" title={problem} className="mb-3" />}
      {!failed && (
        <>
          <div
            ref={frameRef}
            role="application"
            aria-label={t("area")}
            tabIndex={0}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={() => (dragFrom.current = null)}
            onPointerCancel={() => (dragFrom.current = null)}
            onKeyDown={onKeyDown}
            style={{ aspectRatio: `${frame.width} / ${frame.height}` }}
            className={cn(
              "relative mx-auto touch-none overflow-hidden bg-sunken select-none",
              wide ? "w-full" : "w-72 max-w-full",
              shape,
              dragFrom.current ? "cursor-grabbing" : "cursor-grab",
            )}
          >
            <img
              ref={showFile}
              alt=""
              draggable={false}
              onLoad={({ currentTarget }) => {
                setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight });
                setView(CENTRED);
              }}
              onError={() => setFailed(true)}
              className="absolute max-w-none origin-top-left"
              style={
                size && rect
                  ? {
                      width: `${(size.width / rect.width) * 100}%`,
                      left: `${(-rect.left / rect.width) * 100}%`,
                      top: `${(-rect.top / rect.height) * 100}%`,
                    }
                  : { visibility: "hidden" }
              }
            />
          </div>
          <label className="mt-4 flex items-center gap-3">
            <ZoomOut aria-hidden className="size-4.5 flex-none text-muted" />
            <span className="sr-only">{t("zoom")}</span>
            <input
              type="range"
              min={1}
              max={MAX_ZOOM}
              step={0.01}
              value={view.zoom}
              onChange={(event) => zoomTo(Number(event.target.value))}
              className="h-6 w-full accent-accent"
            />
            <ZoomIn aria-hidden className="size-4.5 flex-none text-muted" />
          </label>
        </>
      )}
    </Dialog>
  );
}
