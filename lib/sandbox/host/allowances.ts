import { FRAME_ALLOWANCES, type FrameAllowance } from "@/lib/package/frame-allowance";
import type { PackageSource } from "@/lib/sandbox/host/app-package";

export type { FrameAllowance };

/** The source with additional allowances, in a stable order. */
export function withGranted(source: PackageSource, granted: readonly FrameAllowance[]): PackageSource {
  if (source.kind !== "url" || granted.length === 0) return source;
  const all = [...(source.allowances ?? []), ...granted];
  return { ...source, allowances: FRAME_ALLOWANCES.filter((each) => all.includes(each)) };
}
