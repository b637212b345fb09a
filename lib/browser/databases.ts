import { openDB, type DBSchema, type IDBPDatabase } from "idb";

/**
 * Databases of one kind, by name. Each is opened when it is first needed, and again after it could not be opened or the
 * browser has closed it.
 */
export function databases<Schema extends DBSchema>(
  create: (db: IDBPDatabase<Schema>) => void,
): (name: string) => Promise<IDBPDatabase<Schema>> {
  const open = new Map<string, Promise<IDBPDatabase<Schema>>>();
  return (name) => {
    const existing = open.get(name);
    if (existing) return existing;
    const forget = () => void open.delete(name);
    const opening = openDB<Schema>(name, 1, { upgrade: create, terminated: forget });
    opening.catch(forget);
    open.set(name, opening);
    return opening;
  };
}
