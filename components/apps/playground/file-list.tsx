"use client";

import {
  ChevronRight,
  FileCode2,
  FilePlus2,
  FileText,
  Image as ImageIcon,
  MoreHorizontal,
  Paperclip,
  Pencil,
  Search,
  Trash2,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { PROJECT_FILES_MAX, PROJECT_MAX_BYTES } from "@/lib/config/project-limits";
import { useAppFormat } from "../use-app-format";
import {
  fileRows,
  isIn,
  isTextFile,
  moved,
  projectBytes,
  withText,
  type FileRow,
  type Project,
} from "./project";

const loadNameDialog = () => import("./file-name-dialog").then((module) => module.FileNameDialog);
// With the dialog: the rules for names come with texts that a page without a new file does not need.
const loadNames = () => import("./file-names");
const FileNameDialog = dynamic(loadNameDialog, { ssr: false });
const FileSearch = dynamic(() => import("./file-search").then((module) => module.FileSearch), { ssr: false });

/** Then files are added and renamed without a connection, too. */
export const preloadNaming = () => Promise.all([loadNameDialog(), loadNames()]);

interface FileListProps {
  project: Project;
  current: string;
  onShow: (path: string) => void;
  onGo: (path: string, line: number) => void;
  onEdit: (change: (project: Project) => Project, current?: string) => void;
}

/** The pending path prompt: for a new file in a folder, or to rename a file or folder. */
type Naming = { from: string | null; initial: string };

/** The files: open, add, rename, remove and search them. */
export function FileList({ project, current, onShow, onGo, onEdit }: FileListProps) {
  const t = useTranslations("playground");
  const format = useAppFormat();
  const picker = useRef<HTMLInputElement>(null);
  const folder = useRef("");
  const [naming, setNaming] = useState<Naming | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [searching, setSearching] = useState(false);

  const pick = (into: string) => {
    folder.current = into;
    picker.current?.click();
  };
  const addFiles = async (files: FileList | null) => {
    const prefix = folder.current;
    const added = await Promise.all(
      [...(files ?? [])].map(
        async (file) => [prefix + file.name, new Uint8Array(await file.arrayBuffer())] as const,
      ),
    );
    if (added.length === 0) return;
    const { pathProblem } = await loadNames();
    const refused = added.find(([path]) => pathProblem(path));
    if (refused) return toast(t("badNameAdded", { file: refused[0] }), { tone: "warning" });
    const after = new Map([...project, ...added]);
    if (projectBytes(after) > PROJECT_MAX_BYTES)
      return toast(t("projectFull", { size: format.size(PROJECT_MAX_BYTES) }), { tone: "warning" });
    if (after.size > PROJECT_FILES_MAX)
      return toast(t("projectFullFiles", { count: PROJECT_FILES_MAX }), { tone: "warning" });
    onEdit((before) => new Map([...before, ...added]), added[0]![0]);
  };
  const remove = (path: string) => {
    const removed = [...project].filter(([each]) => isIn(each, path));
    onEdit((before) => new Map([...before].filter(([each]) => !isIn(each, path))));
    toast(t("removed", { file: path }), {
      action: {
        label: t("undo"),
        onClick: () => onEdit((before) => new Map([...before, ...removed]), removed[0]![0]),
      },
    });
  };
  const toggle = (path: string) => {
    const next = new Set(closed);
    if (!next.delete(path)) next.add(path);
    setClosed(next);
  };
  const menuOf = ({ kind, path }: FileRow): MenuItem[] => [
    ...(kind === "folder"
      ? [
          {
            key: "add",
            label: t("addFile"),
            icon: <FilePlus2 />,
            onSelect: () => setNaming({ from: null, initial: `${path}/` }),
          },
          { key: "pick", label: t("addPicture"), icon: <Paperclip />, onSelect: () => pick(`${path}/`) },
        ]
      : []),
    {
      key: "rename",
      label: t("rename"),
      icon: <Pencil />,
      onSelect: () => setNaming({ from: path, initial: path }),
    },
    {
      key: "remove",
      label: t("remove"),
      icon: <Trash2 />,
      danger: true,
      disabled: path === "manifest.json" || [...project.keys()].every((each) => isIn(each, path)),
      onSelect: () => remove(path),
    },
  ];
  return (
    <nav aria-label={t("files")} className="flex h-full min-h-0 flex-col">
      <div className="flex h-9 flex-none items-center justify-between border-b border-border pr-1 pl-3 text-xs font-medium text-muted">
        {t("files")}
        <span className="flex">
          <IconButton
            size="sm"
            label={t("search")}
            aria-pressed={searching}
            className="aria-pressed:bg-pressed aria-pressed:text-text"
            onClick={() => setSearching(!searching)}
          >
            <Search />
          </IconButton>
          <IconButton size="sm" label={t("addPicture")} onClick={() => pick("")}>
            <Paperclip />
          </IconButton>
          <IconButton size="sm" label={t("addFile")} onClick={() => setNaming({ from: null, initial: "" })}>
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
      {searching ? (
        <FileSearch project={project} onGo={onGo} onClose={() => setSearching(false)} />
      ) : (
        <ul className="min-h-0 flex-1 overflow-auto p-1.5">
          {fileRows(project, closed).map((row) => (
            <Row
              key={row.path}
              row={row}
              isCurrent={row.path === current}
              isOpen={!closed.has(row.path)}
              menu={menuOf(row)}
              onPress={() => (row.kind === "folder" ? toggle(row.path) : onShow(row.path))}
            />
          ))}
        </ul>
      )}
      {naming && (
        <FileNameDialog
          project={project}
          from={naming.from}
          initial={naming.initial}
          onClose={() => setNaming(null)}
          onName={(path) => {
            const { from } = naming;
            setNaming(null);
            if (from === null) onEdit((before) => withText(before, path, ""), path);
            else
              onEdit(
                (before) => moved(before, from, path),
                isIn(current, from) ? path + current.slice(from.length) : undefined,
              );
          }}
        />
      )}
    </nav>
  );
}

function Row({
  row: { kind, path, name, depth },
  isCurrent,
  isOpen,
  menu,
  onPress,
}: {
  row: FileRow;
  isCurrent: boolean;
  isOpen: boolean;
  menu: MenuItem[];
  onPress: () => void;
}) {
  const t = useTranslations("playground");
  return (
    <li
      className={cn(
        "group flex items-center rounded-sm text-sm",
        isCurrent ? "bg-accent-soft text-text" : "text-muted hover:bg-hover",
      )}
    >
      <button
        type="button"
        title={depth > 0 ? path : undefined}
        aria-current={isCurrent ? "true" : undefined}
        aria-expanded={kind === "folder" ? isOpen : undefined}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left touch:min-h-11"
        style={depth > 0 ? { paddingInlineStart: `${0.5 + depth * 0.75}rem` } : undefined}
        onClick={onPress}
      >
        {kind === "folder" ? (
          <ChevronRight aria-hidden className={cn("size-4 flex-none opacity-75", isOpen && "rotate-90")} />
        ) : (
          <FileIcon path={path} />
        )}
        <span className="truncate">{name}</span>
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
        items={menu}
      />
    </li>
  );
}

function FileIcon({ path }: { path: string }) {
  const Icon = !isTextFile(path) ? ImageIcon : /\.(md|txt|json|csv)$/i.test(path) ? FileText : FileCode2;
  return <Icon aria-hidden className="size-4 flex-none opacity-75" />;
}
