import fs from "node:fs";

/** What the kernel counts in: USER_HZ, 100 a second on every Linux. */
const TICK_MS = 10;

type Process = { pid: number; parent: number; ownMs: number; buriedMs: number };

function readProcess(pid: number): Process | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const field = (name: number) => Number(fields[name - 3]);
    return {
      pid,
      parent: field(4),
      ownMs: (field(14) + field(15)) * TICK_MS,
      buriedMs: (field(16) + field(17)) * TICK_MS,
    };
  } catch {
    return null;
  }
}

/**
 * Processor time, in milliseconds, that these processes and all their descendants have used so far, in user and
 * kernel mode, those that have ended included: what the operating system counted.
 */
export function cpuMsOf(pids: readonly number[]): number {
  if (process.platform !== "linux") throw new Error("The benchmarks read /proc: they need Linux.");
  const all = fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const wanted = new Set(pids);
  // Children have larger numbers than their parents but for a wrap-around: go round until nothing is added.
  for (let grew = true; grew;) {
    grew = false;
    for (const { pid, parent } of all) {
      if (wanted.has(parent) && !wanted.has(pid)) {
        wanted.add(pid);
        grew = true;
      }
    }
  }
  return all
    .filter(({ pid }) => wanted.has(pid))
    .reduce((sum, { ownMs, buriedMs }) => sum + ownMs + buriedMs, 0);
}
