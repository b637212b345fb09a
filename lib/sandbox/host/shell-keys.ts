/**
 * Key presses in an app that are meant for the shell: its shortcuts, and Escape, which leaves the app when it is held.
 *
 * Trust model: the frame's code reports them, and an app can forge whatever its frame sends. They count only
 * while the app is in front and has the focus, shortcuts only once per press, and shortly after one that the
 * browser itself attests. Their effect must be harmless: the shell accepts only shortcuts that navigate, none
 * that changes or saves anything.
 */
import { placeOf } from "@/lib/sandbox/host/frame-link";
import type { Presses } from "@/lib/sandbox/host/presses";
import type { RunnerEvent } from "@/lib/sandbox/host/runner-events";
import { LEAVE_HOLD_MS, type KeyCombination } from "@/lib/sandbox/protocol/shell-keys";

interface ShellKeysOptions {
  frame: HTMLIFrameElement;
  presses: Presses;
  shortcuts: readonly KeyCombination[];
  /** Asks the user whether the app gets the shortcuts. Null, without a question: it does not want them, or was refused. */
  askForShortcuts: () => Promise<boolean | null>;
  /** The app gets the shortcuts from now on. */
  onGranted: () => void;
  /** Before the shell takes the focus. */
  onLeave: () => void;
  emit: (event: RunnerEvent) => void;
}

const SHORTCUT_EVERY_MS = 250;
/** A short press of Escape is the app's and shows nothing. */
const HINT_AFTER_MS = 250;

export class ShellKeys {
  readonly #options: ShellKeysOptions;
  #lastShortcut = -Infinity;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(options: ShellKeysOptions) {
    this.#options = options;
  }

  destroy(): void {
    this.escape(false);
  }

  /** The app has the keyboard. */
  get #hasFocus(): boolean {
    const { frame, presses } = this.#options;
    return presses.isInFront && document.hasFocus() && placeOf(frame).activeElement === frame;
  }

  async shortcut(index: number): Promise<void> {
    const { presses, shortcuts, askForShortcuts, onGranted, emit } = this.#options;
    const combination = shortcuts[index];
    const now = performance.now();
    if (!combination || !this.#hasFocus || now - this.#lastShortcut < SHORTCUT_EVERY_MS) return;
    this.#lastShortcut = now;
    if (!(await presses.isRecent())) return;
    const granted = await askForShortcuts();
    if (granted === null) emit({ type: "shortcut", combination });
    else if (granted) onGranted();
  }

  escape(held: boolean): void {
    const { emit, onLeave } = this.#options;
    if (this.#timers.length > 0) emit({ type: "leaving", held: false });
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    if (!held || !this.#hasFocus) return;
    const later = (work: () => void, ms: number): void => {
      this.#timers.push(setTimeout(() => (this.#hasFocus ? work() : this.escape(false)), ms));
    };
    later(() => emit({ type: "leaving", held: true }), HINT_AFTER_MS);
    later(() => {
      this.escape(false);
      onLeave();
      emit({ type: "leave" });
    }, LEAVE_HOLD_MS);
  }
}
