/** What the page's nodes answer once they are in the document of an own frame, or are meant for it. */
import type { OwnHost } from "@/lib/sandbox/frame/inside/page/own-document-host";
import { shownAs } from "@/lib/sandbox/frame/inside/page/own-document-place";
import { wrapAccessor, wrapMethod } from "@/lib/sandbox/frame/inside/realm";

interface Tree {
  page: Document;
  host: OwnHost;
  frame: HTMLIFrameElement;
}

const { getRootNode } = Node.prototype;
const { getBoundingClientRect } = Element.prototype;
const trees = new WeakMap<Node, Tree>();
const frames = new WeakMap<Element, HTMLIFrameElement>();
const pages = new WeakMap<Element, Document>();
/** Of nodes that a document has made and that are in none. */
const makers = new WeakMap<Node, Document>();
const { get: activeIn } = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, "activeElement")!;
const { elementFromPoint: pointedIn } = ShadowRoot.prototype;
const SIZES = ["offsetWidth", "offsetHeight", "offsetTop", "offsetLeft"];
const VIEWPORT = ["clientWidth", "clientHeight", "scrollTop", "scrollLeft", "scrollWidth", "scrollHeight"];
let isPatched = false;

export function joinTree<T extends Node>(
  page: Document,
  node: T,
  host?: OwnHost,
  frame?: HTMLIFrameElement,
): T {
  if (host && frame) {
    trees.set(node, { page, host, frame });
    frames.set(host.element, frame);
    pages.set(frame, page);
  } else makers.set(node, page);
  return node;
}

const treeOf = (node: unknown): Tree | undefined =>
  node instanceof Node ? trees.get(getRootNode.call(node)) : undefined;

/** The element whose size and scroll position are those of the viewport, if the element is a root. */
function viewportOf(element: Element): Element | undefined {
  const tree = treeOf(element);
  if (!tree || element.localName !== "html" || element.parentNode !== tree.page) {
    tree?.host.wake();
    return undefined;
  }
  tree.host.update();
  return tree.host.element;
}

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
      return activeFor(native.get.call(this));
    },
  }));
  wrapMethod(Document.prototype, "elementFromPoint", (native) => {
    return function (this: Document, x: number, y: number) {
      return pointedFor(native.call(this, x, y), x, y);
    };
  });
  wrapMethod(Document.prototype, "elementsFromPoint", (native) => {
    return function (this: Document, x: number, y: number) {
      return allPointedFor(native.call(this, x, y), x, y);
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
  for (const name of SIZES) {
    wrapAccessor(HTMLElement.prototype, name, (native) => ({
      get(this: HTMLElement) {
        treeOf(this)?.host.wake();
        return native.get.call(this);
      },
    }));
  }
  wrapMethod(HTMLElement.prototype, "focus", (native) => {
    return function focus(this: HTMLElement, options?: FocusOptions) {
      const body = pages.get(this)?.body;
      const focused = body?.isConnected ? body : this;
      treeOf(focused)?.host.wake();
      native.call(focused, options);
    };
  });
  patchRectangles();
  patchPointers();
}

/** The frame, where a function of the page finds what shows its document. */
function frameFor(found: Element | null, inTree: (tree: ShadowRoot) => unknown): Element | null {
  return (found && frames.get(shownAs(found, inTree) as Element)) ?? found;
}

export const activeFor = (found: unknown): Element | null =>
  frameFor(found as Element | null, (tree) => activeIn!.call(tree));

export const pointedFor = (found: Element | null, x: number, y: number): Element | null =>
  frameFor(found, (tree) => pointedIn.call(tree, x, y));

export function allPointedFor(found: Element[], x: number, y: number): Element[] {
  const shown = found.map((each, at) => (at ? (frames.get(each) ?? each) : pointedFor(each, x, y)!));
  return [...new Set(shown)];
}

/** From coordinates of the document to those of the page. */
export function toPage(page: Document, x: number, y: number): [x: number, y: number] {
  const tree = trees.get(page)!;
  tree.host.wake();
  const { left, top, scale } = originOf(tree);
  return [left + x * scale, top + y * scale];
}

/** From coordinates of the page to those of the document. The page may have scaled the frame. */
function originOf({ host: { element } }: Tree): { left: number; top: number; scale: number } {
  const { left, top, width } = getBoundingClientRect.call(element);
  return { left, top, scale: width / element.offsetWidth || 1 };
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
  const treeOfRange = (range: Element | Range): Tree | undefined => {
    const tree = treeOf(range instanceof Range ? range.startContainer : range);
    tree?.host.wake();
    return tree;
  };
  for (const owner of [Element.prototype, Range.prototype]) {
    wrapMethod(owner as Element, "getBoundingClientRect", (native) => {
      return function (this: Element) {
        const tree = treeOfRange(this);
        const rect = native.call(this);
        return tree ? moved(rect, tree) : rect;
      };
    });
    wrapMethod(owner as Element, "getClientRects", (native) => {
      return function (this: Element) {
        const tree = treeOfRange(this);
        const rects = native.call(this);
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
          if (scrolled) return this[side === "left" ? "clientX" : "clientY"] + tree.host.element[scrolled];
          const { scale, ...origin } = originOf(tree);
          return ((native.get.call(this) as number) - origin[side]) / scale;
        },
      }));
    }
  }
}
