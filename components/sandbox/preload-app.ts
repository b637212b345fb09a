import type { AppSource } from "./app-frame-types";

/** Prefetches the runtime, an app's package and a frame. Call it when the user hovers over the app's card. */
export async function preloadApp(source: AppSource | null): Promise<void> {
  const [{ preparePackage }, { warmUp }] = await Promise.all([
    import("@/lib/sandbox/host/app-package"),
    import("@/lib/sandbox/host/spare-frame"),
    import("@/lib/sandbox/host/runner"),
  ]);
  warmUp();
  if (source) await preparePackage(source).catch(() => {});
}
