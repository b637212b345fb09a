import type { StorageEntry } from "./contract";
import { DEVICES_KEY, deviceUse, parseDevices } from "./device-contract";

/** All data that an app keeps for a user, as a JSON file. */
export function describeAppData(
  { id, name }: { id: string; name: string },
  entries: readonly StorageEntry[],
): string {
  const isMark = ({ area, key }: StorageEntry): boolean => area === "values" && key === DEVICES_KEY;
  const onDevices = parseDevices(entries.find(isMark)?.value).map(deviceUse);
  return JSON.stringify(
    {
      app: { id, name },
      exportedAt: new Date().toISOString(),
      entries: entries.filter((entry) => !isMark(entry)),
      // Too large for the account, and so not among the entries.
      ...(onDevices.length && { onlyOnDevices: onDevices.map(({ device, bytes }) => ({ device, bytes })) }),
    },
    null,
    2,
  );
}

export function appDataFileName({ name }: { name: string }): string {
  return `${name} - data.json`;
}
