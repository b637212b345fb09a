/** What the page's nodes answer once they are in the document of an own frame, or are meant for it. */
import { wrapAccessor, wrapMethod } from "@/lib/sandbox/frame/inside/realm";

interface Tree {
  page: Document;
  host: Element;
  frame: HTMLIFrameElement;
}

const { getRootNode } = Node.prototype;
const { getBoundingClientRect } = Element.prototype;
const trees = new WeakMap<Node, Tree>();
const frames = new WeakMap<Element, HTMLIFrameElement>();
const pages = new WeakMap<Element, Document>();
/** Of nodes that a document has made and that are in none. */
const makers = new WeakMap<Node, Document>();
const VIEWPORT = ["clientWidth", "clientHeight", "scrollTop", "scrollLeft", "scrollWidth", "scrollHeight"];
let isPatched = false;

export function joinTree<T extends Node>(
  page: Document,
  node: T,
  host?: Element,
  frame?: HTMLIFrameElement,
): T {
  if (host && frame) {
    trees.set(node, { page, host, frame });
    frames.set(host, frame);
    pages.set(frame, page);
  } else makers.set(node, page);
  return node;
}

const treeOf = (node: unknown): Tree | undefined =>
  node instanceof Node ? trees.get(getRootNode.call(node)) : undefined;

/** The element whose size and scroll position are those of the viewport, if the element is a root. */
const viewportOf = (element: Element): Element | undefined =>
  element.localName === "html" && element.parentNode ? trees.get(element.parentNode)?.host : undefined;

/** Only where there is such a document: other pages need none of this. */
export function patchOwnTrees(): void {
  if (isPatched) return;
  isPatched = true;
  wrapAccessor(Node.prototype, "ownerDocument", (native) => ({
    get(this: Node) {
      const root = getRootNode.call(this);
      const tree = trees.get(root);
      if (tree) return this === root ? null : tree.page;
      return (root.nodeType === Node.DOCUMENT_NODE ? undefined : makers.get(root)) ?? native.get.call(this);
    },
  }));
  wrapMethod(Node.prototype, "getRootNode", (native) => {
    return function (this: Node, options?: GetRootNodeOptions) {
      const root = native.call(this);
      return trees.has(root) ? root : native.call(this, options);
    };
  });
  wrapAccessor(Document.prototype, "activeElement", (native) => ({
    get(this: Document) {
      return frameFor(native.get.call(this));
    },
  }));
  wrapMethod(Document.prototype, "elementFromPoint", (native) => {
    return function (this: Document, x: number, y: number) {
      return frameFor(native.call(this, x, y)) as Element | null;
    };
  });
  for (const name of VIEWPORT) {
    wrapAccessor(Element.prototype, name, (native) => ({
      get(this: Element) {
        const viewport = viewportOf(this);
        return viewport ? native.get.call(viewport) : native.get.call(this);
      },
      set(this: Element, value: unknown) {
        native.set.call(viewportOf(this) ?? this, value);
      },
    }));
  }
  wrapMethod(HTMLElement.prototype, "focus", (native) => {
    return function focus(this: HTMLElement, options?: FocusOptions) {
      const body = pages.get(this)?.body;
      native.call(body?.isConnected ? body : this, options);
    };
  });
  patchRectangles();
  patchPointers();
}

export const frameFor = (found: unknown): unknown => frames.get(found as Element) ?? found;

/** From coordinates of the document to those of the page. */
export function toPage(page: Document, x: number, y: number): [x: number, y: number] {
  const { left, top, scale } = originOf(trees.get(page)!);
  return [left + x * scale, top + y * scale];
}

/** From coordinates of the page to those of the document. The page may have scaled the frame. */
function originOf({ host }: Tree): { left: number; top: number; scale: number } {
  const { left, top, width } = getBoundingClientRect.call(host);
  return { left, top, scale: width / (host as HTMLElement).offsetWidth || 1 };
}

function moved(rect: DOMRect, tree: Tree): DOMRect {
  const { left, top, scale } = originOf(tree);
  return new DOMRect(
    (rect.left - left) / scale,
    (rect.top - top) / scale,
    rect.width / scale,
    rect.height / scale,
  );
}

function patchRectangles(): void {
  const treeOfRange = (range: Element | Range): Tree | undefined =>
    treeOf(range instanceof Range ? range.startContainer : range);
  for (const owner of [Element.prototype, Range.prototype]) {
    wrapMethod(owner as Element, "getBoundingClientRect", (native) => {
      return function (this: Element) {
        const rect = native.call(this);
        const tree = treeOfRange(this);
        return tree ? moved(rect, tree) : rect;
      };
    });
    wrapMethod(owner as Element, "getClientRects", (native) => {
      return function (this: Element) {
        const rects = native.call(this);
        const tree = treeOfRange(this);
        if (!tree) return rects;
        const all = [...rects].map((rect) => moved(rect, tree));
        return Object.assign(all, { item: (index: number) => all[index] ?? null }) as unknown as DOMRectList;
      };
    });
  }
}

function patchPointers(): void {
  for (const [name, side, scrolled] of [
    ["clientX", "left", null],
    ["clientY", "top", null],
    ["x", "left", null],
    ["y", "top", null],
    ["pageX", "left", "scrollLeft"],
    ["pageY", "top", "scrollTop"],
  ] as const) {
    for (const owner of [MouseEvent, window.Touch]) {
      wrapAccessor(owner?.prototype, name, (native) => ({
        get(this: MouseEvent | Touch) {
          const tree = treeOf(this.target);
          if (!tree) return native.get.call(this);
          if (scrolled) return this[side === "left" ? "clientX" : "clientY"] + tree.host[scrolled];
          const { scale, ...origin } = originOf(tree);
          return ((native.get.call(this) as number) - origin[side]) / scale;
        },
      }));
    }
  }
}
