"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { AppFrameEvent } from "@/components/sandbox/app-frame-types";
import type { Finding } from "@/lib/package/finding";
import type { Package } from "@/lib/package/open-package";
import { isSamePackage, packedFiles, placeOf, type Project } from "./project";

export type ConsoleLine = {
  id: number;
  level: "debug" | "log" | "info" | "warn" | "error";
  text: string;
  /** The person in whose pane it was printed, if there are several. */
  by?: string | undefined;
  /** Where it was printed. */
  file?: string;
  line?: number;
};

const LINES_MAX = 300;
const LIVE_DEBOUNCE_MS = 700;

export type RunState = {
  /** Grows with every run. */
  number: number;
  package: Package | null;
  findings: readonly Finding[];
};

// Loads the code of the package format with the first run.
const loadChecker = async () => {
  const { checkProject } = await import("../upload/check-upload");
  return (project: Project) => checkProject(packedFiles(project));
};

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
  const [run, setRun] = useState<RunState>({ number: 0, package: null, findings: [] });
  const [lines, setLines] = useState<readonly ConsoleLine[]>([]);
  const generation = useRef(0);
  const nextLine = useRef(0);
  const latestRun = useRef(0);
  const latest = useRef(project);
  useEffect(() => {
    latest.current = project;
  });

  /** @returns null where the check refuses the project */
  const build = useCallback(async (): Promise<Package | null> => {
    const check = await loadChecker();
    return (await check(latest.current)).package;
  }, []);
  const start = useCallback(async () => {
    const mine = ++generation.current;
    const check = await loadChecker();
    const checked = await check(latest.current);
    if (mine !== generation.current) return;
    setLines([]);
    latestRun.current++;
    // A missing icon is no problem while writing: one is drawn.
    const findings = checked.findings.filter((finding) => finding.code !== "icon_missing");
    setRun({ package: checked.package, findings, number: latestRun.current });
  }, []);

  /** A start that is under way may belong to another project. */
  const cancel = useCallback(() => void generation.current++, []);

  // Another project: what ran before is gone.
  const [shownId, setShownId] = useState(id);
  if (shownId !== id) {
    setShownId(id);
    setRun((before) => ({ ...before, package: null, findings: [] }));
    setLines([]);
  }
  // What is not in the package is no reason to run again.
  const [packed, setPacked] = useState(project);
  if (packed !== project && !isSamePackage(packed, project)) setPacked(project);
  // Each project runs once by itself, then after each edit in live mode.
  const started = useRef<string | null>(null);
  useEffect(() => {
    const hasRun = started.current === id;
    if (!ready || (hasRun && !live)) return;
    const timer = setTimeout(() => void start(), hasRun ? LIVE_DEBOUNCE_MS : 0);
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
      setLines((before) => before.filter((line) => by !== undefined && line.by !== by));
    const add = (line: Omit<ConsoleLine, "id">) =>
      setLines((before) => [...before.slice(1 - LINES_MAX), { ...line, id: nextLine.current++ }]);
    if (event.type === "console") add({ level: event.level, text: event.text, by });
    if (event.type === "problem") {
      add({ level: "error", text: event.problem.message, by, ...placeOf(event.problem, latest.current) });
    }
  }, []);
  return { run, lines, start, build, onEvent, clearLines: () => setLines([]) };
}
