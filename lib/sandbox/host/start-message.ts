/** What a frame is told at its start that follows from the app's manifest and what it kept. */
import { requiresCapability, type Manifest } from "@/lib/package/manifest-contract";
import type { PreparedPackage } from "@/lib/sandbox/host/app-package";
import type { HostServices } from "@/lib/sandbox/host/host-calls";
import { QUICKJS_MEMORY_MB } from "@/lib/sandbox/protocol/quickjs";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";
import type { StartMessage } from "@/lib/sandbox/protocol/to-frame";

/** Before the number of an update, under which `values` keeps it. */
export const XDC_PREFIX = "\u0000xdc:";

export function withoutXdc(values: AreaPairs): AreaPairs {
  return values.filter(([key]) => !key.startsWith(XDC_PREFIX));
}

export function webxdcOf(manifest: Manifest, values: AreaPairs, personId: string): StartMessage["webxdc"] {
  if (!manifest.metadata?.webxdc) return null;
  const updates = values.filter(([key]) => key.startsWith(XDC_PREFIX)).sort(([a], [b]) => (a < b ? -1 : 1));
  return { selfAddr: `${personId}@gum`, selfName: "Me", updates: updates.map(([, update]) => update) };
}

export function quickjsOf({ runtime_target, limits, metadata }: Manifest): StartMessage["quickjs"] {
  if (runtime_target !== "quickjs") return null;
  const { deterministic } = metadata;
  return {
    memoryMb: limits.memory_mb ?? QUICKJS_MEMORY_MB,
    deterministic: deterministic
      ? { seed: deterministic.seed, startMs: Date.parse(deterministic.start) }
      : null,
  };
}

export function entryOf(manifest: Manifest, other: string | null): StartMessage["entry"] {
  if (other !== null) return { kind: "html", file: other };
  const { html, module } = manifest.entry;
  return html === undefined ? { kind: "module", file: module } : { kind: "html", file: html };
}

export function capabilitiesOf({ compose, egress, profile }: HostServices, manifest: Manifest): string[] {
  const always = [
    "storage",
    "state",
    "user",
    "openLink",
    "clipboard",
    "fullscreen",
    "pointerLock",
    "gamepad",
    "print",
    "save",
  ];
  return [
    ...always,
    ...(compose ? ["compose"] : []),
    ...(profile && requiresCapability(manifest, "profile") ? ["profile"] : []),
    ...(egress && manifest.network?.hosts.length ? ["fetch"] : []),
  ];
}

export async function loadParts({ needs, hasUnread }: PreparedPackage): Promise<StartMessage["parts"]> {
  const [lexer, databases, quickjs] = await Promise.all([
    needs.modules || hasUnread ? import("@/lib/sandbox/generated/lexer-code") : null,
    needs.databases || hasUnread ? import("@/lib/sandbox/generated/databases-code") : null,
    needs.quickjs ? import("@/lib/sandbox/generated/quickjs-code") : null,
  ]);
  return {
    lexer: lexer?.LEXER_CODE ?? null,
    databases: databases?.DATABASES_CODE ?? null,
    quickjs: quickjs?.QUICKJS_CODE ?? null,
    late: hasUnread && !needs.modules,
  };
}
