/**
 * Whether the user has just pressed a key or a button in this app: not in the shell, and not in another app.
 *
 * Trust model: the page's own user activation is set by a press anywhere in it. What a frame says of itself
 * is no evidence either, but the browser attaches the activation of the sending document to a window message,
 * and an app cannot forge that. For browsers without it, the focus and the presses in the shell decide.
 */
import { placeOf } from "@/lib/sandbox/host/frame-link";

const ACTIVE_MS = 5_000;
/** A call may overtake the message about its press: they take different ways. */
const OVERTAKEN_MS = 60;
/** An input of the shell this recent is the one that activated the page. */
const SHELL_INPUT_MS = 1_000;

type ActivationEvent = MessageEvent & { userActivation?: { isActive: boolean } | null };

export class Presses {
  readonly #frame: HTMLIFrameElement;
  readonly #isCovered: () => boolean;
  readonly #teardown = new AbortController();
  readonly #waiting = new Set<() => void>();
  #pressedAt = -Infinity;
  #shellInputAt = -Infinity;
  #savedAt = -Infinity;

  constructor(frame: HTMLIFrameElement, isCovered: () => boolean) {
    this.#frame = frame;
    this.#isCovered = isCovered;
    const { signal } = this.#teardown;
    window.addEventListener("message", (event) => this.#onMessage(event), { signal });
    for (const type of ["pointerdown", "keydown"])
      document.addEventListener(type, () => (this.#shellInputAt = performance.now()), {
        signal,
        capture: true,
      });
  }

  destroy(): void {
    this.#teardown.abort();
    for (const resolve of this.#waiting) resolve();
  }

  #onMessage(event: ActivationEvent): void {
    if (event.source !== this.#frame.contentWindow || !event.userActivation?.isActive) return;
    this.#pressedAt = performance.now();
    for (const resolve of this.#waiting) resolve();
  }

  /** The user sees the app and not something else over it. */
  get isInFront(): boolean {
    return !this.#isCovered() && document.visibilityState === "visible" && !this.#teardown.signal.aborted;
  }

  /** Whether the app in front has been pressed a moment ago. */
  async isRecent(): Promise<boolean> {
    if (!this.isInFront || !navigator.userActivation?.isActive) return false;
    if (!("userActivation" in MessageEvent.prototype)) return this.#seemsRecent();
    if (!this.#isPressed()) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
        setTimeout(resolve, OVERTAKEN_MS);
      });
      this.#waiting.clear();
    }
    return this.isInFront && this.#isPressed();
  }

  /** As `isRecent`, once for each press. */
  async takeSave(): Promise<boolean> {
    if (!(await this.isRecent()) || performance.now() - this.#savedAt < ACTIVE_MS) return false;
    this.#savedAt = performance.now();
    return true;
  }

  #isPressed(): boolean {
    return performance.now() - this.#pressedAt < ACTIVE_MS;
  }

  #seemsRecent(): boolean {
    return (
      placeOf(this.#frame).activeElement === this.#frame &&
      performance.now() - this.#shellInputAt > SHELL_INPUT_MS
    );
  }
}
