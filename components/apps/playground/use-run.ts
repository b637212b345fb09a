"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { AppFrameEvent } from "@/components/sandbox/app-frame-types";
import type { Finding } from "@/lib/package/finding";
import type { Package } from "@/lib/package/open-package";
import { placeOf, type Project } from "./project";

export type ConsoleLine = {
  id: number;
  level: "debug" | "log" | "info" | "warn" | "error";
  text: string;
  /** Where it comes from, in the project. */
  file?: string;
  line?: number;
};

const LINES_KEPT = 300;
const LIVE_AFTER_MS = 700;

export type RunState = {
  /** Grows with every run. */
  number: number;
  package: Package | null;
  findings: readonly Finding[];
};

// The format's code comes with the first run, not with the page.
const checker = () => import("../upload/check-upload");

/** Checks the project, gives what can run, and collects what it says. */
export function useRun({ project, ready, live }: { project: Project; ready: boolean; live: boolean }) {
  const [run, setRun] = useState<RunState>({ number: 0, package: null, findings: [] });
  const [lines, setLines] = useState<readonly ConsoleLine[]>([]);
  const turn = useRef(0);
  const nextLine = useRef(0);
  const latest = useRef(project);
  useEffect(() => {
    latest.current = project;
  });

  /** @returns what would run, its handlers allowed; null where the check refuses it */
  const build = useCallback(async (): Promise<Package | null> => {
    const { checkProject } = await checker();
    return (await checkProject(latest.current)).package;
  }, []);
  const start = useCallback(async () => {
    const mine = ++turn.current;
    const { checkProject } = await checker();
    const checked = await checkProject(latest.current);
    if (mine !== turn.current) return;
    setLines([]);
    // That an icon is drawn is no problem of somebody who is writing.
    const findings = checked.findings.filter((finding) => finding.code !== "icon_missing");
    setRun((before) => ({ package: checked.package, findings, number: before.number + 1 }));
  }, []);

  // The first run comes by itself; later ones while typing, where that is wanted.
  const started = useRef(false);
  useEffect(() => {
    if (!ready || (started.current && !live)) return;
    const timer = setTimeout(() => void start(), started.current ? LIVE_AFTER_MS : 0);
    started.current = true;
    return () => clearTimeout(timer);
  }, [project, ready, live, start]);

  const onEvent = useCallback((event: AppFrameEvent) => {
    const add = (line: Omit<ConsoleLine, "id">) =>
      setLines((before) => [...before.slice(1 - LINES_KEPT), { ...line, id: nextLine.current++ }]);
    if (event.type === "console") add({ level: event.level, text: event.text });
    if (event.type === "problem") {
      add({ level: "error", text: event.problem.message, ...placeOf(event.problem, latest.current) });
    }
  }, []);
  return { run, lines, start, build, onEvent, clearLines: () => setLines([]) };
}
