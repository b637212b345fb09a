/**
 * One frame made ahead, for apps that need nothing special: handing it the files is all that is left of a start. It waits in
 * a hidden corner of the page and is moved, without loading anew, where the browser can do that.
 */
import { openFrame, type FrameLink } from "@/lib/sandbox/host/frame-link";

const PARKING_ID = "gum-frame-parking";
const canMove = (): boolean => "moveBefore" in Element.prototype;

/** After the start of an app, before the next frame is made. */
const REST_MS = 1_000;

let spare: Promise<FrameLink> | null = null;
let planned: ReturnType<typeof setTimeout> | undefined;

export function parking(): HTMLElement {
  const existing = document.getElementById(PARKING_ID);
  if (existing) return existing;
  const made = document.createElement("div");
  made.id = PARKING_ID;
  made.hidden = true;
  made.inert = true;
  document.body.append(made);
  return made;
}

/** Moves a frame to another place in the page. @returns false where that would have loaded it anew; it stays then */
export function moveFrame(element: HTMLElement, parent: HTMLElement): boolean {
  if (!canMove() || !element.isConnected || !parent.isConnected) return false;
  (parent as HTMLElement & { moveBefore(node: Node, before: Node | null): void }).moveBefore(element, null);
  return true;
}

/** Makes the spare frame if there is none. Safe to call often. */
export function warmUp(): void {
  if (spare || !canMove()) return;
  const opened = openFrame({
    parent: parking(),
    query: { probe: false, evaluates: false, handlerHashes: [] },
  });
  spare = opened;
  opened.then(
    (frame) =>
      frame.onGone(() => {
        if (spare === opened) spare = null;
        frame.close();
      }),
    () => {
      if (spare === opened) spare = null;
    },
  );
}

/** The same when the page has nothing better to do: an app that starts needs the processor for itself. */
export function warmUpLater(): void {
  clearTimeout(planned);
  planned = setTimeout(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(warmUp, { timeout: REST_MS });
    else warmUp();
  }, REST_MS);
}

/** The spare frame, moved into `parent`; null where there is none that is ready for it. */
export async function takeSpare(parent: HTMLElement): Promise<FrameLink | null> {
  if (!spare) return null;
  const taken = spare;
  spare = null;
  const frame = await taken.catch(() => null);
  if (!frame) return null;
  if (moveFrame(frame.element, parent)) return frame;
  frame.close();
  return null;
}
