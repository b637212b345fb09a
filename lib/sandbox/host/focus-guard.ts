/**
 * Keeps apps from stealing the keyboard focus.
 *
 * Trust model: a cross-origin frame can take the focus at any time. In Chromium 156 `display: none` on the frame stops an
 * element's focus(), but nothing stops window.focus(), not even `inert`. The frame's own code stops well-behaved apps; an app
 * that bypasses it while the shell covers the frame is ended.
 */
import { placeOf } from "@/lib/sandbox/host/frame-link";

interface FocusGuardOptions {
  frame: HTMLIFrameElement;
  isCovered: () => boolean;
  /** The frame took the focus while it was covered, or repeatedly from a field of the shell or after it was left. */
  onTheft: () => void;
}

const FIELD = "input,textarea,select,[contenteditable='true'],[contenteditable='']";
/** Games focus themselves while loading: this many thefts from the same field are tolerated. */
const THEFTS_MAX = 5;
const TAB_MS = 300;
/** Nobody clicks into an app this soon after leaving it with the keyboard; the pointer may rest on it. */
const CLICK_AFTER_MS = 1_000;

export class FocusGuard {
  readonly #options: FocusGuardOptions;
  readonly #teardown = new AbortController();
  #lastFocused: Element | null = document.activeElement;
  #tabbedAt = -Infinity;
  #thefts = 0;
  /** When the user left the app with the keyboard; null once they are back. */
  #leftAt: number | null = null;

  constructor(options: FocusGuardOptions) {
    this.#options = options;
    const { signal } = this.#teardown;
    document.addEventListener(
      "focusin",
      (event) => {
        if (event.composedPath().includes(options.frame) || event.target === this.#lastFocused) return;
        this.#lastFocused = event.target as Element;
        this.#thefts = 0;
      },
      { signal },
    );
    document.addEventListener(
      "keydown",
      (event) => event.key === "Tab" && (this.#tabbedAt = performance.now()),
      {
        signal,
        capture: true,
      },
    );
    window.addEventListener("blur", () => this.#check(), { signal });
  }

  destroy(): void {
    this.#teardown.abort();
  }

  /** The user leaves the app with the keyboard, and comes back by Tab or by a click. */
  leave(): void {
    this.#leftAt = performance.now();
    this.#thefts = 0;
  }

  /** The shell gives the focus to the app. */
  giveBack(): void {
    this.#leftAt = null;
  }

  #check(): void {
    const { frame, isCovered, onTheft } = this.#options;
    if (placeOf(frame).activeElement !== frame) return;
    if (isCovered()) {
      onTheft();
      this.#restoreFocus();
      return;
    }
    const now = performance.now();
    const hasTabbed = now - this.#tabbedAt < TAB_MS;
    const byUser = frame.matches(":hover") || hasTabbed;
    const isTakenBack =
      this.#leftAt !== null && !hasTabbed && (!byUser || now - this.#leftAt < CLICK_AFTER_MS);
    if (!isTakenBack) this.#leftAt = null;
    if (!this.#lastFocused?.isConnected) return;
    if (!isTakenBack && (byUser || !this.#lastFocused.matches(FIELD))) return;
    this.#thefts += 1;
    if (this.#thefts > THEFTS_MAX) onTheft();
    this.#restoreFocus();
  }

  /** Deferred: a focus() call inside the event changes activeElement but leaves the keyboard with the frame. */
  #restoreFocus(): void {
    const lastFocused = this.#lastFocused;
    setTimeout(() => {
      this.#options.frame.blur();
      if (lastFocused instanceof HTMLElement && lastFocused.isConnected)
        lastFocused.focus({ preventScroll: true });
    });
  }
}
