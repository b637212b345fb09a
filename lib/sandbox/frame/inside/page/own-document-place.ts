/**
 * Where the element stands that shows an own frame's document. Apps walk, count, copy and observe what is in their page, so it
 * is in a closed shadow tree of the frame's parent, which shows all else in a slot, or beside the body. Where it would be
 * painted in another order than the frame there, or where there can be no such tree, it stands behind the frame.
 */
const { attachShadow, getAnimations, getClientRects } = Element.prototype;
const { insertBefore } = Node.prototype;
/** Keeps what the document's own frames show, and where it is scrolled to. Not in all browsers. */
const { moveBefore } = Element.prototype as { moveBefore?: typeof insertBefore };
const styleOf = getComputedStyle;

const CAN_HAVE_TREE = /^(?:article|aside|blockquote|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

/** By parents of frames. */
const trees = new WeakMap<Element, ShadowRoot>();

function put(element: Element, parent: Node, before: Node | null): void {
  const move = (element.isConnected && moveBefore) || insertBefore;
  move.call(parent, element, before);
}

/** Null where the app has a tree of its own, or where the new layout would begin animations again. */
function treeOf(parent: Element): ShadowRoot | null {
  let tree = trees.get(parent) ?? null;
  if (tree) return tree;
  for (const { effect } of getAnimations.call(parent, { subtree: true }))
    if ((effect as KeyframeEffect | null)?.target !== parent) return null;
  try {
    tree = attachShadow.call(parent, { mode: "closed" });
  } catch {
    return null;
  }
  put(document.createElement("slot"), tree, null);
  trees.set(parent, tree);
  return tree;
}

/** What the frame's surroundings are shown by, next to which the element is painted as the frame is. */
function surroundingsOf(parent: Node | null): ChildNode | null {
  if (!(parent instanceof HTMLElement)) return null;
  if (parent instanceof HTMLBodyElement) {
    // A tree of its own would lay out the whole page anew.
    const { position, transform, opacity, filter } = styleOf(parent);
    const isPlain = position === "static" && transform === "none" && opacity === "1" && filter === "none";
    return isPlain && parent.parentNode instanceof HTMLHtmlElement ? parent : null;
  }
  return CAN_HAVE_TREE.test(parent.localName) ? (treeOf(parent)?.querySelector("slot") ?? null) : null;
}

function isFollowed(frame: Element): boolean {
  for (let next = frame.nextElementSibling; next; next = next.nextElementSibling)
    if (getClientRects.call(next).length > 0) return true;
  return false;
}

/** @returns whether the element was somewhere else */
export function placeBeside(frame: HTMLIFrameElement, element: Element): boolean {
  if (element.previousSibling === frame) return false;
  // Positioned elements are painted in their order, and above all others.
  const isPositioned = styleOf(frame).position !== "static";
  const beside = isPositioned && isFollowed(frame) ? null : surroundingsOf(frame.parentNode);
  if (!beside) {
    put(element, frame.parentNode!, frame.nextSibling);
    return true;
  }
  const isThere =
    element.parentNode === beside.parentNode &&
    (element.compareDocumentPosition(beside) & Node.DOCUMENT_POSITION_PRECEDING) > 0 === isPositioned;
  if (!isThere) put(element, beside.parentNode!, isPositioned ? null : beside);
  return !isThere;
}

/** What the page's own functions found: the frame's parent stands for all in its tree. */
export function shownAs(found: Element, inTree: (tree: ShadowRoot) => unknown): unknown {
  const tree = trees.get(found);
  return (tree && inTree(tree)) ?? found;
}
