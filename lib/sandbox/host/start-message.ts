/** The message that starts an app in its frame. */
import { requiresCapability, type Manifest } from "@/lib/package/manifest-contract";
import type { PreparedPackage } from "@/lib/sandbox/host/app-package";
import type { BegunScores, HostServices } from "@/lib/sandbox/host/host-calls";
import type { RunnerOptions } from "@/lib/sandbox/host/runner-options";
import type { PageLocation, SavedState } from "@/lib/sandbox/host/saved-state";
import type { StorageMirror } from "@/lib/sandbox/host/storage/storage-mirror";
import { isPage, pageCandidates, withoutMount } from "@/lib/sandbox/protocol/page-lookup";
import { QUICKJS_MEMORY_MB } from "@/lib/sandbox/protocol/quickjs";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";
import { DEVICES_KEY } from "@/lib/storage/device-contract";
import type { StartMessage } from "@/lib/sandbox/protocol/to-frame";

interface StartParts extends Pick<
  StartMessage,
  "parts" | "answers" | "shortcuts" | "room" | "moment" | "device"
> {
  options: RunnerOptions;
  pkg: PreparedPackage;
  mirror: StorageMirror;
  services: HostServices;
  /** The run that the server began, for scores that it can check. */
  begun: BegunScores | null;
  place: PageLocation;
  /** What the app left when it was suspended, or when its page was reloaded. */
  saved: SavedState | null;
}

export function startMessageOf({
  options: { app, theme, locale },
  pkg,
  mirror,
  services,
  begun,
  place,
  saved,
  room,
  ...given
}: StartParts): StartMessage {
  const { manifest } = pkg;
  const storage = mirror.snapshot();
  const values = storage.values.filter(([key]) => !key.startsWith(XDC_PREFIX) && key !== DEVICES_KEY);
  return {
    type: "start",
    app,
    personId: mirror.personId,
    // Changed code may lack the page.
    entry: entryOf(manifest, place.entry !== null && pkg.has(place.entry) ? place.entry : pageAt(place, pkg)),
    place: { ...place, main: entryOf(manifest, null).file },
    ...pkg.content(),
    storage: { ...storage, session: saved?.session ?? storage.session, values },
    theme: theme(),
    locale: locale(),
    capabilities: capabilitiesOf(services, manifest),
    evaluates: pkg.needs.evaluates,
    state: saved?.state ?? null,
    webxdc: webxdcOf(manifest, { values: storage.values, personId: mirror.personId, room }),
    room,
    quickjs: quickjsOf(manifest, begun),
    ...given,
  };
}

/** What a run starts with, for the file that an app names; undefined if the package has no such page. */
export function pageNamed(file: string, { manifest, has }: PreparedPackage): string | null | undefined {
  if (!has(file)) return undefined;
  if (file === manifest.entry.module) return null;
  return isPage(file) || file === manifest.entry.html ? file : undefined;
}

/** The page that answers a path; null for the manifest's entry. */
function pageAt({ path, mount }: PageLocation, { manifest, has }: PreparedPackage): string | null {
  if (path === null || manifest.entry.html === undefined) return null;
  const main = manifest.entry.html;
  const folder = main.slice(0, main.lastIndexOf("/") + 1);
  const names = pageCandidates(withoutMount(path, mount), main).flatMap((name) => [name, folder + name]);
  return names.find((name) => isPage(name) && has(name)) ?? null;
}

/** Prefix of the keys under which `values` stores the updates of a webxdc app. */
export const XDC_PREFIX = "\u0000xdc:";

export function xdcKey(serial: number): string {
  return XDC_PREFIX + String(serial).padStart(8, "0");
}

/** @param room the one of this run, whose log has the updates */
function webxdcOf(
  manifest: Manifest,
  { values, personId, room }: { values: AreaPairs; personId: string; room: StartMessage["room"] },
): StartMessage["webxdc"] {
  if (!manifest.metadata?.webxdc) return null;
  if (room) return { selfAddr: room.me, selfName: room.name, updates: [] };
  const updates = values.filter(([key]) => key.startsWith(XDC_PREFIX)).sort(([a], [b]) => (a < b ? -1 : 1));
  return { selfAddr: `${personId}@gum`, selfName: "Me", updates: updates.map(([, update]) => update) };
}

/** @param begun the run that the server began, for scores that it can check */
function quickjsOf(
  { runtime_target, limits, metadata }: Manifest,
  begun: BegunScores | null,
): StartMessage["quickjs"] {
  if (runtime_target !== "quickjs") return null;
  const memoryMb = limits.memory_mb ?? QUICKJS_MEMORY_MB;
  if (begun) return { memoryMb, deterministic: { ...begun, recorded: true } };
  const { deterministic } = metadata;
  return {
    memoryMb,
    deterministic: deterministic
      ? { seed: deterministic.seed, startMs: Date.parse(deterministic.start), recorded: false }
      : null,
  };
}

/** Asks the server for a seed where scores are to be checked. Without an answer the app runs, and its scores are refused. */
export async function beginScores(
  { scores: boards }: Manifest,
  { scores }: HostServices,
): Promise<BegunScores | null> {
  if (!scores || !boards?.some(({ verified }) => verified)) return null;
  return scores.begin().catch(() => null);
}

/** @param page another page of the package to start with */
function entryOf(manifest: Manifest, page: string | null): StartMessage["entry"] {
  if (page !== null) return { kind: "html", file: page };
  const { html, module } = manifest.entry;
  return html === undefined ? { kind: "module", file: module } : { kind: "html", file: html };
}

function capabilitiesOf(
  { compose, share, egress, profile, card, members, notify, scores }: HostServices,
  manifest: Manifest,
): string[] {
  return [
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
    ...(compose ? ["compose"] : []),
    ...(share ? ["share"] : []),
    ...(notify ? ["notify"] : []),
    ...(card ? ["card"] : []),
    ...(profile && requiresCapability(manifest, "profile") ? ["profile"] : []),
    ...(members ? ["room"] : []),
    ...(scores && manifest.scores?.length ? ["scores"] : []),
    ...(egress && manifest.network?.hosts.length ? ["fetch"] : []),
  ];
}

/** Loads the code that only some packages and runs need. */
export async function loadOptionalCode(
  { manifest, needs, hasUnread }: PreparedPackage,
  { hasTrees }: Pick<RunnerOptions, "hasTrees">,
): Promise<StartMessage["parts"]> {
  const [lexer, databases, shared, console, quickjs] = await Promise.all([
    needs.modules || hasUnread ? import("@/lib/sandbox/generated/lexer-code") : null,
    needs.databases || hasUnread ? import("@/lib/sandbox/generated/databases-code") : null,
    needs.shared || (hasUnread && manifest.room) ? import("@/lib/sandbox/generated/shared-code") : null,
    hasTrees ? import("@/lib/sandbox/generated/console-code") : null,
    needs.quickjs ? import("@/lib/sandbox/generated/quickjs-code") : null,
  ]);
  return {
    lexer: lexer?.LEXER_CODE ?? null,
    databases: databases?.DATABASES_CODE ?? null,
    shared: shared?.SHARED_CODE ?? null,
    console: console?.CONSOLE_CODE ?? null,
    quickjs: quickjs?.QUICKJS_CODE ?? null,
    late: hasUnread && !needs.modules,
  };
}
