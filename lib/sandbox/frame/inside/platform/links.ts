/** Clicks on links: other pages of the package, outside URLs, downloads. The frame itself never navigates. */
import { callHost } from "@/lib/sandbox/frame/inside/channel";
import {
  blobOf,
  fileAt,
  fileOfBlobUrl,
  isRemote,
  readyFile,
  resolveUrl,
  site,
} from "@/lib/sandbox/frame/inside/files";
import { currentHref, linkBase, navigate, openOutside } from "@/lib/sandbox/frame/inside/platform/navigation";
import { blobAt } from "@/lib/sandbox/frame/inside/network/objects";
import { dataUrlBlob } from "@/lib/sandbox/frame/inside/network/data-url";
import { decodePercent } from "@/lib/package/served-paths";
import { realm, wrapMethod, define } from "@/lib/sandbox/frame/inside/realm";

/** Called again after each `document.open`. Runs after the app's listeners, which may have prevented the default. */
export function watchLinks(): void {
  window.addEventListener("click", (event) => {
    if (event.defaultPrevented) return;
    const link = linkIn(event, ["a", "area"]);
    if (link && follow(link)) event.preventDefault();
  });
  window.addEventListener("auxclick", (event) => {
    const link = linkIn(event, ["a"]);
    if (event.button === 1 && link && follow(link)) event.preventDefault();
  });
}

function linkIn(event: Event, tags: readonly string[]): Element | undefined {
  return event
    .composedPath()
    .find((node): node is Element => node instanceof Element && tags.includes(node.localName));
}

export function patchLinks(): void {
  // A link that is not in the document still downloads when a script clicks it.
  wrapMethod(HTMLElement.prototype, "click", (native) => {
    return function click(this: HTMLElement) {
      if (this instanceof HTMLAnchorElement && !this.isConnected && follow(this)) return;
      native.call(this);
    };
  });
  define(window, "open", (url?: unknown, target?: unknown) => {
    const destination = url === undefined || url === "" ? null : resolveUrl(String(url), currentHref());
    if (!destination) return null;
    if (destination.origin === site.origin || target === "_self") navigate(destination.href);
    else openOutside(destination.href);
    return null;
  });
}

/** @returns whether the click was handled; false leaves it to the browser (fragments) */
function follow(link: Element): boolean {
  const href = link.getAttribute("href") ?? link.getAttribute("xlink:href");
  if (href === null) return false;
  if (link.hasAttribute("download")) {
    download(href, link.getAttribute("download") ?? "");
    return true;
  }
  if (scriptLinks.has(href)) {
    runScriptLink(href);
    return true;
  }
  if (href === "" || /^\s*javascript:\s*(?:void\b.*|;*|undefined)\s*$/i.test(href)) return true;
  if (href.startsWith("#") || /^\s*javascript:/i.test(href)) return false;
  const target = resolveUrl(href, linkBase());
  if (!target) return true;
  if (target.origin === site.origin) navigate(target.href);
  else if (target.protocol === "blob:") openBlob(href);
  else openOutside(target.href);
  return true;
}

/** `javascript:` links of the entry page; ones that are added later do not run. */
const scriptLinks = new Set<string>();

export function addScriptLink(href: string): void {
  scriptLinks.add(href);
}

function runScriptLink(href: string): void {
  const code = href.replace(/^\s*javascript:/i, "");
  const script = document.createElement("script");
  script.textContent = decodePercent(code);
  document.documentElement.append(script);
  script.remove();
}

function download(href: string, name: string): void {
  const file = fileAt(href) ?? fileOfBlobUrl(href);
  if (file !== null && isRemote(file)) {
    const failed = (): void => realm.console.warn(`${file} did not arrive.`);
    return void readyFile(file).then(() => download(href, name), failed);
  }
  const blob = file === null ? (blobAt(href) ?? dataUrlBlob(href)) : blobOf(file);
  if (!blob) {
    openOutside(resolveUrl(href)?.href ?? href);
    return;
  }
  const fallback = file?.split("/").pop() ?? "download";
  save(blob, name || fallback);
}

function openBlob(href: string): void {
  const blob = blobAt(href);
  if (blob) save(blob, "download");
}

function save(blob: Blob, name: string): void {
  callHost("save", { name, file: blob }).catch((refusal: Error) => realm.console.warn(refusal.message));
}
