/**
 * State in localStorage as `{version, state}` under a fixed key. Anybody at this browser can edit it, so
 * `parse` validates the stored value; invalid state is ignored, never thrown.
 */
interface VersionedStorage<State> {
  /** The stored state, or null if there is none of this version that parses. */
  read: () => State | null;
  write: (state: State) => void;
  remove: () => void;
}

export function versionedStorage<State>({
  key,
  version,
  parse,
}: {
  key: string;
  version: number;
  parse: (value: unknown) => State | null;
}): VersionedStorage<State> {
  // Storage can be disabled or full; the product then works without it.
  const attempt = <Result>(action: () => Result): Result | null => {
    try {
      return action();
    } catch {
      return null;
    }
  };
  const decode = (text: string | null): State | null => {
    const stored = JSON.parse(text ?? "null") as { version?: unknown; state?: unknown } | null;
    return stored?.version === version ? parse(stored.state) : null;
  };
  return {
    read: () => attempt(() => decode(localStorage.getItem(key))),
    write: (state) => void attempt(() => localStorage.setItem(key, JSON.stringify({ version, state }))),
    remove: () => void attempt(() => localStorage.removeItem(key)),
  };
}
