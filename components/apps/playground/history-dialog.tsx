"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { TimeAgo } from "@/components/ui/time-ago";
import { toast } from "@/components/ui/toast";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { listGuestVersions } from "@/lib/projects/guest-history.client";
import { listVersions } from "@/lib/projects/sync.client";
import { useAppFormat } from "../use-app-format";
import { projectName } from "./project";
import type { useProject } from "./use-project";
import { VersionChanges, versionQuery } from "./version-changes";

interface HistoryDialogProps {
  /** Null for a guest. */
  userId: string | null;
  files: ReturnType<typeof useProject>;
  onClose: () => void;
}

/** The saved versions of the open project, newest first. */
export function HistoryDialog({ userId, files, onClose }: HistoryDialogProps) {
  const t = useTranslations("playground");
  const format = useAppFormat();
  const formatDate = useDateFormat();
  const client = useQueryClient();
  const [pending, setPending] = useState<number | null>(null);
  const [compared, setCompared] = useState<number | null>(null);
  const { id, title, project, replaceFiles, sendNow } = files;
  const versions = useQuery({
    queryKey: ["playground", "versions", id],
    queryFn: async () => {
      if (userId) return listVersions(id);
      await sendNow();
      return listGuestVersions(id);
    },
    staleTime: 0,
    gcTime: 0,
    // Without a connection it says so at once.
    networkMode: "always",
  });
  const restore = async (number: number, time: string) => {
    setPending(number);
    try {
      const version = await client.fetchQuery(versionQuery({ userId, id, number }));
      const before = await replaceFiles(id, () => version);
      onClose();
      if (!before) return void toast(t("otherProject"), { tone: "warning" });
      const undo = async () => {
        if (!(await replaceFiles(id, () => before))) toast(t("otherProject"), { tone: "warning" });
      };
      toast(t("restored", { time }), {
        tone: "success",
        action: { label: t("undo"), onClick: () => void undo() },
      });
    } catch {
      toast(t("historyFailed"), { tone: "danger" });
      setPending(null);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("historyTitle", { name: title ?? projectName(project) ?? t("untitled") })}
      size="lg"
      description={t("historyText")}
    >
      {versions.isPending && <Skeleton className="h-14 rounded-lg" />}
      {versions.isError && <LoadFailed text={t("historyFailed")} onRetry={() => void versions.refetch()} />}
      <ol className="flex flex-col divide-y divide-border">
        {versions.data?.map(({ number, files: count, bytes, savedAt }, index) => {
          const time = formatDate(new Date(savedAt), { dateStyle: "medium", timeStyle: "short" });
          return (
            <li key={number} className="py-2">
              <div className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1">
                <div className="min-w-0 flex-1 basis-40">
                  <p className="truncate text-sm font-medium">{time}</p>
                  <p className="truncate text-xs text-muted">
                    <TimeAgo at={savedAt} />
                    {" · "}
                    {t("projectFacts", { count, size: format.size(bytes) })}
                  </p>
                </div>
                {index === 0 ? (
                  <span className="px-2 text-xs text-muted">{t("historyNow")}</span>
                ) : (
                  <>
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-expanded={compared === number}
                      aria-label={t("historyChangesSince", { time })}
                      onClick={() => setCompared(compared === number ? null : number)}
                    >
                      {t("historyChanges")}
                    </Button>
                    <Button
                      size="sm"
                      aria-label={t("restoreVersionOf", { time })}
                      loading={pending === number}
                      disabled={pending !== null}
                      onClick={() => void restore(number, time)}
                    >
                      {t("restoreVersion")}
                    </Button>
                  </>
                )}
              </div>
              {compared === number && (
                <section className="mt-2 mb-1" aria-label={t("historyChangesSince", { time })}>
                  <VersionChanges version={{ userId, id, number }} project={project} />
                </section>
              )}
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}
