/** Fullscreen, pointer lock, clipboard, gamepads and print: denied to the frame, so the host performs them on its behalf. */
import { callHost, onHostMessage, sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { defineAccessor, define, wrapMethod } from "@/lib/sandbox/frame/inside/realm";
import type { GamepadSnapshot, LockedPointerEvent } from "@/lib/sandbox/protocol/to-frame";

const { apply } = Reflect;

export function installDevices(): void {
  installFullscreen();
  installPointerLock();
  installClipboard();
  installGamepads();
  define(window, "print", () => sendToHost({ type: "print" }));
}

function installFullscreen(): void {
  let requestedElement: Element | null = null;
  let current: Element | null = null;
  let restore: (() => void) | null = null;
  const pendingRequests: { resolve: () => void; reject: (error: TypeError) => void }[] = [];

  const request = (element: Element): Promise<void> => {
    requestedElement = element;
    sendToHost({ type: "fullscreen", on: true });
    return new Promise((resolve, reject) => pendingRequests.push({ resolve, reject }));
  };
  for (const name of ["requestFullscreen", "webkitRequestFullscreen", "webkitRequestFullScreen"])
    define(Element.prototype, name, function (this: Element) {
      return request(this);
    });
  for (const name of ["exitFullscreen", "webkitExitFullscreen", "webkitCancelFullScreen"])
    define(Document.prototype, name, async () => sendToHost({ type: "fullscreen", on: false }));
  for (const name of ["fullscreenElement", "webkitFullscreenElement", "webkitCurrentFullScreenElement"]) {
    defineAccessor(Document.prototype, name, () => current);
  }
  for (const name of ["fullscreenEnabled", "webkitFullscreenEnabled"])
    defineAccessor(Document.prototype, name, () => true);
  defineAccessor(Document.prototype, "webkitIsFullScreen", () => current !== null);

  onHostMessage("fullscreen", ({ on }) => {
    restore?.();
    restore = null;
    const before = current;
    current = on ? (requestedElement ?? document.documentElement) : null;
    if (current && current !== document.documentElement) restore = fillFrame(current as HTMLElement);
    for (const answer of pendingRequests.splice(0)) {
      if (on) answer.resolve();
      else answer.reject(new TypeError("Fullscreen was refused."));
    }
    if (before === current) return;
    const target = current ?? before ?? document;
    for (const type of ["fullscreenchange", "webkitfullscreenchange"])
      target.dispatchEvent(new Event(type, { bubbles: true }));
  });
}

/** Makes the element fill the frame, which itself fills the screen. */
function fillFrame(element: HTMLElement): () => void {
  const before = element.getAttribute("style");
  element.style.cssText +=
    ";position:fixed!important;inset:0!important;width:100%!important;height:100%!important;max-width:none!important;max-height:none!important;margin:0!important;z-index:2147483647!important;object-fit:contain";
  return () => {
    if (before === null) element.removeAttribute("style");
    else element.setAttribute("style", before);
  };
}

function installPointerLock(): void {
  let requestedElement: Element | null = null;
  let current: Element | null = null;
  let resolveLock: (() => void) | null = null;
  const request = (element: Element): Promise<void> => {
    requestedElement = element;
    sendToHost({ type: "pointerLock", on: true });
    return new Promise((resolve) => (resolveLock = resolve));
  };
  define(Element.prototype, "requestPointerLock", function (this: Element) {
    return request(this);
  });
  define(Document.prototype, "exitPointerLock", () => sendToHost({ type: "pointerLock", on: false }));
  defineAccessor(Document.prototype, "pointerLockElement", () => current);

  onHostMessage("pointerLock", ({ on }) => {
    const refused = !on && !current;
    current = on ? requestedElement : null;
    resolveLock?.();
    resolveLock = null;
    document.dispatchEvent(new Event(refused ? "pointerlockerror" : "pointerlockchange"));
  });
  onHostMessage("pointer", ({ events }) => {
    for (const event of events) if (current) current.dispatchEvent(pointerEvent(event));
  });
}

function pointerEvent(event: LockedPointerEvent): MouseEvent {
  const init = {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
    button: event.button,
    buttons: event.buttons,
    movementX: event.movementX,
    movementY: event.movementY,
    altKey: event.keys.alt,
    ctrlKey: event.keys.ctrl,
    metaKey: event.keys.meta,
    shiftKey: event.keys.shift,
  };
  if (event.kind === "wheel")
    return new WheelEvent("wheel", { ...init, deltaX: event.deltaX, deltaY: event.deltaY });
  return new MouseEvent(event.kind, init);
}

function installClipboard(): void {
  const clipboard = Object.assign(new EventTarget(), {
    writeText: async (text: unknown) => void (await callHost("clipboardWrite", { text: String(text) })),
    readText: async () => String(await callHost("clipboardRead", {})),
    async write(items: ClipboardItem[]) {
      const item = items.find((candidate) => candidate.types.includes("text/plain"));
      if (!item) throw new DOMException("Only text can be copied from an app.", "NotAllowedError");
      await callHost("clipboardWrite", { text: await (await item.getType("text/plain")).text() });
    },
    async read() {
      throw new DOMException("Only text can be pasted into an app.", "NotAllowedError");
    },
  });
  defineAccessor(Navigator.prototype, "clipboard", () => clipboard);
  // The legacy API: the browser copies the selection if it is allowed to, otherwise the host does.
  wrapMethod(Document.prototype, "execCommand", (native) => {
    return function execCommand(this: Document, command: string, ...rest: [boolean?, string?]) {
      if (native.call(this, command, ...rest)) return true;
      const text = /^copy$/i.test(command) ? selectedText() : "";
      if (!text) return false;
      callHost("clipboardWrite", { text }).catch(() => {});
      return true;
    };
  });
}

function selectedText(): string {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? field.value.length);
  }
  return String(document.getSelection() ?? "");
}

function installGamepads(): void {
  const none: (GamepadSnapshot | null)[] = [null, null, null, null];
  let pads = none;
  /** Those that the app knows of by its events. */
  let known = none;
  let watched = false;
  const watch = (): void => {
    if (watched) return;
    watched = true;
    sendToHost({ type: "gamepads", on: true });
  };
  define(Navigator.prototype, "getGamepads", () => {
    watch();
    return pads;
  });
  onHostMessage("gamepads", ({ pads: now }) => {
    pads = now?.map((pad) => pad && { ...pad, connected: true, vibrationActuator: null }) ?? none;
    if (!now) return;
    const before = known;
    known = pads;
    for (const [index, pad] of pads.entries()) {
      if (!pad === !before[index]) continue;
      const event = Object.assign(new Event(pad ? "gamepadconnected" : "gamepaddisconnected"), {
        gamepad: pad ?? before[index],
      });
      window.dispatchEvent(event);
    }
  });
  wrapMethod(EventTarget.prototype, "addEventListener", (native) => {
    return function (this: EventTarget, ...args: Parameters<typeof native>) {
      if (args[0] === "gamepadconnected") watch();
      return apply(native, this, args);
    };
  });
}
