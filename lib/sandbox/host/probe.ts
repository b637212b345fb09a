/**
 * Whether this browser obeys `Connection-Allowlist`, which closes what a policy alone leaves open (WebRTC, lookups of names,
 * connections ahead of need). Found out once a page by a frame that is allowed one request by its policy and none by its list.
 */
import { makeFrameElement, makeSecret } from "@/lib/sandbox/host/frame-link";
import { runUrl } from "@/lib/sandbox/host/sandbox-origin";
import { parking } from "@/lib/sandbox/host/spare-frame";
import { parseProbe } from "@/lib/sandbox/protocol/to-host";

const PROBE_TIMEOUT_MS = 5_000;
let probed: Promise<boolean> | null = null;

/** False too where no answer comes: whoever asks then asks the person. */
export function enforcesConnectionAllowlist(): Promise<boolean> {
  probed ??= probe();
  return probed;
}

function probe(): Promise<boolean> {
  const secret = makeSecret();
  const element = makeFrameElement();
  return new Promise((resolve) => {
    const settle = (enforced: boolean): void => {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
      element.remove();
      resolve(enforced);
    };
    const timer = setTimeout(settle, PROBE_TIMEOUT_MS, false);
    const onMessage = (event: MessageEvent): void => {
      if (event.source !== element.contentWindow || event.origin !== "null") return;
      const answer = readAnswer(event.data);
      if (answer?.secret === secret) settle(answer.enforced);
    };
    window.addEventListener("message", onMessage);
    element.src = runUrl({ probe: true }, secret);
    parking().append(element);
  });
}

function readAnswer(data: unknown): { secret: string; enforced: boolean } | null {
  try {
    return parseProbe(data);
  } catch {
    return null;
  }
}
