"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { AppFrameEvent, ConsoleTree } from "@/components/sandbox/app-frame-types";
import type { Finding } from "@/lib/package/finding";
import type { Package } from "@/lib/package/open-package";
import { EMPTY_CONSOLE, withoutLines, withPrinted, type Printed } from "./console/console-lines";
import { isSamePackage, packedFiles, placeOf, withSourcePlaces, type Project, type Sources } from "./project";

const LIVE_DEBOUNCE_MS = 700;

export type RunState = {
  /** Grows with every run. */
  number: number;
  package: Package | null;
  /** The person wants it to start anew; else only its code has changed. */
  isFresh: boolean;
  findings: readonly Finding[];
};

const NO_SOURCES: Sources = new Map();

/** `package` is null where the findings refuse the project. */
export type Built = Pick<RunState, "package" | "findings">;

type Checked = Built & { sources: Sources };

/** A missing icon is no problem while writing: one is drawn. */
const shownFindings = (findings: readonly Finding[]) =>
  findings.filter((finding) => finding.code !== "icon_missing");

/** Builds and checks the project. The code for that loads with the first run. */
async function checkBuilt(project: Project): Promise<Checked> {
  const [{ checkProject }, { compileProject }, { sourceFinder }] = await Promise.all([
    import("../upload/check-upload"),
    import("./compile/compile-project"),
    import("./compile/source-map"),
  ]);
  const built = await compileProject(packedFiles(project));
  if (built.findings.length > 0) return { package: null, findings: built.findings, sources: NO_SOURCES };
  const sources = new Map(Array.from(built.maps, ([path, map]) => [path, sourceFinder(map)] as const));
  return { ...(await checkProject(built.project)), sources };
}

/** A stack may also be printed as the string that it is. */
function withSourceStacks(tree: ConsoleTree, sources: Sources): ConsoleTree {
  if (sources.size === 0) return tree;
  const nodes = tree.nodes.map((node) =>
    node.kind === "error" || node.kind === "string"
      ? { ...node, text: withSourcePlaces(node.text, sources) }
      : node,
  );
  return { ...tree, nodes };
}

/** Checks the project, runs it, and collects its console. */
export function useRun({
  project,
  id,
  ready,
  live,
}: {
  project: Project;
  /** Of the project. Another one starts without the lines of the one before. */
  id: string;
  ready: boolean;
  live: boolean;
}) {
  const [run, setRun] = useState<RunState>({
    number: 0,
    package: null,
    isFresh: true,
    findings: [],
  });
  const [console, setConsole] = useState(EMPTY_CONSOLE);
  const generation = useRef(0);
  const latestRun = useRef(0);
  const sources = useRef(NO_SOURCES);
  const latest = useRef(project);
  useEffect(() => {
    latest.current = project;
  });

  const build = useCallback(async (): Promise<Built> => {
    const built = await checkBuilt(latest.current);
    // The project may never have run, or have been changed since.
    if (!built.package) setRun((before) => ({ ...before, findings: shownFindings(built.findings) }));
    return built;
  }, []);
  const start = useCallback(async ({ isFresh = true } = {}) => {
    const mine = ++generation.current;
    const { sources: built, ...checked } = await checkBuilt(latest.current);
    if (mine !== generation.current) return;
    setConsole(EMPTY_CONSOLE);
    latestRun.current++;
    sources.current = built;
    setRun({ ...checked, findings: shownFindings(checked.findings), number: latestRun.current, isFresh });
  }, []);

  /** A start that is under way may belong to another project. */
  const cancel = useCallback(() => void generation.current++, []);

  // Another project: what ran before is gone.
  const [shownId, setShownId] = useState(id);
  if (shownId !== id) {
    setShownId(id);
    setRun((before) => ({ ...before, package: null, findings: [] }));
    setConsole(EMPTY_CONSOLE);
  }
  // What is not in the package is no reason to run again.
  const [packed, setPacked] = useState(project);
  if (packed !== project && !isSamePackage(packed, project)) setPacked(project);
  // Each project runs once by itself, then after each edit in live mode.
  const started = useRef<string | null>(null);
  useEffect(() => {
    const hasRun = started.current === id;
    if (!ready || (hasRun && !live)) return;
    const timer = setTimeout(() => void start({ isFresh: !hasRun }), hasRun ? LIVE_DEBOUNCE_MS : 0);
    started.current = id;
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [packed, id, ready, live, start, cancel]);

  const onEvent = useCallback((event: AppFrameEvent, number: number, by?: string) => {
    // The run before may say something while it ends.
    if (number !== latestRun.current) return;
    if (event.type === "status" && event.status.status === "loading")
      setConsole((before) => withoutLines(before, by));
    const add = (printed: Printed) => setConsole((before) => withPrinted(before, printed));
    if (event.type === "console") {
      const { level } = event;
      const text = withSourcePlaces(event.text, sources.current);
      const tree = event.tree ? withSourceStacks(event.tree, sources.current) : null;
      const error = event.tree?.roots
        .map((index) => event.tree!.nodes[index]!)
        .find(({ kind }) => kind === "error");
      const place =
        error && placeOf({ source: "", line: 0, stack: error.text }, latest.current, sources.current);
      add({ level, text, tree, by, ...place });
    }
    if (event.type === "problem") {
      add({
        level: "error",
        text: event.problem.message,
        by,
        ...placeOf(event.problem, latest.current, sources.current),
      });
    }
  }, []);
  const clearLines = () => setConsole((before) => ({ ...EMPTY_CONSOLE, nextId: before.nextId }));
  return { run, lines: console.lines, start, build, onEvent, clearLines };
}
