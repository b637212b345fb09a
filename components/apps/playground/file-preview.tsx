"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useAppFormat } from "../use-app-format";

const PICTURES: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  ico: "image/x-icon",
  bmp: "image/bmp",
};

/** Previews a binary file: shows an image, or the size of anything else. */
export function FilePreview({ path, bytes }: { path: string; bytes: Uint8Array }) {
  const t = useTranslations("playground");
  const format = useAppFormat();
  const type = PICTURES[path.split(".").pop()!.toLowerCase()];
  const picture = useRef<HTMLImageElement>(null);
  const [side, setSide] = useState<[width: number, height: number] | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (!type || !picture.current) return;
    const made = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
    picture.current.src = made;
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  const size = format.size(bytes.length);
  if (!type || isBroken) {
    return (
      <p className="grid h-full place-items-center p-6 text-center text-sm text-muted">
        {t("binary", { file: path, size })}
      </p>
    );
  }
  return (
    <figure className="flex h-full min-h-0 flex-col items-center justify-center gap-3 p-6">
      <img
        ref={picture}
        alt={path}
        className="min-h-0 max-w-full rounded-sm object-contain"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSide([naturalWidth, naturalHeight])
        }
        onError={() => setBroken(true)}
      />
      <figcaption className="flex-none text-center text-sm text-muted">
        {path}
        {side && ` · ${side[0]} × ${side[1]}`}
        {` · ${size}`}
      </figcaption>
    </figure>
  );
}
