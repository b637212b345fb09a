/**
 * IndexedDB and the app's file system: installs the add-on's implementation under the platform's names, in workers too, or none
 * if the package uses neither.
 */
import { callHost } from "@/lib/sandbox/frame/inside/channel";
import {
  databaseRoom,
  quotaError,
  recountUsage,
  save,
  setDatabaseSize,
  setDeviceSize,
} from "@/lib/sandbox/frame/inside/saving/queue";
import { runAddOn } from "@/lib/sandbox/frame/inside/page/inline";
import { appConsole, realm } from "@/lib/sandbox/frame/inside/realm";
import {
  hideDatabases,
  installDatabaseGlobals,
  installOnFirstUse,
} from "@/lib/sandbox/frame/inside/saving/database-globals";
import { installFiles } from "@/lib/sandbox/frame/inside/saving/file-globals";
import type { DatabasePorts, Databases, DatabasesAddOn } from "@/lib/sandbox/frame/inside/shared/databases";
import type { DeviceHost } from "@/lib/sandbox/frame/inside/shared/device-databases";
import type { DeviceRows, DeviceSetup } from "@/lib/sandbox/protocol/device-data";
import type { WorkerSetup } from "@/lib/sandbox/frame/inside/worker/setup";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";

let databases: Databases | null = null;

export interface SavedDatabases {
  account: AreaPairs;
  /** Null where the device keeps nothing. */
  device: DeviceSetup | null;
}

/** The add-on's code, and a blob URL of it for workers. */
let code: string | null = null;
let url: string | null = null;

/** What connects a new worker to the databases; null if the app has none. */
export function databasesForWorker(): WorkerSetup["databases"] {
  if (code === null) return null;
  url ??= realm.createObjectURL(new realm.Blob([code], { type: "text/javascript" }));
  return { url, late: !databases };
}

/**
 * @param addOn its code; null if the package does not use IndexedDB
 * @param late the package's code was not fully scanned: without saved databases it is installed on first use
 */
export function installDatabases(addOn: string | null, saved: SavedDatabases, late: boolean): void {
  code = addOn;
  const hasSaved = saved.account.length > 0 || Boolean(saved.device?.databases.length);
  if (addOn === null) hideDatabases();
  else if (late && !hasSaved) openNow = installOnFirstUse(() => open(addOn, saved));
  else open(addOn, saved);
}

let openNow: (() => void) | null = null;

/** A worker uses the databases and files at the other end of the ports. @returns what to call when it has ended */
export function serveDatabases(ports: DatabasePorts): () => void {
  // The page itself has not used them yet.
  if (!databases) openNow?.();
  return databases!.serve(ports);
}

function open(addOn: string, { account: saved, device }: SavedDatabases): void {
  const current = new Map(saved);
  for (const [name, text] of saved) recountUsage("databases", name, undefined, text);
  databases = runAddOn<DatabasesAddOn>(addOn).open({
    saved,
    onChange(name, text) {
      const before = current.get(name);
      if (before === text || (before === undefined && text === null)) return;
      // Its transactions would have failed without room for it.
      recountUsage("databases", name, before, text);
      if (text === null) current.delete(name);
      else current.set(name, text);
      save({ area: "databases", key: name, value: text });
    },
    room: databaseRoom,
    device: device && deviceHost(device),
    quotaError: () => quotaError(device?.quotaBytes),
    onFailure(name, error) {
      appConsole.error(
        `The database "${name}" could not be saved:`,
        error instanceof Error ? error.message : quotaError().message,
      );
    },
  });
  setDatabaseSize(databases.bytes);
  if (device) setDeviceSize(databases.deviceBytes, device.quotaBytes);
  installDatabaseGlobals(databases.globals);
  installFiles(databases.files, { isWorker: false });
}

function deviceHost(setup: DeviceSetup): DeviceHost {
  return {
    ...setup,
    rows: async (database, rows) => (await callHost("deviceRows", { database, rows }, rows)) as number,
    commit: async (database, schema, pages) =>
      void (await callHost("deviceCommit", { database, schema, pages })),
    read: async (database, from) => (await callHost("deviceRead", { database, from })) as DeviceRows,
    drop: async (database) => void (await callHost("deviceDrop", { database })),
  };
}

/** Resolves once everything committed is in the save queue, or after `limitMs`. */
export async function flushDatabases(limitMs: number): Promise<void> {
  if (!databases) return;
  await Promise.race([
    databases.flush(),
    new Promise((resolve) => realm.setTimeout(resolve as () => void, limitMs)),
  ]);
}
