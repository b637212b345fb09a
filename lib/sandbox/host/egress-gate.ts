/**
 * The host's side of `gum.fetch`: fresh requests only, each once, answered in time (specification, sections 5 and 8). What may
 * be asked of whom is decided by the server; this gate keeps replays and stale requests from reaching it.
 */
import { EGRESS_TIMEOUT_MS, EGRESS_TTL_MS } from "@/lib/config/limits";
import type { EgressResponse } from "@/lib/sandbox/protocol/to-frame";
import type { CallParams } from "@/lib/sandbox/protocol/to-host";

export type EgressCall = CallParams<"egress">;
/** Makes the real call. Rejects where the egress cannot be reached. */
export type EgressTransport = (request: EgressCall, signal: AbortSignal) => Promise<EgressResponse>;

export interface EgressGateOptions {
  /** Puts the question to the person where it is open. Whatever they say, the server decides, and writes it down. */
  permit?: (url: string) => Promise<unknown>;
  /** The server refused what had been allowed: the person has taken it back. */
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

  get isWired(): boolean {
    return this.#transport !== null;
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
    // From here on this host vouches for the request; the person may have taken their time to answer.
    const answer = await this.#inTime({ ...request, ts: this.#now() }, this.#transport);
    if (answer.error === "consent_required") this.#options.onRevoked?.();
    return answer;
  }

  async #inTime(request: EgressCall, transport: EgressTransport): Promise<EgressResponse> {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<EgressResponse>((resolve) => {
      timer = setTimeout(() => {
        resolve(refusal(request, { status: 0, title: "Request timeout", error: "egress timeout" }));
        abort.abort();
      }, EGRESS_TIMEOUT_MS);
    });
    try {
      return await Promise.race([transport(request, abort.signal), late]);
    } catch (error) {
      if (isAnswered(error)) {
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

/** A refusal that the server gave, with its status and code, is the app's to know; everything else is a broken route. */
function isAnswered(error: unknown): error is Error & { status: number; code: string } {
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
