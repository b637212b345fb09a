import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { APP_TAB_PREFIX } from "@/lib/config/storage-keys";
import { useAuthStore } from "@/lib/auth/store";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { DATA_REPLACED_EVENT, onStorageNews } from "@/lib/storage/news.client";
import type { AppRunStart } from "./contract";
import { appQuery, fetchRunStart, runStartQuery } from "./queries";

/** The states of an app's runs in this browser, and the copy of its data: another version must not start from them. */
export async function forgetRunsOf(appId: string): Promise<void> {
  const userId = useAuthStore.getState().user?.id;
  if (userId) {
    const [states, copies] = await Promise.all([
      import("@/lib/lifecycle/app-state-storage"),
      import("@/lib/browser/offline-copies"),
    ]);
    await states.forgetAppStates(userId, appId).catch(() => undefined);
    await copies.forgetCopy({ userId, kind: "app", id: appId }).catch(() => undefined);
  }
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(APP_TAB_PREFIX + appId)) sessionStorage.removeItem(key);
}

/**
 * Checks whether the user switched to another version of an app elsewhere. If so, ends the runs here, which
 * would save into the other version's data.
 * @param isOver the server has refused a run here
 * @returns whether it ended runs
 */
export function followVersionSwitch(
  client: QueryClient,
  appId: string,
  { isOver = false } = {},
): Promise<boolean> {
  // The window and the page react at the same time: the second must not end the run that the first has
  // started.
  const current = following.get(appId);
  if (current && (current.isOver || !isOver)) return current.done;
  const refused = isOver ? client.getQueryData(runStartQuery(appId).queryKey)?.dataId : undefined;
  const done = Promise.resolve(current?.done)
    .catch(() => undefined)
    .then(() => follow(client, appId, { isOver, refused }))
    .finally(() => following.get(appId)?.done === done && following.delete(appId));
  following.set(appId, { isOver, done });
  return done;
}

const following = new Map<string, { isOver: boolean; done: Promise<boolean> }>();

/** @param refused the data of the run that was refused */
async function follow(
  client: QueryClient,
  appId: string,
  { isOver, refused }: { isOver: boolean; refused: AppRunStart["dataId"] },
): Promise<boolean> {
  const { queryKey } = runStartQuery(appId);
  const start = await fetchRunStart(appId);
  const before = client.getQueryData(queryKey);
  // An ordinary update, or the deletion of a snapshot, does not change the current data.
  const isKnown = before?.dataId !== undefined && start.dataId !== undefined;
  const ends = (isKnown && before.dataId !== start.dataId) || (isOver && before?.dataId === refused);
  if (ends) {
    const { instances, stop } = useAppLifecycleStore.getState();
    const running = instances.filter((instance) => instance.appId === appId);
    await Promise.all(running.map(({ id }) => stop(id, { discard: true })));
    await forgetRunsOf(appId);
    // Before the page starts the app again: its current version may be newer than the one known here.
    await client.refetchQueries({ queryKey: appQuery(appId).queryKey });
  }
  client.setQueryData(queryKey, start);
  return ends;
}

/**
 * Switches to the version that the user chose on another device.
 * @returns how often that has ended the runs here. The page that shows a run starts it again each time; the data alone does
 *   not tell, since the cache may have the new data before the run has ended
 */
export function useVersionSwitch(appId: string): number {
  const client = useQueryClient();
  const [ended, setEnded] = useState(0);
  useEffect(() => {
    const follow = (isOver = false) =>
      void followVersionSwitch(client, appId, { isOver }).then(
        (ends) => ends && setEnded((before) => before + 1),
        () => undefined,
      );
    const stop = onStorageNews((news) => {
      // `by` is null for a change by the server; the event is null if some may have been lost.
      if (news === null || (news.appId === appId && news.cause === "saved" && news.by === null)) follow();
    });
    const onReplaced = (event: Event) => (event as CustomEvent).detail === appId && follow(true);
    addEventListener(DATA_REPLACED_EVENT, onReplaced);
    return () => {
      stop();
      removeEventListener(DATA_REPLACED_EVENT, onReplaced);
    };
  }, [appId, client]);
  return ended;
}
