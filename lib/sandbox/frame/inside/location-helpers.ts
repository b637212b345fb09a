/** The helpers that rewritten scripts call, in pages, child frames and workers; see protocol/script-locations.ts. */
export interface LocationHelpers {
  /** The real location of this realm, which scripts compare their own variable with. */
  real: unknown;
  /** An object whose `location` is the virtual one. */
  owner: object;
  /** The key under which window and document have the virtual location, for destructuring. */
  key: symbol;
  /** What an assignment pattern holds for the moment. */
  held: unknown;
  /** @returns the virtual location for the real one, any other value as it is */
  loc(value: unknown): unknown;
  /** @returns `owner` for window and document, any other value as it is */
  win(value: unknown): unknown;
  /** Rewrites what `eval` is about to run. */
  code(source?: unknown): unknown;
  /** Rewrites the arguments of `Function`. */
  codes(...sources: unknown[]): unknown[];
}

interface Virtual {
  location: { href: string };
  /** Window and document, or the global of a worker. */
  owners: readonly object[];
  /** The parent window and its location, where pages look for it. */
  outer?: { windows: readonly object[]; place: unknown; location: { href: string } } | null;
}

/**
 * @param virtual null leaves everything as it is
 * @param rewrite rewrites code that exists at run time only
 */
export function locationHelpers(virtual: Virtual | null, rewrite: (code: string) => string): LocationHelpers {
  const real: unknown = globalThis.location;
  const key = Symbol("location");
  const ownerOf = (location: { href: string }): object => ({
    get location() {
      return location;
    },
    set location(url: unknown) {
      location.href = String(url);
    },
  });
  const code = (source?: unknown): unknown => (typeof source === "string" ? rewrite(source) : source);
  const others = { key, held: undefined, code, codes: (...sources: unknown[]) => sources.map(code) };
  if (!virtual) {
    const owner = { location: real };
    return { ...others, real: null, owner, loc: (value) => value, win: (value) => value };
  }
  const { location, owners, outer } = virtual;
  for (const owner of owners) Object.defineProperty(owner, key, { value: location });
  const owner = ownerOf(location);
  const outerOwner = outer && ownerOf(outer.location);
  return {
    ...others,
    real,
    owner,
    loc(value) {
      if (value === real) return location;
      return outer && value === outer.place ? outer.location : value;
    },
    win(value) {
      if (owners.includes(value as object)) return owner;
      return outerOwner && outer.windows.includes(value as object) ? outerOwner : value;
    },
  };
}

/** Defines the properties of a location the way the platform does, on an object that passes for one. */
export function asLocation<T extends object>(properties: T): T {
  const location = Object.create(
    globalThis.location ? Object.getPrototypeOf(globalThis.location) : null,
  ) as T;
  return Object.defineProperties(location, Object.getOwnPropertyDescriptors(properties));
}
