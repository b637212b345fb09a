/** Storage of a signed-in user: `GET|PUT|DELETE /api/apps/{id}/storage`. */
import { z } from "zod";
import {
  appStorageHolder,
  appStorageSchema,
  appStorageUsageSchema,
  claimedAppStorage,
  STORAGE_CHANGES_MAX,
} from "@/lib/storage/contract";
import {
  AccountChanged,
  DataReplaced,
  StorageConflict,
  StorageFull,
  Unreachable,
  type AppStorage,
} from "@/lib/sandbox/host/storage/app-storage";
import { writerId } from "@/lib/sandbox/host/storage/writer-id";
import type { AppStorageNews } from "@/lib/realtime/contract";
import { deviceOf } from "@/lib/storage/rules";

/** Browsers limit keepalive requests to 64 KiB. */
const KEEPALIVE_MAX_BYTES = 60_000;
const BATCH_DELAY_MS = 600;
/** How long another browser has for its last save. One that was closed without saying so never answers. */
const HANDOVER_MS = 1_500;
/** A connection that hangs counts as lost. */
const TIMEOUT_MS = 30_000;

const problemSchema = z.object({
  code: z.string().optional(),
  details: z
    .object({
      device: z.enum(["phone", "tablet", "computer"]).nullable(),
      revision: z.int(),
      dataId: z.string().nullable(),
      hasArrived: z.boolean(),
    })
    .partial()
    .optional(),
});

/** Subscribes to what other browsers do with apps' data; null: news may have been lost. Returns the unsubscribe function. */
export type StorageNewsSource = (onNews: (news: AppStorageNews | null) => void) => () => void;

export function accountStorage({
  appId,
  url,
  dataId: known,
  onStorageNews,
}: {
  appId: string;
  url: string;
  /** Which data an earlier run in this page had. */
  dataId?: string | null | undefined;
  onStorageNews: StorageNewsSource;
}): AppStorage {
  /** Known once the data has been read. */
  let writer = "";
  let owner: string | undefined;
  let dataId = known;

  const request = async <S extends z.ZodType>(
    schema: S,
    { path = "", ...init }: RequestInit & { path?: string } = {},
  ): Promise<z.output<S>> => {
    const response = await fetch(url + path, {
      credentials: "include",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
      headers: { "content-type": "application/json", accept: "application/json" },
    }).catch((error: unknown) => {
      throw new Unreachable("The account cannot be reached.", { cause: error });
    });
    if (!response.ok) throw await failureOf(response, dataId);
    // Not every 200 comes from our server: a captive portal sends its own page.
    return schema.parse(await response.json());
  };

  /** Resolves when another browser has saved and let go; one that is gone never does. */
  const waitForRelease = (): { released: Promise<void>; cancel: () => void } => {
    let done = (): void => {};
    const released = new Promise<void>((resolve) => {
      const stop = onStorageNews((news) => {
        if (news?.appId === appId && news.cause === "released" && news.by !== writer) done();
      });
      const timer = setTimeout(() => done(), HANDOVER_MS);
      done = () => {
        stop();
        clearTimeout(timer);
        resolve();
      };
    });
    return { released, cancel: () => done() };
  };

  return {
    batchDelayMs: BATCH_DELAY_MS,
    async load() {
      writer = await writerId();
      // Subscribed first: the other browser may be faster than the answer.
      const { released, cancel } = waitForRelease();
      try {
        const claim = (data: { dataId?: string | null | undefined }) => {
          const body = JSON.stringify({ personId: owner, ...data, writer });
          return request(claimedAppStorage, { path: "/claim", method: "POST", body });
        };
        const { takenFrom, ...stored } = await claim({ dataId }).catch((error: unknown) => {
          // A server of the previous release does not know the field.
          if (dataId === null && error instanceof Refused && error.status === 400) return claim({});
          throw error;
        });
        ({ personId: owner, dataId } = stored);
        if (takenFrom === null) return stored;
        await released;
        const latest = await request(appStorageSchema);
        if (latest.personId !== owner) throw new AccountChanged("Somebody else is signed in.");
        if (latest.dataId !== dataId) throw new DataReplaced("Another version is in use.");
        return latest;
      } finally {
        cancel();
      }
    },
    async apply(
      changes,
      { base, leaving = false, release = false, strict = false, saveId, supersedes = [] },
    ) {
      let revision = base;
      // At least one request, which may only release.
      for (let at = 0; at === 0 || at < changes.length; at += STORAGE_CHANGES_MAX) {
        const isLast = at + STORAGE_CHANGES_MAX >= changes.length;
        const body = JSON.stringify({
          personId: owner,
          ...(dataId && { dataId }),
          writer,
          base: revision,
          changes: changes.slice(at, at + STORAGE_CHANGES_MAX),
          // Each part of a last save must be accepted.
          ...(release && { release }),
          ...(strict && { left: true }),
          ...(supersedes.length > 0 && { supersedes }),
          // Stored with the last part, so that all have arrived.
          ...(isLast && { saveId }),
        });
        const keepalive = leaving && body.length < KEEPALIVE_MAX_BYTES;
        revision = (await request(appStorageUsageSchema, { method: "PUT", body, keepalive })).revision;
      }
      return revision;
    },
    watch(onNews) {
      const onOnline = (): void => onNews({ type: "unknown" });
      addEventListener("online", onOnline);
      const stop = onStorageNews((news) => {
        if (news === null) return onNews({ type: "unknown" });
        if (news.appId !== appId || news.by === writer || news.cause === "released") return;
        if (news.cause === "saved" && news.holder === writer)
          return onNews({ type: "newer", revision: news.revision });
        onNews({ type: "taken", by: deviceOf(news.by) });
      });
      return () => {
        removeEventListener("online", onOnline);
        stop();
      };
    },
    async check(since) {
      const { revision, holder, lastSave } = await request(appStorageHolder, { path: "/claim" });
      if (holder !== null && holder !== writer) return { type: "taken", by: deviceOf(holder) };
      return revision > since ? { type: "newer", revision, lastSave } : null;
    },
  };
}

class Refused extends Error {
  override name = "Refused";
  constructor(readonly status: number) {
    super(`The saved data could not be read or written (${status}).`);
  }
}

async function failureOf(response: Response, known: string | null | undefined): Promise<Error> {
  const problem = problemSchema.safeParse(await response.json().catch(() => null)).data;
  if (problem?.code === "account_changed") return new AccountChanged("Somebody else is signed in.");
  if (problem?.code === "data_replaced") return new DataReplaced("Another version is in use.");
  if (problem?.code === "storage_conflict") {
    const { device = null, revision = Infinity, dataId, hasArrived } = problem.details ?? {};
    if (dataId !== undefined && dataId !== known) return new DataReplaced("Another version is in use.");
    return new StorageConflict(device, revision, hasArrived);
  }
  // Error statuses of proxies: the server is unreachable.
  if ([502, 503, 504].includes(response.status)) return new Unreachable("The account cannot be reached.");
  if (response.status === 413) return new StorageFull("The storage of this app is full.");
  return new Refused(response.status);
}
