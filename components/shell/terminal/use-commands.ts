"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { leave } from "@/components/ui/leave";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { useDockStore } from "@/lib/dock/store";
import { useMetricsStore } from "@/lib/lifecycle/metrics-store";
import { useWindowStore } from "../windows/window-store";
import { useTerminalStore } from "@/lib/shell/terminal-store";
import { runCommand } from "./run-command";
import { runHref, runKeyOf } from "@/lib/shared/run-key";

const BYTES_PER_MB = 1024 * 1024;

/** Returns a function that runs a command line and logs it with its output. */
export function useCommands(setFilter: (text: string) => void): (input: string) => Promise<void> {
  const t = useTranslations("shell.terminal");
  const cardText = useTranslations("dock.card");
  const router = useRouter();
  const openApp = (key: string) => leave(() => router.push(runHref(key)));
  return async (input) => {
    const { log, clear, lines } = useTerminalStore.getState();
    log({ kind: "shell", level: "log", appName: null, text: `› ${input}` });
    const lifecycle = useAppLifecycleStore.getState();
    const { memory } = performance as { memory?: { usedJSHeapSize: number } };
    const result = await runCommand(input, {
      t,
      statusText: (status) => cardText(status),
      lifecycle: {
        ...lifecycle,
        resume: async (id) => {
          const instance = lifecycle.instances.find((other) => other.id === id);
          const key = instance && runKeyOf(instance);
          // After a reload, only the app's page knows what to run.
          if (key && !useWindowStore.getState().contents[key]) openApp(key);
          else await lifecycle.resume(id);
        },
      },
      docked: useDockStore.getState().dockedApps,
      lines,
      metrics: useMetricsStore.getState().metrics,
      heapMb: memory ? memory.usedJSHeapSize / BYTES_PER_MB : null,
      open: openApp,
      setFilter,
      clear,
    });
    for (const text of result.lines)
      log({ kind: "shell", level: result.failed ? "error" : "debug", appName: null, text });
  };
}
