"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { loadProject } from "@/lib/projects/project-storage";
import { sendAll, sendProject } from "@/lib/projects/sync.client";

const SEND_DEBOUNCE_MS = 1_500;
const RETRY_MS = 20_000;

const loadHistory = () => import("@/lib/projects/guest-history.client");

/** The sync status of the open project. */
export type SavedState = "browser" | "saving" | "account" | "later" | "refused";

/** Those of an earlier visit, or of a guest. */
async function sendOthers(userId: string | null): Promise<void> {
  if (userId) await sendAll(userId).catch(() => undefined);
  await loadHistory()
    .then(({ pruneGuestHistory }) => pruneGuestHistory())
    .catch(() => undefined);
}

/** Syncs the open project after each save, and again when back online. A guest's goes into the history of this browser. */
export function useSending(
  userId: string | null,
  {
    onMoved,
    onRefused,
  }: { onMoved: (from: string, to: string) => void; onRefused: (message: string) => void },
) {
  const [saved, setSaved] = useState<SavedState>(userId ? "account" : "browser");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<string | null>(null);
  const asVersion = useRef(false);
  /** Counts changes: the answer to an earlier one does not mean that the latest is saved. */
  const latest = useRef(0);

  const send = useCallback(
    async (id: string): Promise<void> => {
      clearTimeout(timer.current);
      const mine = ++latest.current;
      if (!userId) {
        const { current } = asVersion;
        // Without room for a history, the project itself is still saved.
        const isKept = await loadHistory()
          .then(({ keepGuestVersion }) => keepGuestVersion(id, { asVersion: current }))
          .catch(() => false);
        if (isKept) asVersion.current = false;
        return;
      }
      setSaved("saving");
      waiting.current = null;
      for (let at = id; ;) {
        const result = await sendProject(userId, at, { asVersion: asVersion.current });
        if (result.state === "moved") {
          onMoved(at, result.to);
          at = result.to;
          continue;
        }
        if (result.state === "sent") asVersion.current = false;
        if (result.state === "refused") onRefused(result.message);
        if (result.state === "later") waiting.current = at;
        if (mine === latest.current) setSaved(result.state === "sent" ? "account" : result.state);
        return;
      }
    },
    [userId, onMoved, onRefused],
  );
  const sendSoon = useCallback(
    (id: string) => {
      clearTimeout(timer.current);
      latest.current++;
      if (userId) setSaved("saving");
      timer.current = setTimeout(() => void send(id), SEND_DEBOUNCE_MS);
    },
    [userId, send],
  );

  const hasSentAll = useRef(false);
  /** After a project was opened: sends what an earlier visit has left, the open one first. It may move to a copy. */
  const resume = useCallback(
    async (id: string | null): Promise<void> => {
      const record = userId && id ? await loadProject(userId, id).catch(() => null) : null;
      if (record?.isUnsent) await send(record.id);
      else if (userId) setSaved("account");
      if (!hasSentAll.current) void sendOthers(userId);
      hasSentAll.current = true;
    },
    [userId, send],
  );

  useEffect(() => {
    const again = () => {
      if (waiting.current) void send(waiting.current);
    };
    addEventListener("online", again);
    const retry = setInterval(again, RETRY_MS);
    return () => {
      clearTimeout(timer.current);
      removeEventListener("online", again);
      clearInterval(retry);
    };
  }, [send]);
  /** The next save adds a version instead of replacing the latest one. */
  const startVersion = useCallback(() => {
    asVersion.current = true;
  }, []);
  return { saved, send, sendSoon, resume, startVersion };
}
