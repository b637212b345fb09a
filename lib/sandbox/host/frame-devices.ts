/** Fullscreen, pointer lock, gamepads and printing for a frame that has no permission for them. */
import type { Presses } from "@/lib/sandbox/host/presses";
import { placeOf, type FrameLink } from "@/lib/sandbox/host/frame-link";
import type { GamepadSnapshot, LockedPointerEvent } from "@/lib/sandbox/protocol/to-frame";

export class FrameDevices {
  readonly #frame: FrameLink;
  readonly #presses: Presses;
  readonly #teardown = new AbortController();
  #pointerEvents: LockedPointerEvent[] = [];
  #lastPads = "";

  constructor(frame: FrameLink, presses: Presses) {
    this.#frame = frame;
    this.#presses = presses;
    const { signal } = this.#teardown;
    document.addEventListener("fullscreenchange", () => this.#sendFullscreen(), { signal });
    document.addEventListener("pointerlockchange", () => this.#sendPointerLock(), { signal });
    document.addEventListener("pointerlockerror", () => frame.send({ type: "pointerLock", on: false }), {
      signal,
    });
    for (const kind of ["mousemove", "mousedown", "mouseup", "wheel"] as const) {
      document.addEventListener(kind, (event) => this.#forward(kind, event), { signal, passive: true });
    }
  }

  destroy(): void {
    this.#teardown.abort();
    this.fullscreen(false);
    this.pointerLock(false);
  }

  get #isFullscreen(): boolean {
    return placeOf(this.#frame.element).fullscreenElement === this.#frame.element;
  }
  get #isLocked(): boolean {
    return placeOf(this.#frame.element).pointerLockElement === this.#frame.element;
  }

  fullscreen(on: boolean): void {
    if (!on) {
      if (this.#isFullscreen) void document.exitFullscreen().catch(() => {});
      return;
    }
    const refused = (): void => this.#frame.send({ type: "fullscreen", on: false });
    if (this.#isFullscreen) this.#sendFullscreen();
    else {
      void this.#presses
        .isRecent()
        .then((pressed) =>
          pressed ? this.#frame.element.requestFullscreen() : Promise.reject(new Error("unpressed")),
        )
        .catch(refused);
    }
  }

  #sendFullscreen(): void {
    this.#frame.send({ type: "fullscreen", on: this.#isFullscreen });
    if (this.#isFullscreen) this.#frame.element.focus();
  }

  pointerLock(on: boolean): void {
    if (!on) {
      if (this.#isLocked) document.exitPointerLock();
      return;
    }
    const refused = (): void => this.#frame.send({ type: "pointerLock", on: false });
    if (this.#isLocked) return this.#sendPointerLock();
    void this.#presses
      .isRecent()
      .then((pressed) =>
        pressed ? this.#frame.element.requestPointerLock() : Promise.reject(new Error("unpressed")),
      )
      .catch(refused);
  }

  #sendPointerLock(): void {
    this.#frame.send({ type: "pointerLock", on: this.#isLocked });
  }

  /** While the pointer is locked, its events go to the host document; the frame gets them once per animation frame. */
  #forward(kind: LockedPointerEvent["kind"], event: MouseEvent): void {
    if (!this.#isLocked) return;
    const wheel = event instanceof WheelEvent ? event : null;
    if (!this.#pointerEvents.length) requestAnimationFrame(() => this.#sendPointer());
    const last = this.#pointerEvents.at(-1);
    if (kind === "mousemove" && last?.kind === "mousemove" && last.buttons === event.buttons) {
      last.movementX += event.movementX;
      last.movementY += event.movementY;
      return;
    }
    this.#pointerEvents.push({
      kind,
      movementX: event.movementX,
      movementY: event.movementY,
      button: event.button,
      buttons: event.buttons,
      deltaX: wheel?.deltaX ?? 0,
      deltaY: wheel?.deltaY ?? 0,
      keys: { alt: event.altKey, ctrl: event.ctrlKey, meta: event.metaKey, shift: event.shiftKey },
    });
  }

  #sendPointer(): void {
    const events = this.#pointerEvents;
    this.#pointerEvents = [];
    if (!this.#teardown.signal.aborted) this.#frame.send({ type: "pointer", events });
  }

  /** Starts sending each change of the gamepads to the frame. */
  watchGamepads(): void {
    const { signal } = this.#teardown;
    const sendChange = (): void => {
      // What is pressed while another app is in front is not for this one.
      const pads = this.#presses.isInFront
        ? navigator.getGamepads().map((pad) => pad && toSnapshot(pad))
        : null;
      const text = JSON.stringify(pads);
      if (text !== this.#lastPads) this.#frame.send({ type: "gamepads", pads });
      this.#lastPads = text;
    };
    const poll = (): void => {
      if (signal.aborted) return;
      sendChange();
      requestAnimationFrame(poll);
    };
    poll();
    // A hidden page has no animation frames.
    document.addEventListener("visibilitychange", sendChange, { signal });
  }

  /** Prints only the frame. The dialog blocks the page, so it requires a press. */
  async print(): Promise<void> {
    if (!(await this.#presses.isRecent())) return;
    const style = document.createElement("style");
    style.textContent = `@media print{body *{visibility:hidden!important}}`;
    this.#frame.element.dataset.printed = "";
    document.head.append(style);
    window.print();
    style.remove();
    delete this.#frame.element.dataset.printed;
  }
}

function toSnapshot(pad: Gamepad): GamepadSnapshot {
  return {
    index: pad.index,
    id: pad.id,
    mapping: pad.mapping,
    timestamp: pad.timestamp,
    axes: [...pad.axes],
    buttons: pad.buttons.map(({ pressed, touched, value }) => ({ pressed, touched, value })),
  };
}
