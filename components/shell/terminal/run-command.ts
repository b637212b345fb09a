import type { useTranslations } from "next-intl";
import type { AppLifecycleStore } from "@/lib/lifecycle/store";
import type { Metric } from "@/lib/lifecycle/metrics-store";
import type { TerminalLine } from "@/lib/shell/terminal-store";
import type { AppInstance } from "@/lib/lifecycle/rules";
import type { DockedApp } from "@/lib/dock/rules";

const COMMANDS = [
  "help",
  "apps",
  "launch",
  "suspend",
  "resume",
  "stop",
  "memory",
  "metrics",
  "network",
  "filter",
  "clear",
] as const;
type CommandName = (typeof COMMANDS)[number];

/** What commands can read and do. */
export interface CommandContext {
  t: ReturnType<typeof useTranslations<"shell.terminal">>;
  statusText: (status: AppInstance["status"]) => string;
  lifecycle: AppLifecycleStore;
  docked: readonly DockedApp[];
  lines: readonly TerminalLine[];
  metrics: Readonly<Record<string, readonly Metric[]>>;
  /** The heap of the page in MB, or null if the browser does not report it. */
  heapMb: number | null;
  open: (appId: string) => void;
  setFilter: (text: string) => void;
  clear: () => void;
}

interface CommandResult {
  lines: string[];
  failed?: boolean;
}

const TAKES_APP = new Set<string>(["launch", "suspend", "resume", "stop"]);

/** Runs one command line and returns its output. */
export async function runCommand(input: string, context: CommandContext): Promise<CommandResult> {
  const { t } = context;
  const [command = "", ...args] = input.trim().split(/\s+/);
  const name = args.join(" ");
  if (!(COMMANDS as readonly string[]).includes(command)) return fail(t("unknownCommand", { command }));
  if (TAKES_APP.has(command)) {
    if (!name) return fail(t("missingApp", { command }));
    return command === "launch"
      ? launch(name, context)
      : change(command as "suspend" | "resume" | "stop", name, context);
  }
  switch (command as CommandName) {
    case "help":
      return { lines: COMMANDS.map((known) => `${known.padEnd(10)}${t(`commands.${known}`)}`) };
    case "apps":
      return list(
        context.lifecycle.instances.map((app) => `${app.name.padEnd(20)}${context.statusText(app.status)}`),
        t("noApps"),
      );
    case "memory":
      return memory(context);
    case "metrics":
      return list(
        Object.values(context.metrics).flatMap((series) => {
          const last = series.at(-1);
          return last ? [`${last.name.padEnd(24)}${last.value} ${last.unit}`] : [];
        }),
        t("noMetrics"),
      );
    case "network":
      return list(
        context.lines
          .filter((line) => line.kind === "network")
          .map((line) => `${line.appName ?? ""}  ${line.text}`),
        t("noNetwork"),
      );
    case "filter":
      context.setFilter(name);
      return { lines: [] };
    default:
      context.clear();
      return { lines: [] };
  }
}

function fail(line: string): CommandResult {
  return { lines: [line], failed: true };
}

function list(lines: string[], whenEmpty: string): CommandResult {
  return { lines: lines.length > 0 ? lines : [whenEmpty] };
}

function memory({ t, heapMb, lifecycle }: CommandContext): CommandResult {
  const page = heapMb === null ? t("noHeap") : t("heap", { mb: Math.round(heapMb) });
  const apps = lifecycle.instances
    .filter((app) => app.memoryUsage !== null)
    .map((app) => `${app.name.padEnd(20)}${Math.round(app.memoryUsage!)} MB`);
  return { lines: [page, ...apps] };
}

/** Finds an app by its full name or else by prefix, ignoring case. */
function findByName<App extends { name: string }>(apps: readonly App[], name: string): App | undefined {
  const wanted = name.toLocaleLowerCase();
  return (
    apps.find((app) => app.name.toLocaleLowerCase() === wanted) ??
    apps.find((app) => app.name.toLocaleLowerCase().startsWith(wanted))
  );
}

function launch(name: string, { t, docked, open }: CommandContext): CommandResult {
  const app = findByName(docked, name);
  if (!app) return fail(t("unknownApp", { name }));
  open(app.id);
  return { lines: [] };
}

async function change(
  command: "suspend" | "resume" | "stop",
  name: string,
  { t, lifecycle, statusText }: CommandContext,
): Promise<CommandResult> {
  const instance = findByName(lifecycle.instances, name);
  if (!instance) return fail(t("unknownApp", { name }));
  await lifecycle[command](instance.id);
  const status = { suspend: "suspended", resume: "running", stop: "stopped" } as const;
  return { lines: [t("done", { name: instance.name, status: statusText(status[command]) })] };
}
