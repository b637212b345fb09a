/** `window.webxdc` for `.xdc` packages: a single peer, whose updates the host stores. See https://webxdc.org/docs/spec. */
import { onHostMessage, sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { define } from "@/lib/sandbox/frame/inside/realm";
import { fromBase64 } from "@/lib/sandbox/frame/inside/shared/base64";
import type { WebxdcSetup } from "@/lib/sandbox/protocol/to-frame";

interface Update {
  payload: unknown;
  serial: number;
  max_serial: number;
}
type UpdateListener = (update: Update) => void;

const UPDATE_MAX_BYTES = 128_000;

export function installWebxdc(setup: WebxdcSetup): void {
  const log = setup.updates.map((text) => JSON.parse(text) as Record<string, unknown>);
  let listener: UpdateListener | null = null;

  const numbered = (update: Record<string, unknown>, serial: number): Update => {
    return { ...update, serial, max_serial: log.length } as unknown as Update;
  };
  onHostMessage("xdcUpdate", ({ update }) => {
    log.push(JSON.parse(update) as Record<string, unknown>);
    listener?.(numbered(log.at(-1)!, log.length));
  });

  define(window, "webxdc", {
    selfAddr: setup.selfAddr,
    selfName: setup.selfName,
    sendUpdateInterval: 1_000,
    sendUpdateMaxSize: UPDATE_MAX_BYTES,
    sendUpdate(update: unknown, description: unknown = "") {
      const text = JSON.stringify(update);
      if (text.length > UPDATE_MAX_BYTES) throw new RangeError("The update is larger than 128 KB.");
      sendToHost({ type: "xdcUpdate", update: text, description: String(description) });
    },
    async setUpdateListener(callback: UpdateListener, serial = 0) {
      listener = callback;
      for (let index = serial; index < log.length; index += 1) callback(numbered(log[index]!, index + 1));
    },
    getAllUpdates: async () => log.map((update, index) => numbered(update, index + 1)),
    async sendToChat(content: {
      text?: string;
      file?: { name: string; blob?: Blob; base64?: string; plainText?: string };
    }) {
      const { blob, base64 } = content.file ?? {};
      const image = blob ?? (base64 ? new Blob([fromBase64(base64)]) : undefined);
      await window.gum.compose({
        text: content.text ?? content.file?.plainText ?? "",
        ...(image ? { image } : {}),
      });
    },
    importFiles({ mimeTypes = [], extensions = [], multiple = false } = {}): Promise<File[]> {
      const input = document.createElement("input");
      input.type = "file";
      input.accept = [...mimeTypes, ...extensions].join(",");
      input.multiple = multiple;
      return new Promise((resolve) => {
        input.addEventListener("change", () => resolve([...(input.files ?? [])]));
        input.addEventListener("cancel", () => resolve([]));
        input.click();
      });
    },
    joinRealtimeChannel() {
      let left = false;
      return {
        // There are no other peers; messages are dropped, as the specification allows.
        setListener() {},
        send(data: unknown) {
          if (left) throw new Error("The channel was left.");
          if (!(data instanceof Uint8Array)) throw new TypeError("A Uint8Array is expected.");
        },
        leave() {
          left = true;
        },
      };
    },
  });
}
