/**
 * One frame made ahead, for apps that need nothing special: handing it the files is all that is left of a start. It waits
 * unseen, as large as the place of the last app was (the next is often the same), and is moved, without loading anew, where the
 * browser can do that.
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
  made.inert = true;
  Object.assign(made.style, UNSEEN);
  document.body.append(made);
  return made;
}

/** Laid out, unlike what is `hidden`: a frame without a size draws and measures nothing, and takes a while to learn it. */
const UNSEEN = {
  position: "fixed",
  inset: "0",
  zIndex: "-1",
  overflow: "hidden",
  visibility: "hidden",
  pointerEvents: "none",
};
let expected: { width: number; height: number } | null = null;

/** Takes a frame out of sight while its app says its last words. */
export function park(element: HTMLElement): void {
  if (moveFrame(element, parking())) element.style.display = "none";
}

/** Moves a frame to another place in the page. @returns false where that would have loaded it anew; it stays then */
function moveFrame(element: HTMLElement, parent: HTMLElement): boolean {
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
    (frame) => {
      const { width, height } = expected ?? { width: innerWidth, height: innerHeight };
      Object.assign(frame.element.style, { border: "0", width: `${width}px`, height: `${height}px` });
      frame.onGone(() => {
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
 * The same when the page has nothing better to do: an app that starts needs the processor for itself.
 * @param started the frame of that app: where one has started, the next is likely to
 */
export function warmUpLater({ clientWidth: width, clientHeight: height }: HTMLElement): void {
  if (width && height) expected = { width, height };
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
  if (moveFrame(frame.element, parent)) {
    frame.element.removeAttribute("style");
    return frame;
  }
  frame.close();
  return null;
}
