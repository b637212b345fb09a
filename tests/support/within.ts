import { expect } from "vitest";

/** Runs `work`, which must not take longer; `ms` is generous, because other programs want the processor, too. */
export async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  expect(performance.now() - began).toBeLessThan(ms);
  return result;
}
