/**
 * `contentDocument` and `contentWindow` of frames that the app fills itself: empty ones that it writes to, and `srcdoc`. As
 * long as no script is in it, the document is one of the page (own-documents.ts), and the app can read and edit it. Once it has
 * scripts of its own it becomes a real child frame, which they have to themselves; the app then edits a copy without layout.
 */
import { markupWithoutBlobUrls } from "@/lib/sandbox/frame/inside/files";
import { guard } from "@/lib/sandbox/frame/inside/guard";
import { isScriptType } from "@/lib/package/script-type";
import { runAddedScripts } from "@/lib/sandbox/frame/inside/page/code-frames";
import { outerHtmlOf } from "@/lib/sandbox/frame/inside/page/natives";
import {
  createOwnDocument,
  fill,
  type OwnDocument,
  type Successor,
} from "@/lib/sandbox/frame/inside/page/own-documents";
import { define, realm, wrapAccessor } from "@/lib/sandbox/frame/inside/realm";

export interface FrameContent {
  /** Attributes that give a frame its content. */
  attributes: readonly string[];
  /** The `srcdoc` as the app set it. */
  textOf(frame: HTMLIFrameElement): string | undefined;
  show(frame: HTMLIFrameElement, html: string): void;
  follow(frame: HTMLIFrameElement, url: string): void;
}

interface Written extends OwnDocument {
  /** It is a real frame now. */
  isReal: boolean;
}

const NO_ADDRESS = /^\s*(?:about:blank(?:[?#].*)?|javascript:\s*(?:void\b.*|""|''|false)?;*\s*)?$/i;
/** Each write shows the document anew. From this many characters on, only the end of the task does. */
const SHOWN_AT_ONCE = 1_000_000;
const frames = HTMLIFrameElement.prototype;
const nativeWindow = Object.getOwnPropertyDescriptor(frames, "contentWindow")!;
/** The frame's real window, which lets others only send messages. */
export const realWindowOf = (frame: HTMLIFrameElement): Window | null =>
  nativeWindow.get!.call(frame) as Window | null;
const documents = new WeakMap<HTMLIFrameElement, Written>();

/** The app gives the frame other content. */
export function forgetDocument(frame: HTMLIFrameElement): void {
  documents.get(frame)?.host.remove();
  documents.delete(frame);
}

export function patchWrittenFrames(content: FrameContent): void {
  const isEmpty = (frame: HTMLIFrameElement): boolean =>
    !content.attributes.some((name) => frame.hasAttribute(name)) ||
    (frame.hasAttribute("src") &&
      NO_ADDRESS.test(frame.getAttribute("src")!) &&
      !frame.hasAttribute("srcdoc"));
  const documentOf = (frame: HTMLIFrameElement): Written | null => {
    if (!frame.isConnected) return null;
    const known = documents.get(frame);
    if (known) {
      if (!known.isReal) known.host.place();
      return known;
    }
    const text = content.textOf(frame);
    if (text === undefined ? !isEmpty(frame) : hasScripts(text)) return null;
    const made = writable(frame, content);
    documents.set(frame, made);
    if (text !== undefined) {
      made.host.isCovering = true;
      fill(made.document, text);
    }
    made.host.place();
    return made;
  };
  wrapAccessor(frames, "contentDocument", (native) => ({
    get(this: HTMLIFrameElement) {
      return documentOf(this)?.document ?? native.get.call(this);
    },
  }));
  wrapAccessor(frames, "contentWindow", (native) => ({
    get(this: HTMLIFrameElement) {
      return documentOf(this)?.view ?? native.get.call(this);
    },
  }));
}

function writable(frame: HTMLIFrameElement, content: FrameContent): Written {
  const follow = (url: string): void => {
    // No code of an address runs.
    if (/^\s*javascript:/i.test(url)) return;
    if (!NO_ADDRESS.test(url)) return content.follow(frame, url);
    page.open();
    // Unlike what is written during a load, a navigation makes the frame load again.
    isMuted = false;
    page.write(url.trim() ? "" : (content.textOf(frame) ?? ""));
    page.close();
  };
  /** A window stays that of its frame, whatever that shows. */
  const successor = (): Successor | null => {
    const current = documents.get(frame);
    if (current && current !== own) return current;
    const view = current?.isReal === false ? null : realWindowOf(frame);
    return view && { view, document: page };
  };
  const own: Written = Object.assign(
    createOwnDocument(frame, { follow, successor, onGone: () => documents.delete(frame) }),
    { isReal: false },
  );
  const { document: page } = own;
  let written: string | null = null;
  /** The document as it was written, until the app changes it. */
  let isAsWritten = false;
  let isMuted = false;
  let parsed = 0;
  const becomeReal = (html: string): void => {
    own.isReal = true;
    own.host.remove();
    content.show(frame, html);
  };
  const write = (...texts: string[]): void => {
    if (written === null) {
      // As on the platform: what a frame's load writes into it does not make it load again.
      isMuted = window.event?.type === "load" && window.event.target === frame;
      parsed = 0;
      realm.queueTask(finish);
    }
    written = (written ?? "") + texts.join("");
    isAsWritten = true;
    parsed += written.length;
    if (parsed > SHOWN_AT_ONCE) return;
    if (hasScripts(written)) own.host.remove();
    show(written);
  };
  const show = (html: string): void => {
    fill(page, html);
    observer.takeRecords();
  };
  const finish = (): void => {
    if (written === null) return;
    if (parsed > SHOWN_AT_ONCE) show(written);
    const html = isAsWritten && observer.takeRecords().length === 0 ? written : markupOf(page);
    written = null;
    if (hasScripts(html)) return becomeReal(html);
    if (own.isReal) content.show(frame, "");
    own.isReal = false;
    own.host.place();
    const mutes = isMuted;
    realm.queueTask(() => own.fireLoad(mutes));
  };
  const observer = new MutationObserver((records) => {
    isAsWritten = false;
    if (written !== null) return;
    if (runAddedScripts(frame, own, records)) return;
    if (own.isReal || records.some(addsScript)) becomeReal(markupOf(page));
  });
  define(page, "open", () => {
    if (written === null) write("");
    return page;
  });
  define(page, "write", write);
  define(page, "writeln", (...texts: string[]) => write(...texts, "\n"));
  define(page, "close", finish);
  observer.observe(page, { attributes: true, characterData: true, childList: true, subtree: true });
  return own;
}

const markupOf = (page: Document): string =>
  markupWithoutBlobUrls(outerHtmlOf(page.documentElement)) as string;

const runs = ({ type }: HTMLScriptElement): boolean => type === "module" || isScriptType(type);

function addsScript({ addedNodes, target }: MutationRecord): boolean {
  if (target.nodeName === "SCRIPT") return true;
  return [...addedNodes].some(
    (node) =>
      node instanceof Element &&
      [node, ...node.querySelectorAll("script")].some(
        (each) => each instanceof HTMLScriptElement && runs(each),
      ),
  );
}

/** Handlers count as well. */
function hasScripts(html: string): boolean {
  if (!/<script|\son\w+\s*=/i.test(html)) return false;
  const parsed = guard.parse(html);
  return (
    [...parsed.scripts].some(runs) ||
    [...parsed.querySelectorAll("*")].some(({ attributes }) =>
      [...attributes].some(({ name }) => name.startsWith("on")),
    )
  );
}
