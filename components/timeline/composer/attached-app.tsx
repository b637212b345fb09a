"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/ui/app-icon";
import { IconButton } from "@/components/ui/icon-button";
import { LeaveDialog } from "@/components/ui/leave-dialog";
import type { AppShort } from "@/lib/apps/contract";
import { isGame } from "@/lib/apps/rules";
import type { SharedMoment } from "@/lib/posts/draft-storage";

export interface AttachedAppProps {
  app: AppShort;
  /** Its state that is posted with it. */
  moment?: SharedMoment | null | undefined;
  onRemove: () => void;
}

/** The app attached to the draft. */
export function AttachedApp({ app, moment, onRemove }: AttachedAppProps) {
  const t = useTranslations("timeline");
  return (
    <div className="mt-2 overflow-hidden rounded-lg border border-border bg-raised">
      {moment?.image && (
        <img
          src={`data:image/webp;base64,${moment.image.data}`}
          alt={moment.image.alt || t("cardPicture", { name: app.name })}
          className="max-h-56 w-full border-b border-border bg-sunken object-contain"
        />
      )}
      <div className="flex items-center gap-3 p-2.5">
        <AppIcon src={app.iconUrl} px={36} className="size-9" />
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-semibold">{app.name}</p>
          <p className={moment ? "text-xs text-pretty text-muted" : "truncate text-xs text-muted"}>
            {moment
              ? t(isGame(app) ? "momentGame" : "momentTool")
              : app.description || t("appBy", { name: app.owner.displayName })}
          </p>
        </div>
        <IconButton label={t("detachApp", { name: app.name })} size="sm" onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {/* The stored draft does not have it. */}
      {moment && <LeaveDialog isUnsaved description={t("leaveMoment")} />}
    </div>
  );
}
