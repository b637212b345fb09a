/**
 * What this browser keeps in localStorage: `{version, state}` under a fixed key. Anybody at this browser can edit it,
 * so nothing read here is trusted before `parse` has seen it; what does not parse is reset, never thrown.
 */
export interface VersionedStorage<State> {
  /** The stored state, or null where there is none, none of this version, or none that parses. */
  read: () => State | null;
  write: (state: State) => void;
  remove: () => void;
}

export function versionedStorage<State>(input: {
  key: string;
  version: number;
  parse: (value: unknown) => State | null;
}): VersionedStorage<State> {
  const { key, version, parse } = input;
  const decode = (text: string | null): State | null => {
    if (text === null) return null;
    try {
      const stored: unknown = JSON.parse(text);
      if (typeof stored !== "object" || stored === null) return null;
      const record = stored as { version?: unknown; state?: unknown };
      return record.version === version ? parse(record.state) : null;
    } catch {
      return null;
    }
  };
  // Storage can be switched off or full; the product then works without memory.
  const attempt = <Result>(action: () => Result, otherwise: Result): Result => {
    try {
      return action();
    } catch {
      return otherwise;
    }
  };
  return {
    read: () => attempt(() => decode(localStorage.getItem(key)), null),
    write: (state) => attempt(() => localStorage.setItem(key, JSON.stringify({ version, state })), undefined),
    remove: () => attempt(() => localStorage.removeItem(key), undefined),
  };
}
