"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, MoreHorizontal, Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { TimeAgo } from "@/components/ui/time-ago";
import { toast } from "@/components/ui/toast";
import { PROJECT_NAME_MAX_CHARS } from "@/lib/config/project-limits";
import { changeRecord, putRecord } from "@/lib/projects/project-storage";
import {
  copyOf,
  deleteProject,
  listProjects,
  openProject,
  sendProject,
  type ProjectEntry,
} from "@/lib/projects/sync.client";
import { useAppFormat } from "../use-app-format";
import { NameDialog } from "./name-dialog";

interface ProjectsDialogProps {
  userId: string | null;
  /** The open project. */
  currentId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (id: string) => void;
  onNew: () => void;
  /** @returns true if it is the open project, which saves itself */
  onRenamed: (id: string, title: string) => boolean;
  onDeleted: (id: string) => void;
}

/** The projects of the account or, for a guest, of this browser; newest first. */
export function ProjectsDialog(props: ProjectsDialogProps) {
  const { userId, currentId, open, onOpenChange, onPick, onNew } = props;
  const t = useTranslations("playground");
  const format = useAppFormat();
  const queryKey = ["playground", "projects", userId];
  const projects = useQuery({
    queryKey,
    queryFn: () => listProjects(userId),
    enabled: open,
    staleTime: 0,
    // Without a connection, those of this browser.
    networkMode: "always",
  });
  const [renaming, setRenaming] = useState<ProjectEntry | null>(null);
  const { nameOf, rename, duplicate, remove } = useProjectActions(props, queryKey);

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("projects")}
      description={userId ? t("projectsText") : t("projectsGuestText")}
      footer={
        <Button icon={<Plus aria-hidden />} onClick={onNew}>
          {t("newProject")}
        </Button>
      }
    >
      {projects.isPending && <Skeleton className="h-14 rounded-lg" />}
      {projects.isError && <LoadFailed text={t("projectsFailed")} onRetry={() => void projects.refetch()} />}
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
                {userId && !project.isSent && ` · ${t("projectUnsent")}`}
              </span>
            </button>
            <DropdownMenu
              label={t("projectMenu", { name: nameOf(project) })}
              align="end"
              trigger={
                <IconButton label={t("projectMenu", { name: nameOf(project) })}>
                  <MoreHorizontal />
                </IconButton>
              }
              items={[
                {
                  key: "rename",
                  label: t("rename"),
                  icon: <Pencil />,
                  onSelect: () => setRenaming(project),
                },
                {
                  key: "duplicate",
                  label: t("duplicate"),
                  icon: <Copy />,
                  onSelect: () => void duplicate(project),
                },
                {
                  key: "remove",
                  label: t("remove"),
                  icon: <Trash2 />,
                  danger: true,
                  onSelect: () => void remove(project),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      {renaming && (
        <NameDialog
          title={t("renameFile", { file: nameOf(renaming) })}
          label={t("projectName")}
          submit={t("rename")}
          initial={nameOf(renaming)}
          maxLength={PROJECT_NAME_MAX_CHARS}
          onClose={() => setRenaming(null)}
          onName={(title) => {
            setRenaming(null);
            if (title) void rename(renaming, title);
          }}
        />
      )}
    </Dialog>
  );
}

function useProjectActions(
  { userId, onRenamed, onDeleted }: ProjectsDialogProps,
  queryKey: readonly unknown[],
) {
  const t = useTranslations("playground");
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey });
  const nameOf = (project: ProjectEntry) => project.name || t("untitled");
  /** Shows an error if the project cannot be fetched. */
  const recordOf = async (id: string) => {
    const record = await openProject(userId, id).catch(() => null);
    if (!record) toast(t("projectNotOpened"), { tone: "danger" });
    return record;
  };
  const sent = async (id: string) => {
    await reload();
    const result = userId ? await sendProject(userId, id) : null;
    if (result?.state === "refused")
      toast(t("notInAccount"), { tone: "warning", description: result.message });
    await reload();
  };
  return {
    nameOf,
    rename: async ({ id }: ProjectEntry, title: string) => {
      if (onRenamed(id, title)) {
        client.setQueryData<ProjectEntry[]>(queryKey, (entries) =>
          entries?.map((entry) => (entry.id === id ? { ...entry, name: title } : entry)),
        );
        return;
      }
      if (!(await recordOf(id))) return;
      const savedAt = Date.now();
      await changeRecord(id, (record) => ({ ...record, title, name: title, savedAt, isUnsent: true }));
      await sent(id);
    },
    duplicate: async (project: ProjectEntry) => {
      const record = await recordOf(project.id);
      if (!record) return;
      const copy = { ...copyOf(record, t("copyName", { name: nameOf(project) })), savedAt: Date.now() };
      await putRecord(copy);
      await sent(copy.id);
    },
    remove: async (project: ProjectEntry) => {
      if (!(await recordOf(project.id))) return;
      const undo = await deleteProject(userId, project.id);
      await reload();
      onDeleted(project.id);
      toast(t("projectDeleted", { name: nameOf(project) }), {
        action: { label: t("undo"), onClick: () => void undo().then(reload) },
      });
    },
  };
}
