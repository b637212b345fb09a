import { describe, expect, it } from "vitest";
import type { AppInstance } from "@/lib/lifecycle/rules";
import { runCommand, type CommandContext } from "./run-command";

const calls: string[] = [];

function app(name: string, more: Partial<AppInstance> = {}): AppInstance {
  return {
    id: `run-${name}`,
    appId: name,
    name,
    icon: null,
    status: "running",
    lastActive: 0,
    component: "sandbox",
    type: "user",
    state: null,
    memoryUsage: null,
    ...more,
  };
}

function contextWith(instances: AppInstance[] = []): CommandContext {
  calls.length = 0;
  const note = (name: string) => async (id: string) => void calls.push(`${name} ${id}`);
  return {
    t: ((key: string, values?: object) =>
      key + (values ? JSON.stringify(values) : "")) as CommandContext["t"],
    statusText: (status) => status,
    lifecycle: { instances, suspend: note("suspend"), resume: note("resume"), stop: note("stop") } as never,
    docked: [{ id: "n", name: "Notes", icon: null, type: "user", addedAt: 0 }],
    lines: [{ id: 1, kind: "network", level: "info", appName: "Notes", text: "→ egress", time: 0 }],
    metrics: { load: [{ name: "load", value: 12, unit: "ms", timestamp: 0 }] },
    heapMb: 41.4,
    open: (id) => calls.push(`open ${id}`),
    setFilter: (text) => calls.push(`filter ${text}`),
    clear: () => calls.push("clear"),
  };
}

describe("terminal commands", () => {
  it("lists the commands", async () => {
    expect((await runCommand("help", contextWith())).lines).toHaveLength(11);
  });

  it("says what it does not know", async () => {
    expect(await runCommand("rm -rf", contextWith())).toEqual({
      lines: ['unknownCommand{"command":"rm"}'],
      failed: true,
    });
    expect((await runCommand("suspend", contextWith())).failed).toBe(true);
    expect((await runCommand("stop nothing", contextWith([app("Pad")]))).failed).toBe(true);
    expect((await runCommand("", contextWith())).failed).toBe(true);
    expect((await runCommand("constructor", contextWith())).failed).toBe(true);
  });

  it("finds apps by how their name begins", async () => {
    const context = contextWith([app("Kasane"), app("Kanban board")]);
    await runCommand("suspend kas", context);
    await runCommand("stop kanban board", context);
    expect(calls).toEqual(["suspend run-Kasane", "stop run-Kanban board"]);
    await runCommand("launch notes", context);
    expect(calls.at(-1)).toBe("open n");
  });

  it("tells memory, metrics and network", async () => {
    const context = contextWith([app("Pad", { memoryUsage: 12.6 })]);
    expect((await runCommand("memory", context)).lines).toEqual([
      'heap{"mb":41}',
      "Pad                 13 MB",
    ]);
    expect((await runCommand("metrics", context)).lines[0]).toContain("12 ms");
    expect((await runCommand("network", context)).lines).toEqual(["Notes  → egress"]);
    expect((await runCommand("apps", contextWith())).lines).toEqual(["noApps"]);
  });

  it("filters and clears", async () => {
    await runCommand("filter a b", contextWith());
    expect(calls).toEqual(["filter a b"]);
    await runCommand("clear", contextWith());
    expect(calls).toEqual(["clear"]);
  });
});
