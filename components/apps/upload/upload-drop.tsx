"use client";

import { FolderOpen, PackagePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState, type DragEvent } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { PACKAGE_LIMITS } from "@/lib/package/limits";
import { useAppFormat } from "../use-app-format";
import { pickedFrom, pickedFromDrop, UnreadableFile, type Picked } from "./picked-files";

const ACCEPT = ".gum,.xdc,.zip,.html,.htm,application/zip,text/html";

interface UploadDropProps {
  onPick: (picked: Picked) => void;
  disabled?: boolean;
  /** Takes the focus on mount: the button that had it is gone. */
  takesFocus?: boolean;
}

/** Takes a package: a file or a folder, dropped or chosen. */
export function UploadDrop({ onPick, disabled, takesFocus }: UploadDropProps) {
  const t = useTranslations("apps.upload");
  const format = useAppFormat();
  const folder = useRef<HTMLInputElement>(null);
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const show = (picked: Picked | null) => {
    if (picked) onPick(picked);
    else toast(t("noFiles"), { tone: "danger" });
  };
  const take = (input: HTMLInputElement) => {
    const picked = pickedFrom([...(input.files ?? [])]);
    // Otherwise choosing the same file again fires no event.
    input.value = "";
    show(picked);
  };
  const drop = async (data: DataTransfer) => {
    try {
      show(await pickedFromDrop(data));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      toast(t("unreadable", { name: error.path }), { tone: "danger" });
    }
  };
  const onDrag = (change: number) => (event: DragEvent) => {
    event.preventDefault();
    depth.current += change;
    setOver(depth.current > 0);
  };
  return (
    <div className="flex flex-col items-stretch gap-3">
      <label
        className="file-drop min-h-56"
        data-over={over || undefined}
        data-disabled={disabled || undefined}
        onDragEnter={onDrag(1)}
        onDragLeave={onDrag(-1)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          depth.current = 0;
          setOver(false);
          if (!disabled) void drop(event.dataTransfer);
        }}
      >
        <input
          type="file"
          accept={ACCEPT}
          disabled={disabled}
          autoFocus={takesFocus}
          className="sr-only"
          onChange={(event) => take(event.target)}
        />
        <span className="flex flex-col items-center gap-1.5 px-4 text-center">
          <span
            aria-hidden
            className="mb-1 grid size-14 place-items-center rounded-2xl bg-accent-soft text-accent"
          >
            <PackagePlus className="size-7" />
          </span>
          <span className="text-base font-medium text-balance">{t("drop")}</span>
          <span className="text-sm text-muted">
            {t("dropHint", { limit: format.size(PACKAGE_LIMITS.packedBytes) })}
          </span>
        </span>
      </label>
      <input
        ref={folder}
        type="file"
        // React knows the attribute by this name only.
        {...{ webkitdirectory: "" }}
        className="hidden"
        tabIndex={-1}
        aria-hidden
        onChange={(event) => take(event.target)}
      />
      <Button
        variant="ghost"
        className="self-center max-sm:hidden"
        icon={<FolderOpen aria-hidden />}
        disabled={disabled}
        onClick={() => folder.current?.click()}
      >
        {t("chooseFolder")}
      </Button>
    </div>
  );
}
