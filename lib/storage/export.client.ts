import type { StorageEntry } from "./contract";

/** All data that an app keeps for a user, as a JSON file. */
export function describeAppData(
  { id, name }: { id: string; name: string },
  entries: readonly StorageEntry[],
): string {
  return JSON.stringify({ app: { id, name }, exportedAt: new Date().toISOString(), entries }, null, 2);
}

export function appDataFileName({ name }: { name: string }): string {
  return `${name} - data.json`;
}
