"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useState, type ComponentType, type ReactNode } from "react";
import type { AppFrameEvent } from "@/components/sandbox/app-frame-types";
import { cn } from "@/components/ui/cn";
import { LeaveDialog } from "@/components/ui/leave-dialog";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import { keepPage } from "@/lib/browser/service-worker";
import { preloadAppFrame } from "../lazy-app-frame";
import { useAppFormat } from "../use-app-format";
import { FileList, preloadNaming } from "./file-list";
import { PlaygroundBar, preloadMenu } from "./playground-bar";
import { isTextFile, projectName, textOf, withText, type Project } from "./project";
import type { Tool } from "./tools-pane";
import type { PostCardProps } from "./trial-panes";
import { useProject, type LoadProblem } from "./use-project";
import { useRun, type RunState } from "./use-run";

const NOTHING = new Uint8Array();

const loadFilePreview = () => import("./file-preview").then((module) => module.FilePreview);
const FilePreview = dynamic(loadFilePreview, { ssr: false });
const UpstreamNotice = dynamic(() => import("./upstream-notice").then((module) => module.UpstreamNotice), {
  ssr: false,
});
const ProjectOutside = dynamic(() => import("./project-outside").then((module) => module.ProjectOutside), {
  ssr: false,
});
const ForeignBanner = dynamic(() => import("./foreign-banner").then((module) => module.ForeignBanner), {
  ssr: false,
});
const RunQuestion = dynamic(() => import("./foreign-banner").then((module) => module.RunQuestion), {
  ssr: false,
});
const ToolsPane = dynamic(() => import("./tools-pane").then((module) => module.ToolsPane), { ssr: false });
const CodeEditor = dynamic(() => import("./code-editor"), { ssr: false });

const loadPanes = () => {
  preloadAppFrame();
  return import("./trial-panes");
};
const TrialPanes = dynamic(loadPanes, { ssr: false, loading: () => <Spinner className="text-muted" /> });

const PANES = ["files", "code", "preview", "console"] as const;
type Pane = (typeof PANES)[number];

export interface PlaygroundViewProps {
  /** Null for a guest. */
  userId: string | null;
  logo: ReactNode;
  PostCard: ComponentType<PostCardProps>;
}

/** The editor of apps: files, code, the app in its frame, and its console. */
export function PlaygroundView({ userId, logo, PostCard }: PlaygroundViewProps) {
  const t = useTranslations("playground");
  const { size } = useAppFormat();
  const onProblem = useCallback(
    (problem: LoadProblem) => {
      if (typeof problem === "object")
        return void import("./too-large-toast").then(({ showTooLarge }) => showTooLarge(problem, t, size));
      if (problem === "badLink") toast(t("badLink"), { tone: "warning" });
      if (problem === "badTemplate") toast(t("templateFailed"), { tone: "danger" });
      if (problem === "badProject") toast(t("projectGone"), { tone: "danger" });
      if (problem === "badApp") toast(t("sourceFailed"), { tone: "danger" });
      if (problem === "sourceClosed" || problem === "sourceUnlicensed")
        toast(t(problem), { tone: "warning", duration: Infinity });
      if (problem === "changedElsewhere")
        toast(t("changedElsewhere"), { tone: "warning", duration: Infinity });
      if (problem === "notSaved") toast(t("notSaved"), { tone: "danger", id: "playground-not-saved" });
    },
    [t, size],
  );
  const onRefused = useCallback(
    (message: string) =>
      toast(t("notInAccount"), { tone: "warning", description: message, id: "playground-refused" }),
    [t],
  );
  const remixes = useMemo(
    () => ({
      named: (name: string) => t("remixName", { name }),
      onRemix: () => toast(t("remixed"), { tone: "success" }),
    }),
    [t],
  );
  const files = useProject(userId, onProblem, onRefused, remixes);
  const { project, current, revision, edit, show } = files;
  const [live, setLive] = useState(true);
  const [pane, setPane] = useState<Pane>("code");
  const [tool, setTool] = useState<Tool>("console");
  const [target, setTarget] = useState<{ line: number } | null>(null);
  const { run, lines, start, build, onEvent, clearLines } = useRun({
    project,
    id: files.id,
    ready: files.ready && files.trusted,
    live,
  });
  const name = files.title ?? projectName(project) ?? t("untitled");

  const { kept } = files;
  const hasRun = run.number > 0;
  useEffect(() => {
    if (!kept) return;
    // Work that is kept in this browser goes on without a connection, also after a reload.
    void Promise.all([preloadMenu(), preloadNaming(), loadFilePreview()])
      .catch(() => undefined)
      .then(keepPage);
    // What the first run loads is kept, too: the compiler.
  }, [kept, hasRun]);

  const startNow = () => {
    files.trust();
    setPane((before) => (before === "code" ? "preview" : before));
    void start();
  };
  const go = (file: string, line: number) => {
    show(file);
    setPane("code");
    setTarget({ line });
  };
  // Phones show one pane at a time.
  const shown = (name: Pane) => cn(pane !== name && "max-md:hidden");
  // Guests have no dock: the playground fills their window.
  const inShell = userId !== null;
  const Main = inShell ? "div" : "main";
  return (
    <div className={inShell ? "fills-window" : "flex h-dvh flex-col"}>
      <PlaygroundBar
        userId={userId}
        logo={logo}
        name={name}
        files={files}
        live={live}
        onLive={setLive}
        onRun={startNow}
        build={build}
        onProblems={() => {
          setPane("console");
          setTool("console");
        }}
      />
      {files.isForeign && (
        <ForeignBanner
          by={files.by}
          onKeep={() => void files.keep().then(() => toast(t("keptProject"), { tone: "success" }))}
        />
      )}
      {userId && files.ready && !files.isForeign && <UpstreamNotice key={files.id} files={files} />}
      {userId && files.ready && !files.isForeign && run.number > 0 && (
        <ProjectOutside key={`outside ${files.id}`} files={files} findings={run.findings} />
      )}
      <LeaveDialog isUnsaved={files.isForeign && files.edited} />
      <div className="flex-none border-b border-border p-2 md:hidden">
        <SegmentedControl
          label={t("title")}
          className="flex w-full"
          value={pane}
          onValueChange={setPane}
          segments={PANES.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      <Main className="grid min-h-0 flex-1 grid-cols-1 md:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)] md:has-data-[people=2]:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1.4fr)]">
        {/* Edits made before the project has loaded would be overwritten. */}
        <div className={cn("min-h-0 md:border-r md:border-border", shown("files"))} inert={!files.ready}>
          <FileList
            project={project}
            current={current}
            onShow={(path) => {
              show(path);
              setPane("code");
            }}
            onGo={go}
            onEdit={edit}
          />
        </div>
        <div className={cn("flex min-h-0 min-w-0 flex-col md:border-r md:border-border", shown("code"))}>
          <div className="flex-none border-b border-border p-2 md:hidden">
            <Select
              aria-label={t("files")}
              value={current}
              onValueChange={show}
              options={[...project.keys()].map((path) => ({ value: path, label: path }))}
            />
          </div>
          <div className="min-h-0 flex-1">
            {files.ready && (
              <FileText
                files={files}
                findings={run.findings}
                target={target}
                onChange={(text) => edit((before) => withText(before, current, text))}
                onRun={startNow}
                key={isTextFile(current) ? "text" : `${revision} ${current}`}
              />
            )}
          </div>
        </div>
        <div className="grid min-h-0 min-w-0 grid-rows-1 grid-cols-[minmax(0,1fr)] max-md:contents md:grid-rows-[minmax(0,1fr)_14rem]">
          <div className={cn("min-h-0 min-w-0", shown("preview"))}>
            <Preview
              projectId={files.id}
              project={project}
              run={run}
              onEvent={onEvent}
              PostCard={PostCard}
              question={files.trusted ? null : <RunQuestion name={name} by={files.by} onRun={startNow} />}
            />
          </div>
          <div className={cn("min-h-0 min-w-0 md:border-t md:border-border", shown("console"))}>
            <ToolsPane
              key={files.id}
              tool={tool}
              onTool={setTool}
              lines={lines}
              findings={run.findings}
              onClear={clearLines}
              project={project}
              onEdit={edit}
              onGo={go}
            />
          </div>
        </div>
      </Main>
    </div>
  );
}

function FileText({
  files,
  findings,
  target,
  onChange,
  onRun,
}: {
  files: ReturnType<typeof useProject>;
  findings: RunState["findings"];
  target: { line: number } | null;
  onChange: (text: string) => void;
  onRun: () => void;
}) {
  const t = useTranslations("playground");
  const { project, current, revision } = files;
  const isText = isTextFile(current);
  const text = useMemo(() => (isText ? textOf(project, current) : ""), [isText, project, current]);
  if (!isText) return <FilePreview key={current} path={current} bytes={project.get(current) ?? NOTHING} />;
  return (
    <CodeEditor
      path={current}
      revision={revision}
      text={text}
      label={t("editor", { file: current })}
      description={t("leaveEditor")}
      findings={findings}
      target={target}
      onChange={onChange}
      onRun={onRun}
    />
  );
}

function Preview({
  projectId,
  project,
  run,
  onEvent,
  PostCard,
  question,
}: {
  projectId: string;
  project: Project;
  run: RunState;
  onEvent: (event: AppFrameEvent, run: number, by?: string) => void;
  PostCard: ComponentType<PostCardProps>;
  /** Shown until the person wants the app to run. */
  question: ReactNode;
}) {
  const t = useTranslations("playground");
  return (
    <section
      aria-label={t("preview")}
      className="grid size-full place-items-center overflow-hidden bg-surface"
    >
      {question ??
        (run.number > 0 ? (
          <TrialPanes
            key={projectId}
            project={project}
            app={run.package}
            findings={run.findings}
            run={run.number}
            isFresh={run.isFresh}
            onEvent={onEvent}
            PostCard={PostCard}
          />
        ) : (
          <Spinner className="text-muted" />
        ))}
    </section>
  );
}
