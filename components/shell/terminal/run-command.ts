import type { useTranslations } from "next-intl";
import type { AppLifecycleStore } from "@/lib/lifecycle/store";
import type { Metric } from "@/lib/lifecycle/metrics-store";
import type { TerminalLine } from "@/lib/shell/terminal-store";
import type { AppInstance } from "@/lib/lifecycle/rules";
import type { DockedApp } from "@/lib/dock/rules";

export const COMMANDS = [
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
export type CommandName = (typeof COMMANDS)[number];

/** What commands may see and do. */
export interface CommandWorld {
  t: ReturnType<typeof useTranslations<"shell.terminal">>;
  statusText: (status: AppInstance["status"]) => string;
  lifecycle: AppLifecycleStore;
  docked: readonly DockedApp[];
  lines: readonly TerminalLine[];
  metrics: Readonly<Record<string, readonly Metric[]>>;
  /** The page's own heap in MB, or null where the browser does not tell. */
  heapMb: number | null;
  open: (appId: string) => void;
  setFilter: (text: string) => void;
  clear: () => void;
}

export interface CommandAnswer {
  lines: string[];
  failed?: boolean;
}

const TAKES_APP = new Set<string>(["launch", "suspend", "resume", "stop"]);

/** Carries out one line of the terminal and answers what it prints. */
export async function runCommand(input: string, world: CommandWorld): Promise<CommandAnswer> {
  const { t } = world;
  const [command = "", ...rest] = input.trim().split(/\s+/);
  const name = rest.join(" ");
  if (!(COMMANDS as readonly string[]).includes(command)) return fail(t("unknownCommand", { command }));
  if (TAKES_APP.has(command)) {
    if (!name) return fail(t("missingApp", { command }));
    return command === "launch"
      ? launch(name, world)
      : change(command as "suspend" | "resume" | "stop", name, world);
  }
  switch (command as CommandName) {
    case "help":
      return { lines: COMMANDS.map((each) => `${each.padEnd(10)}${t(`commands.${each}`)}`) };
    case "apps":
      return list(
        world.lifecycle.instances.map((app) => `${app.name.padEnd(20)}${world.statusText(app.status)}`),
        t("noApps"),
      );
    case "memory":
      return memory(world);
    case "metrics":
      return list(
        Object.values(world.metrics).flatMap((series) => {
          const last = series.at(-1);
          return last ? [`${last.name.padEnd(24)}${last.value} ${last.unit}`] : [];
        }),
        t("noMetrics"),
      );
    case "network":
      return list(
        world.lines
          .filter((line) => line.kind === "network")
          .map((line) => `${line.appName ?? ""}  ${line.text}`),
        t("noNetwork"),
      );
    case "filter":
      world.setFilter(name);
      return { lines: [] };
    default:
      world.clear();
      return { lines: [] };
  }
}

function fail(line: string): CommandAnswer {
  return { lines: [line], failed: true };
}

function list(lines: string[], whenEmpty: string): CommandAnswer {
  return { lines: lines.length > 0 ? lines : [whenEmpty] };
}

function memory({ t, heapMb, lifecycle }: CommandWorld): CommandAnswer {
  const page = heapMb === null ? t("noHeap") : t("heap", { mb: Math.round(heapMb) });
  const apps = lifecycle.instances
    .filter((app) => app.memoryUsage !== null)
    .map((app) => `${app.name.padEnd(20)}${Math.round(app.memoryUsage!)} MB`);
  return { lines: [page, ...apps] };
}

/** By its whole name, else by how it begins; case does not matter. */
function named<App extends { name: string }>(apps: readonly App[], name: string): App | undefined {
  const wanted = name.toLocaleLowerCase();
  return (
    apps.find((app) => app.name.toLocaleLowerCase() === wanted) ??
    apps.find((app) => app.name.toLocaleLowerCase().startsWith(wanted))
  );
}

function launch(name: string, { t, docked, open }: CommandWorld): CommandAnswer {
  const app = named(docked, name);
  if (!app) return fail(t("unknownApp", { name }));
  open(app.id);
  return { lines: [] };
}

async function change(
  command: "suspend" | "resume" | "stop",
  name: string,
  { t, lifecycle, statusText }: CommandWorld,
): Promise<CommandAnswer> {
  const instance = named(lifecycle.instances, name);
  if (!instance) return fail(t("unknownApp", { name }));
  await lifecycle[command](instance.id);
  const status = { suspend: "suspended", resume: "running", stop: "stopped" } as const;
  return { lines: [t("done", { name: instance.name, status: statusText(status[command]) })] };
}
