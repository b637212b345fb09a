/**
 * The element that shows the document of an own frame: it covers the frame. It must lie in the frame's stacking context and
 * scroll with it, so it follows the frame's box rather than being shown somewhere above the page.
 */
import { placeBeside } from "@/lib/sandbox/frame/inside/page/own-document-place";

const { getBoundingClientRect, getClientRects } = Element.prototype;
const styleOf = getComputedStyle;
const nextFrame = requestAnimationFrame.bind(window);

/** What the app's own style sheets must not change. */
const FIXED: Record<string, string> = {
  all: "initial",
  display: "block",
  direction: "ltr",
  // Fixed elements of the document stay within it.
  contain: "layout paint style",
};
/** As of a root element: margins stay inside, and a click below a short page is one on it. */
const ROOT_STYLE =
  ':where(html){display:flow-root}html::before{content:"";position:absolute;inset:0;z-index:-1}';

const CLEAR = "rgba(0, 0, 0, 0)";

export interface OwnHost {
  element: HTMLElement;
  root: ShadowRoot;
  /** The frame beneath shows something itself. */
  isCovering: boolean;
  /** Shows it where the frame is, or nowhere if the frame is not in the page. */
  place(): void;
  /** Follows the frame, if it is shown. */
  update(): void;
  /** The same if it is hidden: the frame may have been shown since the last frame was painted. */
  wake(): void;
  remove(): void;
}

/**
 * @param onResize called when its size has changed
 * @param onGone called when the frame has left the page, and its document with it
 */
export function createHost(frame: HTMLIFrameElement, onResize: () => void, onGone: () => void): OwnHost {
  const inert = document.implementation.createHTMLDocument("");
  const element = document.createElement("gum-document");
  const root = element.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(ROOT_STYLE);
  const { style } = element;
  for (const name of Object.keys(FIXED)) style.setProperty(name, FIXED[name]!, "important");
  // In another document nothing loads, and no handler runs.
  inert.adoptNode(element);
  const moved = new MutationObserver(() => update());
  let parent: Node | null = null;
  new ResizeObserver(onResize).observe(element);
  let isShown = false;
  let isFollowing = false;

  const set = (name: string, value: string): void => {
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value, "important");
  };
  /** A viewport scrolls and is painted as its root element says, or the body. */
  const followRoot = (): void => {
    const html = root.firstElementChild;
    const styles = [html, ...(html?.querySelectorAll(":scope > body") ?? [])].flatMap((each) =>
      each ? styleOf(each) : [],
    );
    const scrolls = styles.find(({ overflow }) => overflow !== "visible");
    const { overflowX = "auto", overflowY = "auto" } = scrolls ?? {};
    const isFixed = /^no$/i.test(frame.scrolling);
    set("overflow-x", isFixed ? "hidden" : overflowX.replace("visible", "auto"));
    set("overflow-y", isFixed ? "hidden" : overflowY.replace("visible", "auto"));
    const painted = styles.find(({ backgroundColor }) => backgroundColor !== CLEAR);
    set("background-color", painted?.backgroundColor ?? (made.isCovering ? "#fff" : CLEAR));
  };
  const update = (): void => {
    if (!isShown) return;
    if (!frame.isConnected) {
      remove();
      onGone();
      return;
    }
    if (placeBeside(frame, element) || frame.parentNode !== parent) {
      moved.disconnect();
      moved.observe((parent = frame.parentNode!), { childList: true });
    }
    // They do not come along from another document.
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
    const like = styleOf(frame);
    const box = getBoundingClientRect.call(frame);
    // What has no size yet has a layout: its content may tell the size.
    set("display", getClientRects.call(frame).length ? "block" : "none");
    set("position", like.position === "fixed" ? "fixed" : "absolute");
    followRoot();
    // What is hidden must not inherit it: a document of its own would not.
    const isHidden = like.visibility !== "visible";
    set("opacity", isHidden ? "0" : like.opacity);
    set("pointer-events", isHidden ? "none" : like.pointerEvents);
    set("z-index", like.zIndex);
    const [top, right, bottom, left] = ["top", "right", "bottom", "left"].map((side) =>
      parseFloat(like.getPropertyValue(`padding-${side}`)),
    ) as [number, number, number, number];
    set("width", `${frame.clientWidth - left - right}px`);
    set("height", `${frame.clientHeight - top - bottom}px`);
    const scale = box.width / frame.offsetWidth || 1;
    const now = getBoundingClientRect.call(element);
    const shift = (name: "left" | "top", by: number): void => {
      const from = parseFloat(style.getPropertyValue(name)) || 0;
      if (!style.getPropertyValue(name) || Math.abs(by) > 0.01) set(name, `${from + by / scale}px`);
    };
    shift("left", box.left + (frame.clientLeft + left) * scale - now.left);
    shift("top", box.top + (frame.clientTop + top) * scale - now.top);
  };
  const remove = (): void => {
    isShown = false;
    moved.disconnect();
    inert.adoptNode(element);
  };
  const follow = (): void => {
    isFollowing = isShown && frame.isConnected;
    // First, so that it goes on after an update that failed.
    if (isFollowing) nextFrame(follow);
    update();
  };
  const made: OwnHost = {
    element,
    root,
    isCovering: false,
    place() {
      const wasShown = isShown;
      isShown = true;
      // Where it was never placed, its position is not known until it has one.
      if (!wasShown) for (const name of ["left", "top"]) set(name, "0px");
      if (isFollowing) update();
      else follow();
    },
    update,
    wake() {
      if (style.display === "none") update();
    },
    remove,
  };
  return made;
}
