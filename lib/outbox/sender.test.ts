import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { startOutbox } from "./sender.client";
import { changeOutbox, outboxChannel, queue, setOutboxUser, useOutbox } from "./store";

afterEach(() => vi.unstubAllGlobals());

it("what another tab was refused goes before anybody is informed, so that it does not show as done", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  setOutboxUser("ada");
  const stop = startOutbox(new QueryClient(), "ada");
  queue({ kind: "app-install", id: "dice", on: true, app: { name: "Dice", icon: "/i" } });
  const [entry] = useOutbox.getState().entries;
  const told = new Promise((resolve) =>
    useOutbox.subscribe(({ refused, entries }) => refused && resolve(entries)),
  );

  const otherTab = new BroadcastChannel("gum-outbox");
  const problem = { code: "unknown_app", message: "", status: 404 };
  otherTab.postMessage({ type: "refused", userId: "ada", entry, problem });

  expect(await told).toEqual([]);
  expect(useOutbox.getState().refused).toMatchObject({ entry: { id: "dice" }, isShown: true });
  stop();
  // The queue is persisted, and broadcast to other tabs.
  await changeOutbox((entries) => entries);
  otherTab.close();
  outboxChannel().close();
});
