"use client";

import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/ui/app-icon";
import { Button } from "@/components/ui/button";
import type { UserShort } from "@/lib/people/user-contract";
import type { Package } from "@/lib/package/open-package";
import { AppPermissions } from "../app-permissions";
import { preloadAppFrame } from "../lazy-app-frame";
import { useObjectUrl } from "@/components/ui/use-object-url";

interface UploadPreviewProps {
  name: string;
  description: string;
  owner: UserShort;
  icon: Blob | null;
  iconFallback: string | null;
  opened: Package;
  onTry: () => void;
}

/** How the app will look in the store, and its permissions. */
export function UploadPreview({
  name,
  description,
  owner,
  icon,
  iconFallback,
  opened,
  onTry,
}: UploadPreviewProps) {
  const t = useTranslations("apps");
  const url = useObjectUrl(icon);
  return (
    <aside className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-20 lg:self-start">
      <section aria-labelledby="preview-title">
        <h2 id="preview-title" className="mb-3 text-sm font-medium text-muted">
          {t("upload.preview")}
        </h2>
        <div className="card flex gap-3.5 p-3.5">
          <AppIcon src={url ?? iconFallback} px={64} eager className="size-16 rounded-xl" />
          <div className="min-w-0">
            <p className="truncate text-base font-semibold">{name || "…"}</p>
            <p className="truncate text-xs text-muted">{owner.displayName || owner.username}</p>
            <p className="mt-1.5 line-clamp-2 text-sm text-pretty text-muted">{description}</p>
          </div>
        </div>
        <Button
          className="mt-3 w-full"
          icon={<Play aria-hidden />}
          onPointerEnter={preloadAppFrame}
          onClick={onTry}
        >
          {t("upload.tryHere")}
        </Button>
      </section>
      <section aria-labelledby="preview-may">
        <h2 id="preview-may" className="mb-3 text-sm font-medium text-muted">
          {t("may.title")}
        </h2>
        <AppPermissions manifest={opened.manifest} />
      </section>
    </aside>
  );
}
