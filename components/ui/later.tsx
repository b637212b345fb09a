"use client";

import { lazy, Suspense, useEffect, useRef, type ComponentType, type ReactNode } from "react";
import { fetchLate } from "./lazy-part";

const INTEREST = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "wheel"] as const;
const LATEST_MS = 1_500;

/**
 * A part of a page whose markup comes with the page, and whose code comes after the page's own: as soon as the browser
 * has nothing more urgent to do, or somebody turns to the page. What is asked for in between is done when the code is there.
 * @param fallback stands in its place where it was not in the page's markup, until the code is there
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
): ComponentType<Props> {
  const Content = lazy(async () => {
    await calm();
    return { default: await fetchLate(load) };
  });
  return function Later(props: Props) {
    const root = useRef<HTMLDivElement>(null);
    const input = useRef<HeldInput | "not needed">(null);
    useEffect(() => {
      if (input.current || !root.current) return;
      const held = holdInput(root.current);
      input.current = held;
      return () => {
        held.drop();
        input.current = null;
      };
    }, []);
    return (
      <div ref={root} className="contents">
        <Suspense fallback={fallback}>
          <Content {...props} />
          <Arrival
            onArrival={() => {
              if (input.current !== "not needed") input.current?.release();
              input.current = "not needed";
            }}
          />
        </Suspense>
      </div>
    );
  };
}

/** Its effect runs in the moment in which everything beside it answers. */
function Arrival({ onArrival }: { onArrival: () => void }) {
  const latest = useRef(onArrival);
  useEffect(() => latest.current(), []);
  return null;
}

/** Resolves when the browser is idle, or at the first sign of interest; at once on the server. */
function calm(): Promise<void> {
  if (typeof window === "undefined") return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      for (const sign of INTEREST) removeEventListener(sign, done, true);
      resolve();
    };
    for (const sign of INTEREST) addEventListener(sign, done, { capture: true, passive: true });
    if ("requestIdleCallback" in window) requestIdleCallback(done, { timeout: LATEST_MS });
    else setTimeout(done, 200);
  });
}

interface HeldInput {
  /** Does what was asked for, in its order, and holds nothing any more. */
  release: () => void;
  drop: () => void;
}

const HELD = ["click", "submit", "keydown", "change"] as const;

/** Listens before React does: React would let input to what does not answer yet come to nothing. Typed text stays by itself. */
function holdInput(root: HTMLElement): HeldInput {
  const held: { target: Element; event: Event }[] = [];
  const hold = (event: Event) => {
    const { target } = event;
    if (!(target instanceof Element) || !root.contains(target)) return;
    const again = repeatable(event, target);
    if (again) held.push({ target, event: again });
    if (!again && event.type !== "submit") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of HELD) addEventListener(type, hold, true);
  const drop = () => {
    for (const type of HELD) removeEventListener(type, hold, true);
  };
  return {
    drop,
    release: () => {
      drop();
      // Once what was typed has been taken over, which is a rendering more.
      setTimeout(() => {
        for (const { target, event } of held) if (target.isConnected) target.dispatchEvent(event);
      });
    },
  };
}

/** The same event for later; null for what means nothing here, or what the browser does alone. */
function repeatable(event: Event, target: Element): Event | null {
  const init = { bubbles: true, cancelable: true, composed: true };
  if (event instanceof KeyboardEvent) {
    const { key, code, ctrlKey, metaKey } = event;
    const sends = key === "Enter" && (ctrlKey || metaKey);
    return sends ? new KeyboardEvent("keydown", { ...init, key, code, ctrlKey, metaKey }) : null;
  }
  if (event instanceof MouseEvent) {
    // Into another tab or window: the browser's own.
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    return plain ? new MouseEvent("click", init) : null;
  }
  const files = event.type === "change" && target instanceof HTMLInputElement && target.type === "file";
  return files ? new Event("change", init) : null;
}
