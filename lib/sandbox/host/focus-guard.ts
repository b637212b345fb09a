/**
 * Keeps the keyboard where the person put it.
 *
 * Trust model: a frame from elsewhere may take the focus whenever it likes. Measured in Chromium 156: an element's focus() is
 * stopped by `display: none` on the frame, window.focus() by nothing at all (neither `inert` nor `display: none`). The frame's
 * own code keeps honest apps from it; one that gets around that is not given a second chance while the shell lies over it.
 */
export interface FocusGuardOptions {
  frame: HTMLIFrameElement;
  isCovered: () => boolean;
  /** The frame took the focus while it was covered, or again and again from a field of the shell. */
  onTheft: () => void;
}

const FIELD = "input,textarea,select,[contenteditable='true'],[contenteditable='']";
/** A frame that an app focuses while loading (games do) may be wrong this often in a field's lifetime. */
const RETURNS_MAX = 5;
const TAB_MS = 300;

export class FocusGuard {
  readonly #options: FocusGuardOptions;
  readonly #ended = new AbortController();
  #last: Element | null = document.activeElement;
  #tabbedAt = -Infinity;
  #returns = 0;

  constructor(options: FocusGuardOptions) {
    this.#options = options;
    const { signal } = this.#ended;
    document.addEventListener(
      "focusin",
      (event) => {
        if (event.target === options.frame || event.target === this.#last) return;
        this.#last = event.target as Element;
        this.#returns = 0;
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

  end(): void {
    this.#ended.abort();
  }

  #check(): void {
    const { frame, isCovered, onTheft } = this.#options;
    if (document.activeElement !== frame) return;
    if (isCovered()) {
      onTheft();
      this.#giveBack();
      return;
    }
    const byHand = frame.matches(":hover") || performance.now() - this.#tabbedAt < TAB_MS;
    if (byHand || !this.#last?.isConnected || !this.#last.matches(FIELD)) return;
    this.#returns += 1;
    if (this.#returns > RETURNS_MAX) onTheft();
    this.#giveBack();
  }

  /** After the event: a focus() inside it changes the element and leaves the keys with the frame. */
  #giveBack(): void {
    const last = this.#last;
    setTimeout(() => {
      this.#options.frame.blur();
      if (last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true });
    });
  }
}
