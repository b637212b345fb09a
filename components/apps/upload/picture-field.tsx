"use client";

import { ImagePlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { toast } from "@/components/ui/toast";
import { MEDIA_MAX_BYTES } from "@/lib/config/limits";
import { useObjectUrl } from "@/components/ui/use-object-url";

const CropDialog = dynamic(() => import("@/components/ui/crop-dialog").then((module) => module.CropDialog), {
  ssr: false,
});
const ACCEPT = "image/png,image/jpeg,image/webp,image/gif";

interface PictureFieldProps {
  label: string;
  hint: string;
  /** Null where none was chosen. */
  picture: Blob | null;
  /** What is used instead: its URL, and a note on where it comes from. */
  fallback: { src: string | null; note: string };
  wide?: boolean;
  /** The size to crop to, in pixels. */
  frame: { width: number; height: number };
  cropTitle: string;
  onChange: (picture: Blob | null) => void;
}

/** Chooses and crops a picture that is uploaded beside the package. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, picture, fallback, wide, frame, cropTitle, onChange } = props;
  const t = useTranslations("apps.upload");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const src = useObjectUrl(picture) ?? fallback.src;
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex gap-4">
      <div
        className={cn(
          "grid flex-none place-items-center overflow-hidden border border-border bg-sunken text-subtle",
          wide ? "h-20 w-36 rounded-lg sm:w-48" : "size-20 rounded-2xl",
        )}
      >
        {src ? (
          <img src={src} alt="" className="size-full object-cover" />
        ) : (
          <ImagePlus aria-hidden className="size-5" />
        )}
      </div>
      <div className="flex min-w-0 flex-col items-start justify-center gap-1">
        <span id={`${id}-label`} className="text-sm font-medium">
          {label}
        </span>
        <span className="text-xs text-muted">{picture ? hint : `${fallback.note} · ${hint}`}</span>
        <span className="mt-1 flex flex-wrap gap-1.5">
          <Button size="sm" onClick={() => input.current?.click()}>
            {t("choosePicture")}
          </Button>
          {picture && (
            <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
              {t("removePicture")}
            </Button>
          )}
        </span>
        <input
          ref={input}
          type="file"
          accept={ACCEPT}
          aria-label={label}
          className="hidden"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = "";
            if (!file) return;
            if (file.size > MEDIA_MAX_BYTES) return void toast(t("pictureTooLarge"), { tone: "danger" });
            setChosen(file);
          }}
        />
        {chosen && (
          <CropDialog
            file={chosen}
            title={cropTitle}
            frame={frame}
            shape={wide ? "rounded-lg" : "rounded-icon"}
            onCrop={(cropped) => {
              setChosen(null);
              onChange(cropped);
            }}
            onClose={() => setChosen(null)}
          />
        )}
      </div>
    </div>
  );
}
