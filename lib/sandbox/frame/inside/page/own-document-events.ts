/** Events of an own frame's document: they do not leave it, and those of the browser that a shadow tree lacks are repeated in it. */
import type { OwnHost } from "@/lib/sandbox/frame/inside/page/own-document-host";

const OF_WINDOWS =
  /^(?:load|DOMContentLoaded|error|resize|scroll|focus|blur|message|messageerror|(?:before)?unload|page\w+|hashchange|popstate|storage|online|offline)$/;

/** Whether a window hears of it because it comes up from the document. */
export const isUiEvent = (type: string): boolean => !OF_WINDOWS.test(type);

const CROSSING = Object.keys(Object.getOwnPropertyDescriptors(HTMLElement.prototype))
  .filter((key) => key.startsWith("on"))
  .map((key) => key.slice(2))
  .concat(["focusin", "focusout", "compositionstart", "compositionupdate", "compositionend", "auxclick"]);

const roots = new WeakMap<Element, ShadowRoot>();

function followSelection(): void {
  const { activeElement } = document;
  if (activeElement) roots.get(activeElement)?.dispatchEvent(new Event("selectionchange"));
}

export function stayInside({
  frame,
  host: { element, root },
  windowEvents,
  follow,
}: {
  frame: HTMLIFrameElement;
  host: OwnHost;
  windowEvents: EventTarget;
  follow: (url: string) => void;
}): void {
  for (const type of new Set(CROSSING)) {
    element.addEventListener(type, (event) => {
      if (type === "click" || type === "auxclick") followLink(event);
      event.stopPropagation();
    });
  }
  element.addEventListener("scroll", () => {
    for (const target of [root, windowEvents]) target.dispatchEvent(new Event("scroll"));
  });
  for (const [type, as] of [
    ["focusin", "focus"],
    ["focusout", "blur"],
  ] as const) {
    root.addEventListener(type, (event) => {
      const { relatedTarget } = event as FocusEvent;
      const isWithin = relatedTarget instanceof Node && root.contains(relatedTarget);
      if (!isWithin) windowEvents.dispatchEvent(new Event(as));
    });
  }
  roots.set(frame, root);
  // Again for each: `document.open` removes it.
  document.addEventListener("selectionchange", followSelection);
  // Nothing else in a document that is edited as a whole takes the focus from it.
  root.addEventListener("mousedown", (event) => {
    const { body } = root as unknown as Document;
    if (event.defaultPrevented || event.target !== root.firstElementChild || !body?.isContentEditable) return;
    event.preventDefault();
    body.focus();
  });
  // At the end of the way up, when the app's listeners had their say.
  const followLink = (event: Event): void => {
    if (event.defaultPrevented) return;
    const link = clicked.get(event)?.closest("a,area");
    const href = link?.getAttribute("href") ?? link?.getAttribute("xlink:href") ?? null;
    if (href === null || (link as HTMLElement).isContentEditable) return;
    event.preventDefault();
    if (href.startsWith("#")) root.getElementById(href.slice(1))?.scrollIntoView();
    else follow(href);
  };
  const clicked = new WeakMap<Event, Element>();
  for (const type of ["click", "auxclick"])
    root.addEventListener(
      type,
      (event) => event.target instanceof Element && clicked.set(event, event.target),
      true,
    );
}
