/**
 * A frame loaded in advance for apps without special needs, so that a start only has to send it the files. It waits hidden,
 * in the size of the last app's container, and is moved into place without reloading where the browser supports moveBefore.
 */
import { framePlaceOf, openFrame, type FrameLink } from "@/lib/sandbox/host/frame-link";
import { keepFrame, keptQuery, openFrameOrKept } from "@/lib/sandbox/host/kept-frame";
import type { RunNeeds } from "@/lib/sandbox/host/run-needs";
import { NO_FLAGS, type RunDocumentQuery } from "@/lib/sandbox/protocol/run-query";

const PARKING_ID = "gum-frame-parking";
const canMove = (): boolean => "moveBefore" in Element.prototype;

/** Delay after the start of an app before the next spare frame is loaded. */
const WARM_UP_DELAY_MS = 1_000;

let spare: Promise<FrameLink> | null = null;
let warmUpTimer: ReturnType<typeof setTimeout> | undefined;

export function parking(): HTMLElement {
  const existing = document.getElementById(PARKING_ID);
  if (existing) return existing;
  const container = document.createElement("div");
  container.id = PARKING_ID;
  container.inert = true;
  Object.assign(container.style, HIDDEN_STYLE);
  document.body.append(container);
  return container;
}

/** Hidden but laid out: a frame without a size renders nothing and gets its size late. */
const HIDDEN_STYLE = {
  position: "fixed",
  inset: "0",
  zIndex: "-1",
  overflow: "hidden",
  visibility: "hidden",
  pointerEvents: "none",
};
let lastSize: { width: number; height: number } | null = null;

/** Hides a frame while its app saves its state. */
export function park(element: HTMLElement): void {
  if (moveFrame(element, parking())) element.style.display = "none";
}

/** Moves a frame in the page. @returns false, without moving it, if that would reload it */
export function moveFrame(element: HTMLElement, parent: HTMLElement): boolean {
  if (!canMove() || !element.isConnected || !parent.isConnected) return false;
  const place = framePlaceOf(parent) as ShadowRoot & { moveBefore(node: Node, before: Node | null): void };
  // Without a box while it moves: Chromium keeps the box of a frame where it was when the frame moves to another shadow tree.
  element.style.display = "none";
  void element.offsetWidth;
  place.moveBefore(element, null);
  element.style.display = "";
  return true;
}

/** Loads the spare frame if there is none. */
export function warmUp(): void {
  if (spare || !canMove()) return;
  // Keeps the current spare frame for an offline start; the next one loads when the network is back.
  if (!navigator.onLine) return addEventListener("online", warmUp, { once: true });
  const query = { probe: false, ...NO_FLAGS } as const;
  const opened = openFrame({ parent: parking(), query: keptQuery(query) ?? query });
  spare = opened;
  opened.then(
    (frame) => {
      const { width, height } = lastSize ?? { width: innerWidth, height: innerHeight };
      Object.assign(frame.element.style, { border: "0", width: `${width}px`, height: `${height}px` });
      frame.receive(({ type }) => {
        if (type !== "gone") return;
        if (spare === opened) spare = null;
        frame.close();
      });
    },
    () => {
      if (spare === opened) spare = null;
    },
  );
}

/**
 * Loads the spare frame when the page is idle, so that it does not compete with the app that has just started.
 * The first parameter is that app's frame: the next one is likely to have its size.
 * @param also what else can wait until then
 */
export function warmUpLater(
  { clientWidth: width, clientHeight: height }: HTMLElement,
  also: () => void,
): void {
  if (width && height) lastSize = { width, height };
  clearTimeout(warmUpTimer);
  const work = (): void => {
    warmUp();
    also();
  };
  warmUpTimer = setTimeout(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: WARM_UP_DELAY_MS });
    else work();
  }, WARM_UP_DELAY_MS);
}

/** Closes the spare frame, which shares the process of an app that hangs or has crashed. */
export function dropSpare(): void {
  clearTimeout(warmUpTimer);
  const dropped = spare;
  spare = null;
  void dropped?.then(
    (frame) => frame.close(),
    () => {},
  );
}

/** Moves the spare frame into `parent`. @returns null if there is none */
export async function takeSpare(parent: HTMLElement): Promise<FrameLink | null> {
  if (!spare) return null;
  const taken = spare;
  spare = null;
  const frame = await taken.catch(() => null);
  if (!frame) return null;
  if (moveFrame(frame.element, parent)) {
    frame.element.removeAttribute("style");
    return frame;
  }
  frame.close();
  return null;
}

/** The frame of an app: the spare one, unless the app needs one of its own. */
export async function openAppFrame(
  needs: RunNeeds,
  { parent, title, signal }: { parent: HTMLElement; title: string; signal: AbortSignal },
): Promise<FrameLink> {
  const query = queryOf(needs);
  const frame =
    (hasFlags(query) ? null : await takeSpare(parent)) ??
    (await openFrameOrKept({ parent, query, title, signal }));
  frame.element.title = title;
  frame.element.className = "gum-app-frame";
  return frame;
}

/** Keeps the document of an app's frame for a start without a connection. The spare frame's is kept already. */
export function keepFrameOf(needs: RunNeeds): void {
  const query = queryOf(needs);
  if (hasFlags(query) || !canMove()) keepFrame(query, parking());
}

const hasFlags = ({ evaluates, anyHandler, handlerHashes }: RunDocumentQuery): boolean =>
  evaluates || anyHandler || handlerHashes.length > 0;

const queryOf = ({ evaluates, anyHandler, handlerHashes }: RunNeeds): RunDocumentQuery => ({
  probe: false,
  evaluates,
  anyHandler,
  handlerHashes,
});
