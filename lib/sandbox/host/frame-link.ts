/**
 * One frame and the port to what runs in it.
 *
 * Trust model: any window can send this page messages, and what runs in a frame may try to become something else. A frame is
 * believed once: its window is the one we made, its origin is opaque, and it knows the secret that only its address carried.
 * From then on nothing but the port counts: it dies with the document, so whatever the frame shows later has no voice.
 */
import { DENY_ALL } from "@/lib/sandbox/protocol/denied-features";
import { HELLO_TIMEOUT_MS } from "@/lib/sandbox/protocol/limits";
import type { RunQuery } from "@/lib/sandbox/protocol/run-query";
import { parseHello } from "@/lib/sandbox/protocol/to-host";
import type { ToFrame } from "@/lib/sandbox/protocol/to-frame";
import { runUrl } from "@/lib/sandbox/host/sandbox-origin";

export interface FrameLink {
  readonly element: HTMLIFrameElement;
  send(message: ToFrame, transfer?: Transferable[]): void;
  /** Takes all that comes, from the first message on. */
  receive(handler: (data: unknown) => void): void;
  /** Called once when the document behind the port is gone. */
  onGone(handler: () => void): void;
  close(): void;
}

export function makeSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export function makeFrameElement(): HTMLIFrameElement {
  const element = document.createElement("iframe");
  element.setAttribute("sandbox", "allow-scripts");
  element.setAttribute("allow", DENY_ALL);
  element.setAttribute("referrerpolicy", "no-referrer");
  return element;
}

/**
 * Puts a frame into `parent` and waits until it has its port.
 * @throws Error where it does not answer in time, or `signal` aborts
 */
export function openFrame({
  parent,
  query,
  title = "",
  signal,
}: {
  parent: HTMLElement;
  query: RunQuery;
  /** What assistive technology calls the frame. */
  title?: string;
  signal?: AbortSignal;
}): Promise<FrameLink> {
  const secret = makeSecret();
  const element = makeFrameElement();
  element.title = title;
  return new Promise((resolve, reject) => {
    const fail = (message: string): void => {
      settle();
      element.remove();
      reject(new Error(message));
    };
    const timer = setTimeout(() => fail("The app's frame does not answer."), HELLO_TIMEOUT_MS);
    const abort = (): void => fail("The run was ended.");
    const settle = (): void => {
      clearTimeout(timer);
      window.removeEventListener("message", greet);
      signal?.removeEventListener("abort", abort);
    };
    const greet = (event: MessageEvent): void => {
      if (event.source !== element.contentWindow || event.origin !== "null" || !isHello(event.data, secret))
        return;
      settle();
      const channel = new MessageChannel();
      // An opaque origin cannot be named as a target; the window is ours and has just proved itself.
      element.contentWindow!.postMessage(0, "*", [channel.port2]);
      resolve(link(element, channel.port1));
    };
    window.addEventListener("message", greet);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) return abort();
    element.src = runUrl(query, secret);
    parent.append(element);
  });
}

function isHello(data: unknown, secret: string): boolean {
  try {
    return parseHello(data).secret === secret;
  } catch {
    return false;
  }
}

function link(element: HTMLIFrameElement, port: MessagePort): FrameLink {
  let handler: ((data: unknown) => void) | null = null;
  let gone: (() => void) | null = null;
  let closed = false;
  // Browsers that tell when the other end of a port has gone tell it at once; elsewhere the missing pong does.
  port.addEventListener("close", () => {
    if (!closed) gone?.();
  });
  port.addEventListener("message", (event) => handler?.(event.data));
  return {
    element,
    send: (message, transfer = []) => port.postMessage(message, transfer),
    receive(next) {
      handler = next;
      port.start();
    },
    onGone(next) {
      gone = next;
    },
    close() {
      closed = true;
      handler = null;
      port.close();
      element.remove();
    },
  };
}
