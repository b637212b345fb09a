/**
 * An iframe and the port to the document in it.
 *
 * Trust model: any window can post messages to this page, and the document in a frame may be replaced. A frame is trusted to
 * receive a port once: its window is the one we created, its origin is opaque, and it knows the secret that only its
 * name carried. From then on only the port counts. It dies with the document, so a later document in the frame has no access.
 */
import { MessageGate, type FromGate } from "@/lib/sandbox/host/message-gate";
import { denyAll } from "@/lib/sandbox/protocol/denied-features";
import { HELLO_TIMEOUT_MS } from "@/lib/sandbox/protocol/limits";
import type { RunQuery } from "@/lib/sandbox/protocol/run-query";
import { parseHello } from "@/lib/sandbox/protocol/to-host";
import type { ToFrame } from "@/lib/sandbox/protocol/to-frame";
import { runUrl } from "@/lib/sandbox/host/sandbox-origin";

export interface FrameLink {
  readonly element: HTMLIFrameElement;
  send(message: ToFrame, transfer?: Transferable[]): void;
  /** Replaces the handler. Before its app starts, a frame sends nothing of interest. */
  receive(handler: (event: FromGate) => void): void;
  /** To be called every `PING_EVERY_MS`. @returns false if reading one message takes too long */
  isReading(): boolean;
  close(): void;
}

interface RunDocumentOptions {
  parent: HTMLElement | ShadowRoot;
  query: RunQuery;
  /** For screen readers. */
  title?: string;
  signal?: AbortSignal | undefined;
  /** Its message comes while it loads: so long after that, what has loaded is no run document but the browser's error page. */
  speaksWithin?: number;
}

/**
 * Loads a run document into a new frame in `parent` and waits for its first message.
 * @throws Error if the frame does not respond within `timeoutMs` or `signal` aborts; the frame is then removed
 */
export function loadRunDocument<T extends { secret: string }>(
  { parent, query, title, signal, speaksWithin }: RunDocumentOptions,
  parse: (data: unknown) => T,
  timeoutMs: number,
): Promise<{ element: HTMLIFrameElement; message: T }> {
  const secret = makeSecret();
  const element = document.createElement("iframe");
  if (title) element.title = title;
  element.setAttribute("sandbox", "allow-scripts");
  element.setAttribute("allow", denyAll("featurePolicy" in document));
  element.setAttribute("referrerpolicy", "no-referrer");
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
      element.removeEventListener("load", onLoad);
      signal?.removeEventListener("abort", onAbort);
    };
    const fail = (reason: string): void => {
      settle();
      element.remove();
      reject(new Error(reason));
    };
    let timer = setTimeout(fail, timeoutMs, "The app's frame does not answer.");
    const onLoad = (): void => {
      if (speaksWithin === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(fail, speaksWithin, "The app's frame could not be loaded.");
    };
    const onAbort = (): void => fail("The run was ended.");
    const onMessage = (event: MessageEvent): void => {
      if (event.source !== element.contentWindow || event.origin !== "null") return;
      const message = parseOrNull(parse, event.data);
      if (message?.secret !== secret) return;
      settle();
      resolve({ element, message });
    };
    window.addEventListener("message", onMessage);
    element.addEventListener("load", onLoad);
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) return onAbort();
    // An address would stay in the frame's performance entries.
    element.name = secret;
    element.src = runUrl(query);
    parent.append(element);
  });
}

const FRAME_STYLE = `
  iframe { display: block; width: 100%; height: 100%; border: 0 }
  @media print {
    iframe[data-printed] { visibility: visible !important; position: fixed !important; inset: 0 !important }
  }`;

/**
 * The shadow tree of `parent`, where its frames are. Frames in a shadow tree are not among `top.frames`, so that an app finds no
 * window of another app to which it could pass on what it knows.
 */
export function framePlaceOf(parent: HTMLElement): ShadowRoot {
  if (parent.shadowRoot) return parent.shadowRoot;
  const place = parent.attachShadow({ mode: "open", delegatesFocus: true });
  const style = new CSSStyleSheet();
  style.replaceSync(FRAME_STYLE);
  place.adoptedStyleSheets = [style];
  place.append(document.createElement("slot"));
  return place;
}

/** The part of the page that a frame is in. `document` names only the host of a shadow tree. */
export function placeOf(frame: HTMLIFrameElement): DocumentOrShadowRoot {
  const root = frame.getRootNode();
  return root instanceof ShadowRoot ? root : document;
}

function makeSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

function parseOrNull<T>(parse: (data: unknown) => T, data: unknown): T | null {
  try {
    return parse(data);
  } catch {
    return null;
  }
}

const SPEAKS_WITHIN_MS = 3_000;

export type FrameOptions = Omit<RunDocumentOptions, "speaksWithin"> & { parent: HTMLElement };

/**
 * Opens a frame in `parent` and hands it its port.
 * @throws Error if it does not respond in time or `signal` aborts
 */
export async function openFrame({ parent, ...options }: FrameOptions): Promise<FrameLink> {
  const placed = { ...options, parent: framePlaceOf(parent), speaksWithin: SPEAKS_WITHIN_MS };
  const { element } = await loadRunDocument(placed, parseHello, HELLO_TIMEOUT_MS);
  const fromFrame = new MessageChannel();
  const toFrame = new MessageChannel();
  // An opaque origin cannot be a target origin; the window is ours and has just proved its identity.
  element.contentWindow!.postMessage(0, "*", [fromFrame.port2, toFrame.port2]);
  return link(element, new MessageGate(fromFrame.port1, toFrame.port1));
}

function link(element: HTMLIFrameElement, gate: MessageGate): FrameLink {
  return {
    element,
    send: (message, transfer = []) => gate.send(message, transfer),
    receive(handler) {
      gate.onEvent = handler;
    },
    isReading: () => gate.ping(),
    close() {
      gate.close();
      element.remove();
    },
  };
}
