import "server-only";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import { EGRESS_TTL_MS, PAGE_SIZE } from "@/lib/config/limits";
import type { EgressLedgerEntry, EgressRequest, EgressResponse } from "./contract";
import type { Page } from "@/lib/shared/contract";
import {
  checkTarget,
  EGRESS_CONCURRENT,
  EGRESS_MAX_UP_BYTES,
  EGRESS_METHODS,
  isFresh,
  normaliseHost,
  REFUSALS,
} from "./rules";
import { AppError } from "@/lib/shared/errors";
import { readRunToken, type RunClaims } from "@/lib/apps/run-token-service";
import { createEgressFetch, type EgressFetchError } from "./egress-fetch.server";
import { listBlockedAmong } from "@/lib/moderation/standing-service";
import { metrics } from "@/lib/infra/metrics";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import {
  findAppNetwork,
  finishAllowedCall,
  finishCall,
  insertCall,
  listCalls,
  listConsentedHosts,
  saveConsent,
} from "./repository";

/**
 * The egress proxy. A request goes from the app to its frame, the frame's host and this service.
 *
 * Trust model. Untrusted: the app (its code chose every field of the request), the hosts it names, and any page that can
 * make this browser send a request. The caller is a signed-in user on a page of ours (route() checks both). What must
 * hold, in this order: the run belongs to this user; the request is fresh and not a replay; the manifest lists the host
 * and the user allowed it; the address is public; sizes, times and rates are bounded. The ledger records every call of a
 * known run, refused ones included.
 */
type Fetch = ReturnType<typeof createEgressFetch>;

const networkOf = z.object({ network: z.object({ hosts: z.array(z.string()) }).optional() });

const FAILURES: Partial<Record<EgressFetchError, string>> = {
  ...REFUSALS,
  private_address: "The host has no public address.",
  too_large: "The answer is larger than 5 MB.",
};

const inFlight = new Map<string, number>();

/** Returns the normalised hosts of a manifest. */
function manifestHosts(manifest: unknown): string[] {
  const parsed = networkOf.safeParse(manifest);
  const hosts = parsed.success ? (parsed.data.network?.hosts ?? []) : [];
  return hosts.map(normaliseHost).filter((host): host is string => host !== null);
}

function bodyBytes(request: EgressRequest): Uint8Array | null {
  if (request.body === null) return null;
  const bytes = Buffer.from(request.body, request.bodyEncoding === "base64" ? "base64" : "utf8");
  if (bytes.byteLength > EGRESS_MAX_UP_BYTES) throw new AppError("payload_too_large");
  return bytes;
}

async function claimsOf(viewerId: string, token: string): Promise<RunClaims> {
  const claims = await readRunToken(token);
  if (!claims || claims.userId !== viewerId) throw new AppError("invalid_token");
  return claims;
}

/**
 * Makes an app's request and records it in the ledger.
 * @throws AppError invalid_token, expired, duplicate, egress_refused, consent_required, rate_limited,
 *   payload_too_large, egress_failed
 */
export async function fetchForApp(
  { viewerId, request }: { viewerId: string; request: EgressRequest },
  fetchOutside: Fetch = createEgressFetch(),
): Promise<EgressResponse> {
  const run = await claimsOf(viewerId, request.runToken);
  if (!isFresh({ ts: request.ts, now: Date.now(), ttlMs: EGRESS_TTL_MS })) throw new AppError("expired");
  const body = bodyBytes(request);
  const method = request.method.toUpperCase();
  const callId = uuidv7();
  const isNew = await insertCall({
    id: callId,
    userId: run.userId,
    appId: run.appId,
    runId: run.runId,
    requestId: request.req_id,
    host: hostForLedger(request.url),
    method: method.slice(0, 16),
    bytesUp: body?.byteLength ?? 0,
  });
  if (!isNew) throw new AppError("duplicate");

  const slot = `${run.userId}:${run.appId}`;
  try {
    const hosts = await hostsOf(run);
    const target = checkTarget(request.url, hosts.manifest);
    if (typeof target === "string") throw refused(target);
    if (!(EGRESS_METHODS as readonly string[]).includes(method)) throw refused("bad_method");
    if (!hosts.consented.includes(target.host)) {
      throw new AppError("consent_required", { details: { host: target.host } });
    }
    const blocked = await listBlockedAmong(hosts.consented);
    if (blocked.includes(target.host)) throw refused("host_blocked");
    await consumeLimit("egress", slot);
    const outcome = await inSlot(slot, () =>
      fetchOutside({
        method,
        url: target.url.href,
        headers: request.headers,
        body: method === "GET" || method === "HEAD" ? null : body,
        allowedHosts: hosts.consented.filter((host) => !blocked.includes(host)),
      }),
    );
    if (!outcome.ok) throw failed(outcome.error);
    await finishAllowedCall(callId, { status: outcome.status, bytesDown: outcome.body.byteLength });
    metrics().egress.inc({ decision: "allowed" });
    return {
      req_id: request.req_id,
      status: outcome.status,
      statusText: outcome.statusText,
      headers: outcome.headers,
      ...encodeBody(outcome.body),
      error: null,
    };
  } catch (error) {
    const reason = error instanceof AppError ? String(error.details?.reason ?? error.code) : "internal";
    metrics().egress.inc({ decision: reason });
    await finishCall(callId, { decision: reason, status: null, bytesDown: 0 }).catch(() => undefined);
    throw error;
  }
}

async function hostsOf(run: RunClaims): Promise<{ manifest: string[]; consented: string[] }> {
  const { userId, appId, version } = run;
  const manifest = await manifestHostsOf(userId, appId, version);
  const allowed = await listAllowedHosts(userId, appId);
  // A new version may drop a host: consent counts only while the manifest lists the host.
  return { manifest, consented: manifest.filter((host) => allowed.includes(host)) };
}

/** @throws AppError unknown_app where the user may not run the app */
async function manifestHostsOf(userId: string, appId: string, version?: string): Promise<string[]> {
  const app = await findAppNetwork(userId, appId, version);
  if (!app || (!app.isPublic && app.ownerId !== userId)) throw new AppError("unknown_app");
  return manifestHosts(app.manifest);
}

function hostForLedger(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.slice(0, 253) : "";
}

function refused(reason: EgressFetchError): AppError {
  return new AppError("egress_refused", { message: FAILURES[reason], details: { reason } });
}

function failed(reason: EgressFetchError): AppError {
  if (reason in FAILURES) return refused(reason);
  return new AppError("egress_failed", {
    title: "Egress signature/route error",
    message: reason === "timeout" ? "egress timeout" : undefined,
    details: { reason },
  });
}

/** Limits an app's concurrent requests for a user. @throws AppError rate_limited */
async function inSlot<T>(key: string, work: () => Promise<T>): Promise<T> {
  const active = inFlight.get(key) ?? 0;
  if (active >= EGRESS_CONCURRENT) throw new AppError("rate_limited", { retryAfter: 1 });
  inFlight.set(key, active + 1);
  try {
    return await work();
  } finally {
    const left = inFlight.get(key)! - 1;
    if (left > 0) inFlight.set(key, left);
    else inFlight.delete(key);
  }
}

function encodeBody(bytes: Uint8Array): { body: string; bodyEncoding: "text" | "base64" } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { body: text, bodyEncoding: "text" };
  } catch {
    return { body: Buffer.from(bytes).toString("base64"), bodyEncoding: "base64" };
  }
}

/** Reads the hosts that a user allows an app to reach. */
export function listAllowedHosts(viewerId: string, appId: string): Promise<string[]> {
  return listConsentedHosts(viewerId, appId);
}

/**
 * Allows an app to reach `hosts`; an empty list revokes the consent.
 * @throws AppError unknown_app; egress_refused for a host that the app's manifest does not list
 */
export async function setAllowedHosts(viewerId: string, appId: string, hosts: string[]): Promise<void> {
  if (hosts.length > 0) {
    const listed = await manifestHostsOf(viewerId, appId);
    if (!hosts.every((host) => listed.includes(normaliseHost(host) ?? ""))) throw refused("host_not_allowed");
  }
  const names = [...new Set(hosts.map((host) => normaliseHost(host)!))];
  await saveConsent(viewerId, appId, names);
}

/** Reads a page of the requests that an app made for a user, newest first. */
export async function listNetworkLedger({
  viewerId,
  appId,
  after,
  limit = PAGE_SIZE,
}: {
  viewerId: string;
  appId: string;
  after?: string;
  limit?: number;
}): Promise<Page<EgressLedgerEntry>> {
  const rows = await listCalls({ userId: viewerId, appId, before: after, limit });
  const items = rows.slice(0, limit);
  return {
    items: items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    nextCursor: rows.length > limit ? items.at(-1)!.id : null,
  };
}
