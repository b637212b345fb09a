/** IndexedDB: installs the add-on's implementation under the platform's names, or none if the package does not use it. */
import { callHost } from "@/lib/sandbox/frame/inside/channel";
import {
  databaseRoom,
  quotaError,
  recountUsage,
  save,
  setDatabaseSize,
  setDeviceSize,
} from "@/lib/sandbox/frame/inside/saving/queue";
import { defineAccessor, appConsole, define, realm } from "@/lib/sandbox/frame/inside/realm";
import { alignClass } from "@/lib/sandbox/frame/look-alike";
import type { Databases, DatabasesAddOn } from "@/lib/sandbox/frame/inside/shared/databases";
import type { DeviceHost } from "@/lib/sandbox/frame/inside/shared/device-databases";
import type { DeviceRows, DeviceSetup } from "@/lib/sandbox/protocol/device-data";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";

let databases: Databases | null = null;

export interface SavedDatabases {
  account: AreaPairs;
  /** Null where the device keeps nothing. */
  device: DeviceSetup | null;
}

export function installDatabases(addOn: DatabasesAddOn, { account: saved, device }: SavedDatabases): void {
  const current = new Map(saved);
  for (const [name, text] of saved) recountUsage("databases", name, undefined, text);
  databases = addOn.open({
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
  for (const [name, value] of Object.entries(databases.globals)) {
    if (name === "indexedDB") {
      defineAccessor(window, name, () => value);
      continue;
    }
    alignClass(value as { prototype: object }, (window as unknown as Record<string, unknown>)[name]);
    define(window, name, value, false);
  }
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

const NAMES = [
  "indexedDB",
  ...["Cursor", "CursorWithValue", "Database", "Factory", "Index", "KeyRange", "ObjectStore"].map(
    (name) => `IDB${name}`,
  ),
  ...["OpenDBRequest", "Request", "Transaction", "VersionChangeEvent"].map((name) => `IDB${name}`),
];

/** For an app without saved databases whose code was not fully scanned: installs IndexedDB on first use. */
export function installLazyDatabases(createAddOn: () => DatabasesAddOn, saved: SavedDatabases): void {
  const natives = new Map(NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(window, name)]));
  for (const name of NAMES) {
    defineAccessor(window, name, () => {
      for (const [other, native] of natives) {
        delete (window as unknown as Record<string, unknown>)[other];
        if (native && other !== "indexedDB") Object.defineProperty(window, other, native);
      }
      installDatabases(createAddOn(), saved);
      return (window as unknown as Record<string, unknown>)[name];
    });
  }
}

/** Without the add-on, scripts that look for IndexedDB find none, instead of getting a SecurityError. */
export function hideDatabases(): void {
  defineAccessor(window, "indexedDB", () => undefined);
}

/** Resolves once everything committed is in the save queue, or after `limitMs`. */
export async function flushDatabases(limitMs: number): Promise<void> {
  if (!databases) return;
  await Promise.race([
    databases.flush(),
    new Promise((resolve) => realm.setTimeout(resolve as () => void, limitMs)),
  ]);
}
