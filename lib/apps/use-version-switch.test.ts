import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import type { AppRunStart } from "./contract";
import { runStartQuery } from "./queries";
import { followVersionSwitch } from "./use-version-switch";

const appId = "app-1";
let answers: AppRunStart[] = [];
/** By request: lets its answer come. */
let gates: (() => void)[] = [];
beforeEach(() => {
  vi.stubGlobal("sessionStorage", {});
  vi.stubGlobal("location", { origin: "http://localhost", href: "http://localhost/" });
  vi.stubGlobal("fetch", async () => {
    await new Promise<void>((go) => gates.push(go));
    const headers = { "content-type": "application/json" };
    return new Response(JSON.stringify(answers.shift()), { status: 200, headers });
  });
  answers = [];
  gates = [];
  useAppLifecycleStore.setState({ instances: [] });
});

const { launch } = useAppLifecycleStore.getState();
const start = () => launch({ appId, name: "A", icon: null, component: "sandbox", type: "user" } as never);
const running = () => useAppLifecycleStore.getState().instances.map(({ id }) => id);
const back: AppRunStart = {
  lastVersion: "1.0.0",
  lastManifest: null,
  canStay: true,
  declined: true,
  dataId: "one",
};

it("a refusal of the old run, while its news is followed, does not end the new run", async () => {
  const client = new QueryClient();
  client.setQueryData(runStartQuery(appId).queryKey, { ...back, dataId: null, declined: false });
  await start();
  answers = [back, back];
  const news = followVersionSwitch(client, appId);
  await expect.poll(() => gates.length).toBe(1);
  const refused = followVersionSwitch(client, appId, { isOver: true });
  gates[0]!();
  await news;
  expect(running()).toEqual([]);
  // The page starts the other version.
  await start();
  const started = running();
  await expect.poll(() => gates.length).toBe(2);
  gates[1]!();
  await refused;
  expect(running()).toEqual(started);
});

it.each([
  ["an ordinary update", { ...back, dataId: null, lastVersion: "0.9.0" }, { ...back, dataId: null }],
  ["a server of the release before, which names no data", { ...back, dataId: undefined }, back],
])("a run is not ended by %s", async (_, before, after) => {
  const client = new QueryClient();
  client.setQueryData(runStartQuery(appId).queryKey, before);
  await start();
  const started = running();
  answers = [after];
  const news = followVersionSwitch(client, appId);
  await expect.poll(() => gates.length).toBe(1);
  gates[0]!();
  await news;
  expect(running()).toEqual(started);
});
