"use client";

import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { AppFrameEvent } from "@/components/sandbox/app-frame-types";
import { leakConsents } from "@/lib/apps/consent-storage";
import {
  addError,
  addHost,
  EMPTY_REPORT,
  judgeTrial,
  refusedHost,
  type TrialReport,
  type Verdict,
} from "@/lib/apps/trial-rules";
import { API_BASE } from "@/lib/config/env.client";
import { FRAME_ALLOWANCES } from "@/lib/package/frame-allowance";
import { AppFrame } from "./lazy-app-frame";

declare global {
  interface Window {
    /** Read by the server's browser (bin/trial/driver.mjs). `verdict` is null while it is too early to say. */
    gumTrial?: () => { report: TrialReport; verdict: Verdict | null };
  }
}

const APP_ID = "trial";
const FAILURE_MAX_CHARS = 1_000;
/** Failures caused by the app itself; others may be caused by this instance. */
const OF_THE_APP: readonly string[] = [
  "no_entry_point",
  "entry_not_found",
  "package_invalid",
  "gone",
  "flood",
  "malformed",
  "focus",
];

/** In the fragment, which no log has. */
const readFragment = () => location.hash.slice(1);
const onServer = () => null;
const never = () => () => undefined;

/** Runs an app alone on the page, and reports its events. */
export function TrialStage() {
  const fragment = useSyncExternalStore(never, readFragment, onServer);
  const app = useMemo(() => {
    const given = new URLSearchParams(fragment ?? "");
    const token = given.get("token");
    if (!token) return null;
    const allowances = FRAME_ALLOWANCES.filter((name) => given.get("allow")?.split(" ").includes(name));
    const url = `${API_BASE}/trial/package?token=${encodeURIComponent(token)}`;
    const sha256 = given.get("sha256") ?? undefined;
    const source = { kind: "url", url, sha256, allowances } as const;
    return { id: APP_ID, name: given.get("name") ?? "", version: "1.0.0", source };
  }, [fragment]);
  const [reporter] = useState(makeReporter);
  useEffect(() => {
    // Nobody is here to be asked, and nothing can leak: the browser reaches this instance only.
    leakConsents.set(null, APP_ID, true);
    window.gumTrial = reporter.report;
  }, [reporter]);
  return (
    <div className="h-dvh">{app && <AppFrame app={app} keep="memory" onEvent={reporter.onEvent} />}</div>
  );
}

function makeReporter() {
  let begunAt: number | null = null;
  let report = EMPTY_REPORT;
  const now = (): number | null => begunAt && performance.now() - begunAt;
  return {
    report: () => {
      const current: TrialReport = { ...report, elapsed: now() };
      return { report: current, verdict: judgeTrial(current) };
    },
    onEvent: (event: AppFrameEvent): void => {
      if (event.type === "status" && event.status.status === "running") begunAt ??= performance.now();
      report = reduce(report, event, now());
    },
  };
}

function reduce(report: TrialReport, event: AppFrameEvent, at: number | null): TrialReport {
  switch (event.type) {
    case "status": {
      if (event.status.status !== "failed") return report;
      const { code, message } = event.status;
      if (!OF_THE_APP.includes(code)) return { ...report, unreachable: true };
      const errors = addError(report.errors, message);
      // It hangs or has left its page: the time that it takes decides.
      if (code === "gone") return { ...report, errors };
      return { ...report, failure: message.slice(0, FAILURE_MAX_CHARS), errors };
    }
    case "shown":
      return { ...report, shownAt: report.shownAt ?? at };
    case "loaded":
      return { ...report, loadedAt: report.loadedAt ?? at, blank: event.blank };
    case "ready":
      return { ...report, shownAt: report.shownAt ?? at, loadedAt: report.loadedAt ?? at };
    case "problem": {
      const { message, blank } = event.problem;
      return { ...report, errors: addError(report.errors, message), broken: report.broken || blank };
    }
    case "console": {
      const host = refusedHost(event.text);
      if (host) return { ...report, hosts: addHost(report.hosts, host) };
      return event.level === "error" ? { ...report, errors: addError(report.errors, event.text) } : report;
    }
    case "storage":
      return { ...report, saves: report.saves || event.usedBytes > 0 };
    case "unresponsive":
      return { ...report, unresponsive: event.crashed ? "crashed" : "busy" };
    case "responsive":
      return { ...report, unresponsive: null };
    default:
      return report;
  }
}
