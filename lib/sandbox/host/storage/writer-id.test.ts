import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";

/** What a tab finds in localStorage, which it reads before it hears of what another one writes. */
const found = new Map<string, string>();

beforeEach(() => {
  found.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => found.get(key) ?? null, setItem: () => {} });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  return () => vi.unstubAllGlobals();
});

async function openTab(): Promise<{ writerId: () => Promise<string> }> {
  vi.resetModules();
  return import("./writer-id");
}

it("is one of all tabs, also of those that open at once and of one whose localStorage is empty", async () => {
  const tabs = [await openTab(), await openTab()];
  const [first, second] = await Promise.all(tabs.map(({ writerId }) => writerId()));
  expect(first).toMatch(/^computer:[\w-]{22}$/);
  expect(second).toBe(first);
  expect(await (await openTab()).writerId()).toBe(first);
});

it("stays what it was for a browser that has one", async () => {
  const known = `phone:${"k".repeat(22)}`;
  found.set("gum-storage-writer", known);
  expect(await (await openTab()).writerId()).toBe(known);
});
