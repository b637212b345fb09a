"use client";

import { useEffect, useState, type ComponentType } from "react";

const LAST_WAIT_MS = 8_000;

/**
 * Fetches code that comes after the page's own. What fails is asked for again after 1, 2, 4
 * and 8 s, or once there is a connection. @throws where it cannot be fetched
 */
export async function fetchLate<Code>(load: () => Promise<Code>, wait = 1_000): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (wait > LAST_WAIT_MS) throw error;
    await new Promise((resolve) =>
      navigator.onLine ? setTimeout(resolve, wait) : addEventListener("online", resolve, { once: true }),
    );
    return fetchLate(load, 2 * wait);
  }
}

const waiting: (() => void)[] = [];

/**
 * Does something in a task of its own, after what was asked for before: what a page wants as soon as it stands is a dozen
 * small things, which would keep it from answering if they were done at once.
 */
export function soon(work: () => void): void {
  if (waiting.push(work) === 1) setTimeout(doNext);
}

function doNext(): void {
  try {
    waiting[0]!();
  } finally {
    waiting.shift();
    if (waiting.length > 0) setTimeout(doNext);
  }
}

export interface LazyPart<Props> {
  /** The component once it is here; loading begins when `wanted` turns true, or soon where it is from the start. */
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
    (pending ??= fetchLate(load).then(
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
      const [isAsked] = useState(!wanted);
      // What this rendering shows: the code may arrive between it and its effect.
      const shown = loaded;
      const isMissing = wanted && shown === null;
      useEffect(() => {
        if (!isMissing) return;
        let alive = true;
        const load = () => void (alive && fetchPart().then(() => alive && rerender((count) => count + 1)));
        if (isAsked) load();
        else soon(load);
        return () => {
          alive = false;
        };
      }, [isMissing, isAsked]);
      return shown;
    },
  };
}

export interface LateProps<Props extends object> {
  part: LazyPart<Props>;
  /** Once true the part stays: it closes with its own motion, and opens again at once. */
  wanted: boolean;
  props: Props;
}

/** A lazy part in its place: nothing until it is wanted for the first time. */
export function Late<Props extends object>({ part, wanted, props }: LateProps<Props>) {
  const [ever, setEver] = useState(wanted);
  if (wanted && !ever) setEver(true);
  const Content = part.use(wanted);
  return ever && Content ? <Content {...props} /> : null;
}
