"use client";

import {
  FileCode2,
  FilePlus2,
  FileText,
  Image as ImageIcon,
  MoreHorizontal,
  Paperclip,
  Pencil,
  Trash2,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { isTextFile, renamed, withoutFile, withText, type Project } from "./project";

const NameDialog = dynamic(() => import("./name-dialog").then((module) => module.NameDialog), { ssr: false });

export interface FileListProps {
  project: Project;
  current: string;
  onShow: (path: string) => void;
  onEdit: (change: (project: Project) => Project, current?: string) => void;
}

/** The files: open, add, rename and remove them. */
export function FileList({ project, current, onShow, onEdit }: FileListProps) {
  const t = useTranslations("playground");
  const picker = useRef<HTMLInputElement>(null);
  const [naming, setNaming] = useState<{ from: string | null } | null>(null);
  const paths = [...project.keys()].sort((a, b) => a.localeCompare(b));

  const addFiles = async (files: FileList | null) => {
    const added = await Promise.all(
      [...(files ?? [])].map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
    );
    if (added.length > 0) onEdit((before) => new Map([...before, ...added]), added[0]![0]);
  };
  const remove = (path: string) => {
    const bytes = project.get(path)!;
    onEdit((before) => withoutFile(before, path));
    toast(t("removed", { file: path }), {
      action: { label: t("undo"), onClick: () => onEdit((before) => new Map(before).set(path, bytes), path) },
    });
  };
  return (
    <nav aria-label={t("files")} className="flex h-full min-h-0 flex-col">
      <div className="flex h-9 flex-none items-center justify-between border-b border-border pr-1 pl-3 text-xs font-medium text-muted">
        {t("files")}
        <span className="flex">
          <IconButton size="sm" label={t("addPicture")} onClick={() => picker.current?.click()}>
            <Paperclip />
          </IconButton>
          <IconButton size="sm" label={t("addFile")} onClick={() => setNaming({ from: null })}>
            <FilePlus2 />
          </IconButton>
        </span>
        <input
          ref={picker}
          type="file"
          multiple
          className="hidden"
          tabIndex={-1}
          aria-label={t("addPicture")}
          onChange={(event) => {
            void addFiles(event.target.files);
            event.target.value = "";
          }}
        />
      </div>
      <ul className="min-h-0 flex-1 overflow-auto p-1.5">
        {paths.map((path) => (
          <li
            key={path}
            className={cn(
              "group flex items-center rounded-sm text-sm",
              path === current ? "bg-accent-soft text-text" : "text-muted hover:bg-hover",
            )}
          >
            <button
              type="button"
              aria-current={path === current ? "true" : undefined}
              className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left touch:min-h-11"
              onClick={() => onShow(path)}
            >
              <FileIcon path={path} />
              <span className="truncate">{path}</span>
            </button>
            <DropdownMenu
              label={t("fileMenu", { file: path })}
              align="end"
              trigger={
                <IconButton
                  size="sm"
                  label={t("fileMenu", { file: path })}
                  className="mouse:opacity-0 mouse:group-focus-within:opacity-100 mouse:group-hover:opacity-100"
                >
                  <MoreHorizontal />
                </IconButton>
              }
              items={[
                {
                  key: "rename",
                  label: t("rename"),
                  icon: <Pencil />,
                  onSelect: () => setNaming({ from: path }),
                },
                {
                  key: "remove",
                  label: t("remove"),
                  icon: <Trash2 />,
                  danger: true,
                  disabled: path === "manifest.json" || project.size < 2,
                  onSelect: () => remove(path),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      {naming && (
        <NameDialog
          from={naming.from}
          taken={project}
          onClose={() => setNaming(null)}
          onName={(path) => {
            const { from } = naming;
            setNaming(null);
            onEdit(
              (before) => (from === null ? withText(before, path, "") : renamed(before, from, path)),
              path,
            );
          }}
        />
      )}
    </nav>
  );
}

function FileIcon({ path }: { path: string }) {
  const Icon = !isTextFile(path) ? ImageIcon : /\.(md|txt|json|csv)$/i.test(path) ? FileText : FileCode2;
  return <Icon aria-hidden className="size-4 flex-none opacity-75" />;
}
