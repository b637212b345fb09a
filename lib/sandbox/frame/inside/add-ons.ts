/** Runs code of ours that only some apps get. Shared by the page and workers. */
import { define } from "@/lib/sandbox/frame/inside/realm";

/** See bin/harden-frame.mjs, which defines it in every bundle. */
declare const $builtIns: object;

/**
 * Runs one of our add-ons, which finds the captured built-ins in a temporary global, and leaves its result in another.
 * @param run executes its code
 */
export function takeAddOn<T>(run: () => void): T {
  const holder = globalThis as { __gumPart?: T; __gumBuiltIns?: object };
  define(holder, "__gumBuiltIns", $builtIns);
  run();
  delete holder.__gumBuiltIns;
  const part = holder.__gumPart;
  delete holder.__gumPart;
  return part!;
}
