/**
 * The worker that reads what a frame sends, and passes on parsed copies.
 *
 * Trust model: the app may send anything that a structured clone can carry, as often and as large as it likes. It costs this
 * thread only: the page ends the run when the meter says so, or when this thread no longer answers.
 */
import type { FromGate, GatePong, ToGate } from "@/lib/sandbox/host/message-gate";
import { MessageMeter } from "@/lib/sandbox/host/message-meter";
import { calls, isCallName, parseToHost, type ToHost } from "@/lib/sandbox/protocol/to-host";

const meter = new MessageMeter();
let port: MessagePort | null = null;

const post = (message: FromGate | GatePong): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToGate>) => {
  if (data.type === "open") open(data.port);
  else post({ type: "pong" });
};

function open(opened: MessagePort): void {
  port = opened;
  // Browsers without this event notice by a missing pong.
  port.addEventListener("close", () => post({ type: "gone" }));
  port.onmessage = read;
}

function read(event: MessageEvent): void {
  const started = performance.now();
  if (!meter.allow(started)) return refuse("flood");
  let message: ToHost | null = null;
  try {
    message = parseToHost(event.data);
  } catch {
    if (!meter.allowMalformed()) return refuse("malformed");
  }
  if (message) pass(message);
  const now = performance.now();
  if (!meter.allowWork(now, now - started)) refuse("flood");
}

function pass(message: ToHost): void {
  if (message.type !== "call") return post({ type: "message", message });
  const { id, method, params } = message;
  try {
    const parsed = isCallName(method) ? calls[method](params) : null;
    post({ type: "message", message: { ...message, params: parsed } });
  } catch (error) {
    post({ type: "invalidCall", id, reason: error instanceof Error ? error.message : "" });
  }
}

function refuse(code: "flood" | "malformed"): void {
  port?.close();
  port = null;
  post({ type: "refused", code });
}
