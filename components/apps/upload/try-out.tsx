"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";
import type { FrameAllowance } from "@/lib/package/frame-allowance";
import type { Package } from "@/lib/package/open-package";
import { AppFrame } from "../lazy-app-frame";

/** Runs the package before it is uploaded. Not in a dialog, because an open dialog hides app frames. */
export function TryOut({
  name,
  opened,
  onAllow,
  onClose,
}: {
  name: string;
  opened: Package;
  onAllow: (allowance: FrameAllowance) => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useTranslations("apps.upload");
  const common = useTranslations("common");
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // In braces: newer browsers return a promise, which an effect must not.
    section.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section ref={section} aria-label={t("tryHere")} className="card mt-4 scroll-mt-20 overflow-hidden">
      <div className="flex h-11 items-center border-b border-border pr-1 pl-4">
        <p className="min-w-0 flex-1 truncate text-sm font-medium">{name}</p>
        <IconButton size="sm" label={common("close")} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="grid h-[min(70dvh,40rem)] place-items-center">
        <AppFrame
          app={{
            id: "upload-preview",
            name,
            version: opened.manifest.version,
            source: { kind: "bytes", bytes: opened.bytes },
          }}
          keep="memory"
          onAllow={onAllow}
        />
      </div>
    </section>
  );
}
