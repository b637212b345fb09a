"use client";

import {
  BookOpen,
  Download,
  Files,
  FolderOpen,
  Globe,
  HardDrive,
  History,
  LayoutTemplate,
  Link2,
  MoreHorizontal,
  Pencil,
  Play,
  UploadCloud,
  WandSparkles,
  Zap,
} from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useRef, useState, type ReactNode } from "react";
import type { Package } from "@/lib/package/open-package";
import { Button, ButtonLink } from "@/components/ui/button";
import { CodeBoundary } from "@/components/ui/code-boundary";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { leave } from "@/components/ui/leave";
import { toast } from "@/components/ui/toast";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { download } from "@/lib/browser/download";
import { PROJECT_NAME_MAX_CHARS } from "@/lib/config/project-limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { isChunkError } from "@/lib/shared/chunk-error";
import type { SayFinding, SayValue } from "../upload/finding-values";
import { useAppFormat } from "../use-app-format";
import { textOf, withText } from "./project";
import { isFormatted, LINK_PREFIX, TEMPLATES, type TemplateName } from "./playground-names";
import { firstPage, loadTemplate } from "./templates";
import type { useProject } from "./use-project";
import type { Built } from "./use-run";

const loadProjects = () => import("./projects-dialog").then((module) => module.ProjectsDialog);
const loadName = () => import("./name-dialog").then((module) => module.NameDialog);
const loadImport = () => import("./import/import-dialog").then((module) => module.ImportDialog);
const loadHistory = () => import("./history-dialog").then((module) => module.HistoryDialog);
const loadLink = () => import("./linked-project").then((module) => module.encodeProject);
const loadProblem = () => import("./problem-toast").then((module) => module.showProblem);
const ProjectsDialog = dynamic(loadProjects, { ssr: false });
const NameDialog = dynamic(loadName, { ssr: false });
const ImportDialog = dynamic(loadImport, { ssr: false });
const HistoryDialog = dynamic(loadHistory, { ssr: false });

/** Then the menu works without a connection, too. */
export const preloadMenu = () =>
  Promise.all([loadProjects(), loadName(), loadImport(), loadHistory(), loadLink(), loadProblem()]);

/** Many programs cut off longer URLs; browsers accept more. */
const LINK_LONG_CHARS = 16_000;
const LINK_MAX_CHARS = 400_000;

export interface PlaygroundBarProps {
  userId: string | null;
  logo: ReactNode;
  name: string;
  files: ReturnType<typeof useProject>;
  live: boolean;
  onLive: (live: boolean) => void;
  onRun: () => void;
  /** The package to save or publish. */
  build: () => Promise<Built>;
  /** The check has refused it: shows all problems. */
  onProblems: () => void;
}

export function PlaygroundBar(props: PlaygroundBarProps) {
  const { userId, logo, name, files, live, onLive, onRun } = props;
  const t = useTranslations("playground");
  const picker = useRef<HTMLInputElement>(null);
  const [listed, setListed] = useState(false);
  const hasList = useEverTrue(listed);
  const [opened, setOpened] = useState<"name" | "history" | "import" | null>(null);
  const actions = useActions(props);
  const locale = useLocale();
  const list = () => {
    void files.save();
    setListed(true);
  };

  const examples: MenuItem[] = TEMPLATES.map((template) => ({
    key: template,
    label: t(`template.${template}`),
    onSelect: () => void actions.start(template),
  }));
  const more: MenuItem[] = [
    { key: "projects", label: t("projects"), icon: <Files />, onSelect: list },
    { key: "name", label: t("renameProject"), icon: <Pencil />, onSelect: () => setOpened("name") },
    { key: "open", label: t("open"), icon: <FolderOpen />, onSelect: () => picker.current?.click() },
    { key: "save", label: t("save"), icon: <Download />, onSelect: () => void actions.save() },
    { key: "link", label: t("share"), icon: <Link2 />, onSelect: () => void actions.copyLink() },
  ];
  if (isFormatted(files.current)) {
    more.push({
      key: "format",
      label: t("format", { file: files.current }),
      icon: <WandSparkles />,
      onSelect: () => void actions.format(),
    });
  }
  if (files.kept) {
    more.splice(2, 0, {
      key: "history",
      label: t("history"),
      icon: <History />,
      onSelect: () => setOpened("history"),
    });
  }
  if (userId) {
    const publish = () => void actions.publish();
    const open = more.findIndex(({ key }) => key === "open");
    const importing = () => setOpened("import");
    more.splice(open + 1, 0, {
      key: "import",
      label: t("import.open"),
      icon: <Globe />,
      onSelect: importing,
    });
    more.unshift({ key: "publish", label: t("publish"), icon: <UploadCloud />, onSelect: publish });
    const keep = () => void actions.keep();
    more.push({ key: "keep", label: t("keepLocal"), icon: <HardDrive />, onSelect: keep });
  }
  more.push(
    { key: "live", label: t("live"), icon: <Zap />, checked: live, onSelect: () => onLive(!live) },
    { key: "docs", label: t("docs.pages"), icon: <BookOpen />, href: "/docs" },
    { kind: "line", key: "line" },
    { kind: "title", key: "title", label: t("examples") },
    ...examples,
  );
  return (
    <header className="top-bar run-bar flex flex-none items-center gap-2">
      <Link
        href={userId ? "/apps" : "/"}
        aria-label={userId ? t("toApps") : t("home")}
        className="flex size-9 flex-none items-center justify-center rounded-md"
      >
        {logo}
      </Link>
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-base leading-tight font-semibold">{name}</h1>
        {files.kept ? (
          <p role="status" className="truncate text-xs text-muted">
            {t(`saved.${files.saved}`)}
          </p>
        ) : (
          <p className="truncate text-xs text-muted max-sm:hidden">{t("lead")}</p>
        )}
      </div>
      {/* Phones have them in the menu only. */}
      <span className="flex items-center gap-1 max-md:hidden">
        <Button size="sm" variant="ghost" icon={<Files aria-hidden />} onClick={list}>
          {t("projects")}
        </Button>
        <DropdownMenu
          label={t("examples")}
          align="end"
          items={examples}
          trigger={
            <Button size="sm" variant="ghost" icon={<LayoutTemplate aria-hidden />}>
              {t("examples")}
            </Button>
          }
        />
        <Button
          size="sm"
          variant="ghost"
          icon={<Link2 aria-hidden />}
          onClick={() => void actions.copyLink()}
        >
          {t("share")}
        </Button>
      </span>
      <Button size="sm" icon={<Play aria-hidden />} onClick={onRun}>
        {t("run")}
      </Button>
      {userId ? (
        <Button
          size="sm"
          variant="primary"
          className="max-sm:hidden"
          icon={<UploadCloud aria-hidden />}
          onClick={() => void actions.publish()}
        >
          {t("publish")}
        </Button>
      ) : (
        <ButtonLink href="/login" size="sm" variant="primary" className="max-sm:hidden">
          {t("signInToPublish")}
        </ButtonLink>
      )}
      <DropdownMenu
        label={t("more")}
        align="end"
        items={more}
        trigger={
          <IconButton label={t("more")}>
            <MoreHorizontal />
          </IconButton>
        }
      />
      <input
        ref={picker}
        type="file"
        accept=".gum,.xdc,.zip,.html,.htm"
        className="hidden"
        tabIndex={-1}
        aria-label={t("open")}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) void actions.open(file);
        }}
      />
      <CodeBoundary>
        {hasList && (
          <ProjectsDialog
            userId={userId}
            currentId={files.id}
            open={listed}
            onOpenChange={setListed}
            onPick={(id) => {
              setListed(false);
              if (id !== files.id) void files.openStored(id);
            }}
            onNew={() => {
              setListed(false);
              files.open({ project: firstPage(locale) });
            }}
            onRenamed={(id, title) => {
              if (id !== files.id) return false;
              files.rename(title);
              return true;
            }}
            onDeleted={(id) => {
              if (id === files.id) files.open({ project: firstPage(locale) }, { isDeleted: true });
            }}
          />
        )}
        {opened === "name" && (
          <NameDialog
            title={t("renameProject")}
            label={t("projectName")}
            submit={t("rename")}
            initial={name}
            maxLength={PROJECT_NAME_MAX_CHARS}
            onClose={() => setOpened(null)}
            onName={(title) => {
              setOpened(null);
              files.rename(title || null);
            }}
          />
        )}
        {opened === "import" && (
          <ImportDialog
            onClose={() => setOpened(null)}
            onImported={(project, name) => {
              files.open({ project });
              toast(t("opened", { name }), { tone: "success" });
            }}
          />
        )}
        {opened === "history" && (
          <HistoryDialog userId={userId} files={files} onClose={() => setOpened(null)} />
        )}
      </CodeBoundary>
    </header>
  );
}

function useActions({ userId, files, build, onProblems }: PlaygroundBarProps) {
  const t = useTranslations("playground");
  const say = useTranslations("package") as unknown as SayFinding;
  const sayValue = useTranslations("apps.upload.values") as unknown as SayValue;
  const { text: errorText } = useErrorTexts();
  const format = useAppFormat();
  const router = useRouter();
  const locale = useLocale();
  const built = async (action: "save" | "keep" | "publish"): Promise<Package | null> => {
    const { package: opened, findings } = await build();
    if (opened) return opened;
    onProblems();
    const showProblem = await loadProblem();
    showProblem(t(`notDone.${action}`), findings, say, sayValue);
    return null;
  };
  return {
    start: async (template: TemplateName) => {
      const project = await loadTemplate(template, locale).catch(() => null);
      if (project) files.open({ project });
      else toast(t("templateFailed"), { tone: "danger" });
    },
    open: async (file: File) => {
      const { openFile } = await import("./open-file");
      const opened = await openFile(file);
      if ("kind" in opened) return (await import("./too-large-toast")).showTooLarge(opened, t, format.size);
      if ("message" in opened) return toast(t("notOpened"), { tone: "danger", description: opened.message });
      files.open({ project: opened.project });
      toast(t("opened", { name: opened.name }), { tone: "success" });
    },
    save: async () => {
      const opened = await built("save");
      if (opened) download(opened.bytes, `${opened.manifest.name}-${opened.manifest.version}.gum`);
    },
    copyLink: async () => {
      const encode = await loadLink().catch(() => null);
      if (!encode) return toast(t("copyFailed"), { tone: "danger" });
      const url = `${location.origin}/playground${LINK_PREFIX}${encode(files.project)}`;
      if (url.length > LINK_MAX_CHARS) return toast(t("tooLong"), { tone: "warning" });
      try {
        await navigator.clipboard.writeText(url);
        const long = url.length > LINK_LONG_CHARS;
        toast(long ? t("sharedLong", { size: format.size(url.length) }) : t("shared"), {
          tone: long ? "warning" : "success",
        });
      } catch {
        toast(t("copyFailed"), { tone: "danger" });
      }
    },
    format: async () => {
      const { current, project } = files;
      const text = textOf(project, current);
      try {
        const { formatText } = await import("./format-text");
        const formatted = await formatText(current, text);
        // What was written meanwhile stays.
        files.edit((now) => (textOf(now, current) === text ? withText(now, current, formatted) : now));
      } catch (error) {
        const [syntax] = error instanceof Error ? error.message.split("\n") : [];
        const description = isChunkError(error) ? errorText(error) : syntax;
        toast(t("notFormatted", { file: current }), { tone: "warning", description });
      }
    },
    keep: async () => {
      const opened = userId ? await built("keep") : null;
      if (!opened || !userId) return;
      const [{ toLocalApp }, { putLocalApp }] = await Promise.all([
        import("../local-app-files"),
        import("@/lib/apps/local-app-storage"),
      ]);
      const { app, bytes } = await toLocalApp(opened);
      await putLocalApp(userId, app, bytes);
      toast(t("kept", { name: app.name }), { tone: "success" });
    },
    publish: async () => {
      const opened = userId ? await built("publish") : null;
      if (!opened || !userId) return;
      const { draftUpload } = await import("../draft-upload");
      await draftUpload(userId, opened);
      leave(() => router.push("/add-app"));
    },
  };
}
