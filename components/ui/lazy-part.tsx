"use client";

import { useEffect, useState, type ComponentType } from "react";

export interface LazyPart<Props> {
  /** The component once it is here; loading begins when `wanted` turns true. */
  use: (wanted: boolean) => ComponentType<Props> | null;
  /** Fetches it ahead of need: on the first sign of interest. */
  preload: () => void;
}

/**
 * A component that arrives on first need. Unlike React.lazy it never suspends, so nothing around it is hidden or
 * remounted meanwhile, and once loaded it renders in the same tick.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  let pending: Promise<void> | null = null;
  const fetchPart = () =>
    (pending ??= load().then(
      (part) => {
        loaded = part;
      },
      () => {
        // Offline, or a deployment replaced the file: the next interest tries again.
        pending = null;
      },
    ));
  return {
    preload: () => void fetchPart(),
    use: function useLazyPart(wanted) {
      const [, rerender] = useState(0);
      useEffect(() => {
        if (!wanted || loaded) return;
        let alive = true;
        void fetchPart().then(() => alive && rerender((count) => count + 1));
        return () => {
          alive = false;
        };
      }, [wanted]);
      return loaded;
    },
  };
}
