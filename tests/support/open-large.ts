/**
 * Opens a package of nearly the default limits in a process of its own, and says how many bytes it held at once, and for how
 * long at most it did nothing else. With `--expose-gc` what is garbage already does not count.
 */
import { randomBytes } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { buildPackage } from "@/lib/package/build-package";
import { openPackage } from "@/lib/package/open-package";

const MIB = 2 ** 20;
const FILES = 6;
const PAGE = new TextEncoder().encode("<title>Large</title>");

/** A third is noise, so that it packs to nearly the limit. */
function content(bytes: number): Uint8Array {
  const made = new Uint8Array(bytes);
  made.set(randomBytes(0.3 * bytes));
  return made;
}

const large = await buildPackage({
  size: FILES + 1,
  keys: () => ["index.html", ...Array.from({ length: FILES }, (_, n) => `data${n}.bin`)].values(),
  sizeOf: (path) => (path === "index.html" ? PAGE.length : 48 * MIB),
  read: async (path) => (path === "index.html" ? PAGE : content(48 * MIB)),
});
/** Memory that is in use; the resident size depends on when garbage is collected. */
function heldBytes(): number {
  globalThis.gc?.();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

// Twice: buffers that the first one finds are freed a little later.
heldBytes();
await new Promise((resolve) => setTimeout(resolve, 200));
const before = heldBytes();
let peak = before;
const timer = globalThis.gc ? setInterval(() => (peak = Math.max(peak, heldBytes())), 50) : undefined;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const began = performance.now();
const { files } = await openPackage(large);
const milliseconds = performance.now() - began;
delay.disable();
clearInterval(timer);
process.stdout.write(
  JSON.stringify({
    packedBytes: large.length,
    entries: files.size,
    heldBytes: peak - before,
    blockedMs: delay.max / 1e6,
    milliseconds,
  }),
);
