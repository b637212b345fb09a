/**
 * The host's side of `gum.fetch`: drops stale and repeated requests and enforces a timeout (specification, sections 5 and 8).
 * The server decides which requests are allowed.
 */
import { EGRESS_TIMEOUT_MS, EGRESS_TTL_MS } from "@/lib/config/limits";
import type { EgressResponse } from "@/lib/sandbox/protocol/to-frame";
import type { CallParams } from "@/lib/sandbox/protocol/to-host";

export type EgressCall = CallParams<"egress">;
/** Sends the request to the server. Rejects if the proxy is unreachable or refuses. */
export type EgressTransport = (request: EgressCall, signal: AbortSignal) => Promise<EgressResponse>;

interface EgressGateOptions {
  /** Asks the user unless they have already decided. The server decides and logs the request whatever they answer. */
  permit?: (url: string) => Promise<unknown>;
  /** The server refused for lack of consent: the user has revoked it. */
  onRevoked?: () => void;
  now?: () => number;
}

const REMEMBERED_IDS = 1_000;
const TOLERATED_FUTURE_MS = 1_000;

export class EgressGate {
  readonly #seen = new Set<string>();
  readonly #transport: EgressTransport | null;
  readonly #options: EgressGateOptions;
  readonly #now: () => number;

  constructor(transport: EgressTransport | null, options: EgressGateOptions = {}) {
    this.#transport = transport;
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async handle(request: EgressCall): Promise<EgressResponse> {
    if (!this.#transport)
      return refusal(request, { status: 0, title: "egress not wired", error: "egress not wired" });
    const age = this.#now() - request.ts;
    if (age > EGRESS_TTL_MS || age < -TOLERATED_FUTURE_MS) {
      return refusal(request, { status: 400, title: "Request expired", error: "expired" });
    }
    if (this.#seen.has(request.req_id)) {
      return refusal(request, { status: 409, title: "Duplicate request", error: "duplicate" });
    }
    this.#seen.add(request.req_id);
    if (this.#seen.size > REMEMBERED_IDS) this.#seen.delete(this.#seen.values().next().value!);
    await this.#options.permit?.(request.url);
    // A fresh timestamp: the user may have taken long to answer.
    const response = await this.#sendWithTimeout({ ...request, ts: this.#now() }, this.#transport);
    if (response.error === "consent_required") this.#options.onRevoked?.();
    return response;
  }

  async #sendWithTimeout(request: EgressCall, transport: EgressTransport): Promise<EgressResponse> {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<EgressResponse>((resolve) => {
      timer = setTimeout(() => {
        resolve(refusal(request, { status: 0, title: "Request timeout", error: "egress timeout" }));
        abort.abort();
      }, EGRESS_TIMEOUT_MS);
    });
    try {
      return await Promise.race([transport(request, abort.signal), timeout]);
    } catch (error) {
      // The proxy gives up earlier, so that the ledger says why.
      if (isProxyTimeout(error)) return await timeout;
      if (isServerRefusal(error)) {
        return refusal(request, { status: error.status, title: error.message, error: error.code });
      }
      return refusal(request, {
        status: 502,
        title: "Egress signature/route error",
        detail: "egress unreachable or signature failure",
        error: "egress_error",
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

function isProxyTimeout(error: unknown): boolean {
  return (error as { details?: { reason?: unknown } } | null)?.details?.reason === "timeout";
}

/** A server's refusal is passed to the app with its status and code; everything else counts as unreachable. */
function isServerRefusal(error: unknown): error is Error & { status: number; code: string } {
  if (!(error instanceof Error)) return false;
  const { status, code } = error as { status?: unknown; code?: unknown };
  return (
    typeof status === "number" && status >= 400 && status < 600 && status !== 502 && typeof code === "string"
  );
}

function refusal(
  request: EgressCall,
  { status, title, detail = title, error }: { status: number; title: string; detail?: string; error: string },
): EgressResponse {
  const problem = { type: "about:blank", title, status, detail, code: error };
  return {
    req_id: request.req_id,
    status,
    statusText: title,
    headers: [
      ["content-type", "application/problem+json"],
      ["gum-error", error],
    ],
    body: JSON.stringify(problem),
    bodyEncoding: "text",
    error,
  };
}
