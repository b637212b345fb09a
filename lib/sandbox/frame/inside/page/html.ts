/** Patches every API through which a script adds markup or code as text, or creates a script, to rewrite URLs and add the nonce. */
import { markupWithoutBlobUrls, site } from "@/lib/sandbox/frame/inside/files";
import { guard } from "@/lib/sandbox/frame/inside/guard";
import { mentionsUrl, rewriteCss } from "@/lib/sandbox/frame/inside/page/css";
import { rewriteMarkup } from "@/lib/sandbox/frame/inside/page/markup";
import { additionalImportMap, rewriteScript } from "@/lib/sandbox/frame/inside/page/modules";
import { patchChildFrames } from "@/lib/sandbox/frame/inside/page/child-frames";
import { watchTree } from "@/lib/sandbox/frame/inside/page/observer";
import { wrapAccessor, wrapArgument, wrapMethod } from "@/lib/sandbox/frame/inside/realm";

/** The native `document.open`, `write` and `close`, for the run's page. */
export interface NativeDocument {
  open(): void;
  /** Writes the whole page and closes the document. */
  write(parts: Iterable<string>): void;
}

/** Rewrites text that becomes an element's content. */
function rewriteContent(element: Node & { localName?: string }, text: string): string {
  if (element.localName === "script")
    return (element as unknown as HTMLScriptElement).type === "importmap"
      ? additionalImportMap(text)
      : rewriteScript(text, site.base);
  if (element.localName === "style" && mentionsUrl(text)) return rewriteCss(text);
  return text;
}

export function patchHtml(nonce: string): void {
  patchChildFrames(nonce);
  patchContent(nonce);
  patchScripts(nonce);
  wrapMethod(Element.prototype, "attachShadow", (native) => {
    return function attachShadow(this: Element, init: ShadowRootInit) {
      const root = native.call(this, init);
      watchTree(root);
      return root;
    };
  });
}

function patchContent(nonce: string): void {
  const element = Element.prototype;
  for (const [owner, name] of [
    [element, "innerHTML"],
    [element, "outerHTML"],
    [ShadowRoot.prototype, "innerHTML"],
  ] as const) {
    wrapAccessor(owner, name, (native) => ({
      get(this: Element) {
        return withoutNonce(markupWithoutBlobUrls(native.get.call(this)), nonce);
      },
      set(this: Element, value: unknown) {
        if (value === null) return native.set.call(this, value);
        const isRaw = name === "innerHTML" && (this.localName === "script" || this.localName === "style");
        native.set.call(
          this,
          isRaw ? rewriteContent(this, String(value)) : rewriteMarkup(String(value), nonce),
        );
      },
    }));
  }
  const rewrite = (html: unknown): string => rewriteMarkup(String(html), nonce);
  wrapArgument(element, "insertAdjacentHTML", 1, rewrite);
  wrapArgument(Range.prototype, "createContextualFragment", 0, rewrite);
  for (const owner of [element, ShadowRoot.prototype]) wrapArgument(owner, "setHTMLUnsafe", 0, rewrite);
}

/** An app that saves the page as markup must not carry this run's nonce into the next run. */
function withoutNonce(markup: unknown, nonce: string): unknown {
  if (typeof markup !== "string" || !markup.includes(' nonce="')) return markup;
  return markup.replaceAll(` nonce="${nonce}"`, "").replace(/(<script\b[^>]*?) nonce=""/g, "$1");
}

function patchScripts(nonce: string): void {
  for (const [owner, name] of [
    [HTMLScriptElement.prototype, "text"],
    [HTMLScriptElement.prototype, "textContent"],
    [HTMLScriptElement.prototype, "innerText"],
    [Node.prototype, "textContent"],
  ] as const) {
    wrapAccessor(owner, name, (native) => ({
      set(this: Node, value: unknown) {
        native.set.call(this, typeof value === "string" ? rewriteContent(this, value) : value);
      },
    }));
  }
  // Older loaders append code as a text node. Patched on scripts only, so other elements keep the native appendChild.
  for (const name of ["appendChild", "append"] as const) {
    const native = (name === "append" ? Element.prototype.append : Node.prototype.appendChild) as (
      ...nodes: unknown[]
    ) => unknown;
    Object.defineProperty(HTMLScriptElement.prototype, name, {
      configurable: true,
      writable: true,
      value(this: HTMLScriptElement, ...nodes: unknown[]) {
        for (const node of nodes) if (node instanceof Text) node.data = rewriteScript(node.data, site.base);
        return native.apply(
          this,
          nodes.map((node) => (typeof node === "string" ? rewriteScript(node, site.base) : node)),
        );
      },
    });
  }
  const prototype = Document.prototype;
  for (const name of ["createElement", "createElementNS"] as const) {
    wrapMethod(prototype as Record<typeof name, (...args: string[]) => Element>, name, (native) => {
      return function (this: Document, ...args) {
        const element = native.apply(this as never, args);
        if (element.localName === "script") (element as HTMLScriptElement).nonce = nonce;
        return element;
      };
    });
  }
}

/**
 * Patches `document.write`, `open` and `close`. `open` removes every listener of window and document; `onOpened` adds ours
 * again.
 * @returns the native methods, for the first page
 */
export function patchDocumentWrite(nonce: string, onOpened: () => void): NativeDocument {
  const prototype = Document.prototype;
  const { write, open, close } = prototype as Pick<Document, "write" | "close"> & { open: () => Document };
  let isWriting = false;
  for (const [name, end] of [
    ["write", ""],
    ["writeln", "\n"],
  ] as const) {
    wrapMethod(prototype, name, () => {
      return function (this: Document, ...texts: string[]) {
        const reopens = this === document && this.readyState !== "loading";
        write.call(this, rewriteMarkup(texts.join("") + end, nonce));
        if (reopens) onOpened();
      };
    });
  }
  wrapMethod(prototype, "open", () => {
    return function (this: Document) {
      const opened = open.call(this);
      if (this === document) onOpened();
      return opened;
    } as typeof prototype.open;
  });
  wrapMethod(prototype, "close", () => {
    return function (this: Document) {
      // A script of the page calls close while we are still writing the page itself.
      if (!isWriting || this !== document) close.call(this);
    };
  });
  return {
    open: () => open.call(document),
    write(parts) {
      isWriting = true;
      try {
        for (const part of parts) {
          guard.write(part);
          // A script stopped the page (window.stop); writing more would start a new one.
          if (document.readyState !== "loading") break;
        }
      } finally {
        isWriting = false;
        close.call(document);
      }
    },
  };
}
