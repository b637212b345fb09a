/**
 * The worker that reads what a frame sends, and passes on parsed copies.
 *
 * Trust model: the app may send anything that a structured clone can carry, as often and as large as it likes. It costs this
 * thread only: the page ends the run when the meter says so, or when this thread no longer answers.
 */
import type { FromGate, GatePong, ToGate } from "@/lib/sandbox/host/message-gate";
import { MessageMeter } from "@/lib/sandbox/host/message-meter";
import { MalformedMessage } from "@/lib/sandbox/protocol/schema";
import { calls, isCallName, parseToHost, type ToHost } from "@/lib/sandbox/protocol/to-host";

const meter = new MessageMeter();
let port: MessagePort | null = null;
/** Whether the frame was started with the code that prints values as trees. */
let hasTrees = false;

const post = (message: FromGate | GatePong): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToGate>) => {
  if (data.type === "open") open(data.port);
  else if (data.type === "trees") hasTrees = true;
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
    if (!hasTrees && message.type === "console" && message.entries.some(({ tree }) => tree !== null))
      throw new MalformedMessage("expected text");
  } catch {
    if (!meter.allowMalformed()) return refuse("malformed");
  }
  const parsed = performance.now();
  // What was too much work to read may be too much for the page, too.
  if (!meter.allowWork(parsed, parsed - started)) return refuse("flood");
  if (message) pass(message);
  const now = performance.now();
  if (!meter.allowWork(now, now - parsed)) refuse("flood");
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
