/**
 * The first code in the run document: says hello to the shell, receives the port and starts the app.
 *
 * Trust model: nothing here is a security boundary (see policy.ts). The hello message proves to the shell that this is the
 * document it requested and not one that an app navigated to; after that, only messages over the port count.
 */
import { installDisguises } from "@/lib/sandbox/frame/look-alike";
import { onHostMessage, connect, sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { RUN_PATH } from "@/lib/sandbox/protocol/run-query";
import { reportPressesTo } from "@/lib/sandbox/frame/inside/platform/presses";
import { report } from "@/lib/sandbox/frame/inside/platform/problems";
import { prepareSpare, start } from "@/lib/sandbox/frame/inside/start";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import { PROTOCOL_VERSION } from "@/lib/sandbox/protocol/limits";

/** A frame that has received no app by then is a spare one, and prepares itself. */
installDisguises();
const SPARE_AFTER_MS = 40;
const script = document.currentScript as HTMLScriptElement;
const nonce = script.nonce;
const shell = script.dataset.shell!;
const secret = window.name;
const host = parent;

// The app must see neither the secret nor the flags of its run.
window.name = "";
history.replaceState(null, "", RUN_PATH);

window.addEventListener("message", function onPort(event) {
  const [toHost, fromHost] = event.ports;
  if (event.source !== host || event.origin !== shell || !toHost || !fromHost) return;
  window.removeEventListener("message", onPort);
  event.stopImmediatePropagation();
  connect(toHost, fromHost);
  const spareTimer = realm.setTimeout(() => prepareSpare(nonce), SPARE_AFTER_MS);
  onHostMessage("start", (message) => {
    realm.clearTimeout(spareTimer);
    try {
      start(message, nonce);
    } catch (error) {
      report("start", error);
    }
  });
  sendToHost({ type: "ready" });
});
reportPressesTo(host, shell);
host.postMessage({ gum: "hello", version: PROTOCOL_VERSION, secret }, shell);
