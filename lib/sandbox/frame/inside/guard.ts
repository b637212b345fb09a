/** What the guard, which ran before, leaves to our own code. */
import type { Guard } from "@/lib/sandbox/frame/guard/contract";

const holder = globalThis as { __gumGuard?: Guard };
export const guard = holder.__gumGuard!;
delete holder.__gumGuard;
