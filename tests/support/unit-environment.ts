import { vi } from "vitest";

/**
 * Before each unit test file: test files share a process, which saves loading the libraries again. What one has stubbed, or
 * changed in a module of ours, is not the next one's.
 */

vi.resetModules();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();

// What ends after a file's last test may still listen, as it would in a page that is being left.
const page = new EventTarget();
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const)
  Reflect.set(globalThis, name, page[name].bind(page));
