"use client";

import { X } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import type { Package } from "@/lib/package/open-package";

const loadFrame = () => import("@/components/sandbox/app-frame").then((module) => module.AppFrame);
const AppFrame = dynamic(loadFrame, {
  ssr: false,
  loading: () => <Spinner className="text-muted" />,
});
export const preloadTryOut = () => void loadFrame().catch(() => undefined);

/** The package running, before anything of it is sent. In the page, not in a dialog: under those no app is shown. */
export function TryOut({ name, opened, onClose }: { name: string; opened: Package; onClose: () => void }) {
  const t = useTranslations("apps.upload");
  const common = useTranslations("common");
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which an effect must not return.
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
            source: { kind: "files", files: opened.files, manifest: opened.manifest },
          }}
          keep="memory"
        />
      </div>
    </section>
  );
}
