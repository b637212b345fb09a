"use client";

import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from "react";
import type { AppRunner } from "@/lib/sandbox/host/runner";
import type { AppFrameProps } from "./app-frame-types";
import type { AppNotice } from "./app-notices";
import { AppRun, INITIAL_VIEW, localeOfPage, themeOfPage } from "./app-run";

interface UseRunner {
  props: AppFrameProps;
  container: RefObject<HTMLDivElement | null>;
  onCopied: () => void;
  onNotice: (notice: AppNotice) => void;
}

/** A run for each (app id, version, source), or the one that is handed over. On unmount, what is still here ends. */
export function useRunner({ props, container, onCopied, onNotice }: UseRunner) {
  const { app, keep } = props;
  const [run, setRun] = useState<AppRun | null>(null);
  const view = useSyncExternalStore(run?.subscribe ?? never, run?.view ?? initially, initially);
  const runner = useMemo(() => runnerOf(run), [run]);
  const latest = useRef({ props, onCopied, onNotice });
  useLayoutEffect(() => {
    latest.current = { props, onCopied, onNotice };
  });
  const { source } = app;
  const sourceKey =
    source.kind === "url"
      ? [source.sha256 ?? source.url, ...(source.allowances ?? [])].join(" ")
      : source.kind === "bytes"
        ? source.bytes
        : source.files;

  useLayoutEffect(() => {
    const parent = container.current;
    if (!parent) return;
    const frame = { container: parent, latest: () => latest.current };
    const { takes } = latest.current.props;
    const shown = takes instanceof AppRun && takes.take(frame) ? takes : new AppRun(frame);
    setRun(shown);
    return () => shown.end(frame);
  }, [app.id, app.version, sourceKey, keep, container]);

  const { address } = props;
  useEffect(() => {
    // Before there is a runner, it starts with the newest.
    if (address) runner.current?.visit(address);
  }, [address, runner]);

  const { theme = null, locale = null } = props.trial ?? {};
  const isTrial = props.trial !== undefined;
  useEffect(() => {
    if (!isTrial) return followTheme(runner);
    const setBoth = () => {
      runner.current?.setTheme(theme ?? themeOfPage());
      runner.current?.setLocale(locale ?? localeOfPage());
    };
    setBoth();
    const observer = new MutationObserver(setBoth);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "lang"] });
    return () => observer.disconnect();
  }, [runner, isTrial, theme, locale]);

  return { run, view, runner };
}

type RunnerRef = { readonly current: AppRunner | null };

/** As a ref, because the runner comes later than its run. */
const runnerOf = (run: AppRun | null): RunnerRef => ({
  get current() {
    return run?.runner ?? null;
  },
});

const initially = () => INITIAL_VIEW;
const never = () => () => undefined;

function followTheme(runner: RunnerRef): () => void {
  const root = document.documentElement;
  let theme = themeOfPage();
  const observer = new MutationObserver(() => {
    const now = themeOfPage();
    if (now !== theme) runner.current?.setTheme(now);
    theme = now;
    runner.current?.setLocale(localeOfPage());
  });
  observer.observe(root, { attributes: true, attributeFilter: ["class", "lang"] });
  return () => observer.disconnect();
}
