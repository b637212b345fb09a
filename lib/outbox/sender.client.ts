import { notifyManager, type QueryClient } from "@tanstack/react-query";
import { api, ApiError } from "@/lib/browser/api";
import { SERVER_BACK_EVENT } from "@/lib/browser/wait-to-retry";
import { CHANGES, type Sending } from "./changes.client";
import { moveEarlierPosts } from "./earlier-posts.client";
import { isUnsent, SENDER_HEADER, type Problem } from "./rules";
import { isTemporary, withNextSending } from "./sending";
import { changeOutbox, outboxChannel, readOutbox, useOutbox, type OutboxEntry } from "./store";

/** Messages between tabs. */
type OutboxMessage =
  | { type: "changed" }
  | { type: "sent"; userId: string; entry: OutboxEntry; response: unknown }
  | { type: "refused"; userId: string; entry: OutboxEntry; problem: Problem };

const RETRY_MIN_MS = 2_000;
const RETRY_MAX_MS = 60_000;

/** A tab of a newer release may queue kinds that this one does not know. */
const isKnown = ({ kind }: OutboxEntry): boolean => kind in CHANGES;
const isSendable = (entry: OutboxEntry): boolean => isUnsent(entry) && isKnown(entry);

// TypeScript cannot tell that an entry and the functions of its kind belong together.
const sendingOf = ({ kind }: OutboxEntry) => CHANGES[kind] as Sending<OutboxEntry>;

function send(entry: OutboxEntry, userId: string): Promise<unknown> {
  const [path, request] = sendingOf(entry).request(entry);
  return api(path, { ...request, headers: { [SENDER_HEADER]: userId } });
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { code: "internal", message: String(error), status: 500 };
  const { code, message, status } = error;
  return { code, message, status };
}

/**
 * Sends what the outbox keeps for `userId`, one by one; of several tabs one at a time. Starts with what an earlier visit
 * left.
 * @returns the cleanup
 */
export function startOutbox(client: QueryClient, userId: string): () => void {
  const channel = outboxChannel();
  let isStopped = false;
  let isSending = false;
  let retryMs = RETRY_MIN_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const patch = (clientKey: string, change: Partial<OutboxEntry>) =>
    changeOutbox((entries) =>
      entries.map((entry) =>
        entry.clientKey === clientKey ? ({ ...entry, ...change } as OutboxEntry) : entry,
      ),
    );
  const remove = ({ clientKey }: OutboxEntry) =>
    changeOutbox((entries) => entries.filter((entry) => entry.clientKey !== clientKey));

  /** In one render: the entry is never seen beside the server's answer, nor neither of them. */
  const settleAndRemove = (entry: OutboxEntry, response: unknown) =>
    new Promise((resolve) =>
      notifyManager.batch(() => {
        if (isKnown(entry)) sendingOf(entry).settle(client, response, entry, userId);
        notifyManager.schedule(() => resolve(remove(entry)));
      }),
    );

  /** Sends the first entry. @returns false if there is none, or if it has to wait */
  const sendNext = async (): Promise<boolean> => {
    if (isStopped || !navigator.onLine) return false;
    const entry = (await changeOutbox((entries) => withNextSending(entries, isKnown))).find(
      (each) => each.state === "sending" && isKnown(each),
    );
    if (!entry || isStopped) return false;
    try {
      const response = await send(entry, userId);
      channel.postMessage({ type: "sent", userId, entry, response } satisfies OutboxMessage);
      await settleAndRemove(entry, response);
    } catch (error) {
      const problem = problemOf(error);
      if (isTemporary(problem)) {
        await patch(entry.clientKey, { state: "waiting", problem });
        const retryAfterMs = ((error as ApiError).retryAfter ?? 0) * 1000;
        timer = setTimeout(start, Math.max(retryMs, retryAfterMs));
        retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
        return false;
      }
      if (entry.kind === "post") await patch(entry.clientKey, { state: "failed", problem });
      else {
        await remove(entry);
        useOutbox.setState({ refused: { entry, problem, isShown: false } });
        channel.postMessage({ type: "refused", userId, entry, problem } satisfies OutboxMessage);
      }
    }
    retryMs = RETRY_MIN_MS;
    return true;
  };

  const sendAll = async () => {
    while (await sendNext());
  };
  const start = () => {
    clearTimeout(timer);
    timer = undefined;
    if (isSending || isStopped || !navigator.onLine) return;
    isSending = true;
    const sent = "locks" in navigator ? navigator.locks.request(`gum-outbox:${userId}`, sendAll) : sendAll();
    void sent.finally(() => {
      isSending = false;
      // What came after the last look.
      if (!timer && useOutbox.getState().entries.some(isSendable)) start();
    });
  };

  const onMessage = ({ data }: MessageEvent<OutboxMessage>) => {
    if (data.type === "changed") return void readOutbox();
    if (data.userId !== userId) return;
    if (data.type === "sent") void settleAndRemove(data.entry, data.response);
    else {
      const { entry } = data;
      // Together: as long as the entry is here, it shows as done.
      useOutbox.setState(({ entries }) => ({
        entries: entries.filter(({ clientKey }) => clientKey !== entry.clientKey),
        refused: { ...data, isShown: true },
      }));
    }
  };
  // What another tab queued is sent here if that tab is closed before: this one waits for the lock.
  const unsubscribe = useOutbox.subscribe(({ asked, entries }, before) => {
    if (asked !== before.asked || (!timer && entries.some(isSendable))) start();
  });
  channel.addEventListener("message", onMessage);
  addEventListener("online", start);
  addEventListener(SERVER_BACK_EVENT, start);
  void moveEarlierPosts().then(readOutbox).then(start);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
    channel.removeEventListener("message", onMessage);
    removeEventListener("online", start);
    removeEventListener(SERVER_BACK_EVENT, start);
  };
}
