"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { TimeAgo } from "@/components/ui/time-ago";
import { toast } from "@/components/ui/toast";
import {
  deleteProject,
  listProjects,
  loadProject,
  saveProject,
  type ProjectSummary,
} from "@/lib/apps/playground-storage";
import { useAppFormat } from "../use-app-format";

export interface ProjectsDialogProps {
  userId: string | null;
  /** The open project. */
  currentId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (id: string) => void;
  onDeleted: (id: string) => void;
}

/** The projects of this browser, newest first. */
export function ProjectsDialog({
  userId,
  currentId,
  open,
  onOpenChange,
  onPick,
  onDeleted,
}: ProjectsDialogProps) {
  const t = useTranslations("playground");
  const format = useAppFormat();
  const client = useQueryClient();
  const queryKey = ["playground", "projects", userId];
  const projects = useQuery({
    queryKey,
    queryFn: () => listProjects(userId),
    enabled: open,
    staleTime: 0,
  });

  const nameOf = (project: ProjectSummary) => project.name || t("untitled");
  const remove = async (project: ProjectSummary) => {
    const stored = await loadProject(userId, project.id);
    await deleteProject(project.id);
    await client.invalidateQueries({ queryKey });
    onDeleted(project.id);
    toast(t("projectDeleted", { name: nameOf(project) }), {
      action: {
        label: t("undo"),
        onClick: () => {
          if (stored) void saveProject(stored).then(() => client.invalidateQueries({ queryKey }));
        },
      },
    });
  };

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("projects")} description={t("projectsText")}>
      {projects.isPending && <Skeleton className="h-14 rounded-lg" />}
      {projects.data?.length === 0 && (
        <p className="py-6 text-center text-sm text-muted">{t("noProjects")}</p>
      )}
      <ul className="-mx-2 flex flex-col">
        {projects.data?.map((project) => (
          <li key={project.id} className="flex items-center gap-1">
            <button
              type="button"
              aria-current={project.id === currentId || undefined}
              className="flex min-h-14 min-w-0 flex-1 flex-col justify-center rounded-lg px-2 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-hover"
              onClick={() => onPick(project.id)}
            >
              <span className="w-full truncate text-sm font-semibold">{nameOf(project)}</span>
              <span className="w-full truncate text-xs text-muted">
                {t("projectFacts", { count: project.files, size: format.size(project.bytes) })}
                {" · "}
                <TimeAgo at={new Date(project.savedAt).toISOString()} />
              </span>
            </button>
            <IconButton
              label={t("deleteProject", { name: nameOf(project) })}
              onClick={() => void remove(project)}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
