/**
 * The guard: the first code in the run document and in every child document of an app. In browsers that do
 * not enforce `Connection-Allowlist` it blocks what no policy covers: WebRTC, links that preconnect or
 * prefetch DNS, and the addresses of other links.
 *
 * Trust model: the app shares the realm and tries to bypass it. It holds because the app cannot get an
 * unpatched built-in from another realm: each child document has an opaque origin of its own.
 */
import { installDisguises } from "@/lib/sandbox/frame/look-alike";
import { guardLinks } from "@/lib/sandbox/frame/guard/links";
import { guardAttributes } from "@/lib/sandbox/frame/guard/elements";
import { framed, harmlessMarkup, setPrelude, unframed } from "@/lib/sandbox/frame/guard/markup";
import { guardSinks } from "@/lib/sandbox/frame/guard/sinks";
import type { Guard } from "@/lib/sandbox/frame/guard/contract";

const script = document.currentScript as HTMLScriptElement;
const { parseFromString } = DOMParser.prototype;
const { write } = Document.prototype;
const parser = new DOMParser();

setPrelude(script.nonce, script.text);
if ("run" in script.dataset) {
  const guard: Guard = {
    framed,
    unframed,
    parse: (html) => parseFromString.call(parser, html, "text/html"),
    harmlessPage: (html) => harmlessMarkup(html, { holdsScripts: true }),
    write: (html) => write.call(document, html),
  };
  (globalThis as { __gumGuard?: Guard }).__gumGuard = guard;
} else {
  document.head.replaceChildren();
  window.open = () => null;
}

for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "mozRTCPeerConnection"])
  delete (window as unknown as Record<string, unknown>)[name];
installDisguises();
guardAttributes();
guardSinks();
guardLinks();
