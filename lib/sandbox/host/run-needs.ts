/** Detects what a run of a package needs: flags of its document and optional code of the frame. */
import { allowedHandlerHashes, requiresCapability, type Manifest } from "@/lib/package/manifest-contract";
import { allowancesOf, type FrameAllowance } from "@/lib/package/frame-allowance";
import { APP_INLINE_HASHES_LISTED } from "@/lib/package/limits";
import { yieldToEventLoop } from "@/lib/package/yield-to-event-loop";
import { HANDLER_HASHES_MAX, NO_FLAGS, type RunFlags } from "@/lib/sandbox/protocol/run-query";
import { rewriteLocations } from "@/lib/sandbox/protocol/script-locations";

export interface RunNeeds extends RunFlags {
  modules: boolean;
  /** IndexedDB, or `navigator.storage.getDirectory`. */
  databases: boolean;
  /** `gum.shared`. */
  shared: boolean;
  quickjs: boolean;
}

const CODE_FILE = /\.(?:m?js|cjs|html?|xhtml)$/i;
const MODULE_SIGNS = /type\s*=\s*\\?["']?(?:module|importmap)|\bimport\s*[("'{*]|type\s*:\s*["']module/;
/** Of IndexedDB, and of the file system that is kept in it. */
const DATABASE_SIGNS = /indexedDB|\bgetDirectory\b/;
/** As in `gum.shared` or `const { shared } = gum`. */
const SHARED_NAMES = [/\bgum\b/, /\bshared\b/];
const HANDLER = /\son[a-z]+\s*=\s*\\?(["'])((?:(?!\1)[\s\S])*?)\\?\1/gi;

/** Long files are searched in chunks so that the page stays responsive; matches are shorter than the overlap. */
const CHUNK_CHARS = 512 * 1024;
const OVERLAP_CHARS = 64;

/** Files that are scanned for what a run needs. */
export const holdsCode = (name: string): boolean => CODE_FILE.test(name);

/** @param code the code files of the package @param more allowances beyond the manifest */
export async function findNeeds(
  manifest: Manifest,
  code: Iterable<[name: string, bytes: Uint8Array]>,
  more: readonly FrameAllowance[] = [],
): Promise<RunNeeds> {
  const decoder = new TextDecoder();
  const allowances = [...allowancesOf(manifest), ...more];
  const needs: RunNeeds = {
    ...NO_FLAGS,
    evaluates: allowances.includes("eval"),
    anyHandler: allowances.includes("inline-events"),
    modules: manifest.entry.module !== undefined,
    databases: false,
    shared: false,
    quickjs: manifest.runtime_target === "quickjs",
  };
  if (needs.quickjs) return { ...needs, ...NO_FLAGS, modules: false };
  const listed = requiresCapability(manifest, "inline-events") ? allowedHandlerHashes(manifest) : [];
  needs.anyHandler ||= listed.length > APP_INLINE_HASHES_LISTED;
  const hashes = new Set(needs.anyHandler ? [] : listed.map(withoutPrefix));
  for (const [name, bytes] of code) {
    await yieldToEventLoop();
    const text = decoder.decode(bytes);
    needs.modules ||= /\.mjs$/i.test(name) || (await mentionsModules(text));
    needs.databases ||= DATABASE_SIGNS.test(text);
    needs.shared ||= SHARED_NAMES.every((name) => name.test(text));
    if (hashes.size && text.includes("location")) await addRewrittenHashes(text, hashes);
  }
  if (hashes.size > HANDLER_HASHES_MAX) needs.anyHandler = true;
  else needs.handlerHashes = [...hashes];
  return needs;
}

async function mentionsModules(text: string): Promise<boolean> {
  for (let at = 0; at < text.length; at += CHUNK_CHARS) {
    await yieldToEventLoop();
    if (MODULE_SIGNS.test(text.slice(at, at + CHUNK_CHARS + OVERLAP_CHARS))) return true;
  }
  return false;
}

/** A handler that sets the location runs in its rewritten form, so the hash of that form must be allowed, too. */
async function addRewrittenHashes(text: string, hashes: Set<string>): Promise<void> {
  for (const [, , written] of text.matchAll(HANDLER)) {
    const handler = decodeEntities(written!);
    const rewritten = rewriteLocations(handler);
    if (rewritten !== handler && hashes.has(await sha256(handler))) hashes.add(await sha256(rewritten));
  }
}

function decodeEntities(text: string): string {
  const entities: Record<string, string> = { amp: "&", quot: '"', "#39": "'", apos: "'", lt: "<", gt: ">" };
  return text.replace(/&(amp|quot|#39|apos|lt|gt);/g, (_, name: string) => entities[name]!);
}

const withoutPrefix = (hash: string): string => hash.replace(/^sha256-/, "");

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
