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
  type EgressRefusal,
  isFresh,
  normaliseHost,
} from "./rules";
import { AppError } from "@/lib/shared/errors";
import { readRunToken, type RunClaims } from "@/lib/apps/run-token-service";
import { createEgressFetch, type EgressFetchError } from "./egress-fetch.server";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { findAppNetwork, findConsent, finishCall, insertCall, listCalls, saveConsent } from "./repository";

/**
 * The egress proxy. An app asks its frame, the frame its host, the host us.
 *
 * Trust model. Outside: the app (its code chose every field of the request), the hosts it names, and any page that can
 * make this browser send a request. The caller is a signed-in person on a page of ours (route() checks both). What must
 * hold, in this order: the run is this person's; the request is young and new; the host stands in the manifest and the
 * person allowed it; the address is public; sizes, times and rates are bounded. Every call is in the ledger, the
 * refused ones too, once its run is known.
 */
type Fetch = ReturnType<typeof createEgressFetch>;

const networkOf = z.object({ network: z.object({ hosts: z.array(z.string()) }).optional() });

const REFUSALS: Record<EgressRefusal, string> = {
  bad_url: "The address is not a URL.",
  bad_scheme: "Only https addresses can be reached.",
  bad_port: "Only port 443 can be reached.",
  credentials: "An address must not carry a user name or password.",
  address_literal: "Hosts are named by their DNS name, not by an address.",
  host_not_allowed: "The app's manifest does not name this host.",
  bad_method: "This method is not passed on.",
};

const inFlight = new Map<string, number>();

/** The hosts that an app's manifest names, as they are compared. */
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
 * Fetches for an app.
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
  let holdsSlot = false;
  try {
    const hosts = await allowedHosts(run);
    const target = checkTarget(request.url, hosts.manifest);
    if (typeof target === "string") throw refused(target);
    if (!(EGRESS_METHODS as readonly string[]).includes(method)) throw refused("bad_method");
    if (!hosts.consented.includes(target.host)) {
      throw new AppError("consent_required", { details: { host: target.host } });
    }
    await consumeLimit("egress", slot);
    holdsSlot = takeSlot(slot);
    const outcome = await fetchOutside({
      method,
      url: target.url.href,
      headers: request.headers,
      body: method === "GET" || method === "HEAD" ? null : body,
      allowedHosts: hosts.consented,
    });
    if (!outcome.ok) throw failed(outcome.error);
    await finishCall(callId, {
      decision: "allowed",
      status: outcome.status,
      bytesDown: outcome.body.byteLength,
    });
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
    await finishCall(callId, { decision: reason, status: null, bytesDown: 0 }).catch(() => undefined);
    throw error;
  } finally {
    if (holdsSlot) releaseSlot(slot);
  }
}

async function allowedHosts(run: RunClaims): Promise<{ manifest: string[]; consented: string[] }> {
  const app = await findAppNetwork(run.appId);
  if (!app || (!app.isPublic && app.ownerId !== run.userId)) throw new AppError("unknown_app");
  const manifest = manifestHosts(app.manifest);
  const allowed = await listAllowedHosts(run.userId, run.appId);
  // A new version may drop a host: what was allowed once counts only while the manifest still names it.
  return { manifest, consented: manifest.filter((host) => allowed.includes(host)) };
}

function hostForLedger(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.slice(0, 253) : "";
}

function refused(reason: EgressRefusal): AppError {
  return new AppError("egress_refused", { message: REFUSALS[reason], details: { reason } });
}

function failed(reason: EgressFetchError): AppError {
  if (reason in REFUSALS) return refused(reason as EgressRefusal);
  if (reason === "private_address") {
    return new AppError("egress_refused", {
      message: "The host has no public address.",
      details: { reason },
    });
  }
  if (reason === "too_large") {
    return new AppError("egress_refused", {
      message: "The answer is larger than 5 MB.",
      details: { reason },
    });
  }
  return new AppError("egress_failed", {
    title: "Egress signature/route error",
    message: reason === "timeout" ? "egress timeout" : undefined,
    details: { reason },
  });
}

function takeSlot(key: string): true {
  const taken = inFlight.get(key) ?? 0;
  if (taken >= EGRESS_CONCURRENT) throw new AppError("rate_limited", { retryAfter: 1 });
  inFlight.set(key, taken + 1);
  return true;
}

function releaseSlot(key: string): void {
  const left = (inFlight.get(key) ?? 1) - 1;
  if (left > 0) inFlight.set(key, left);
  else inFlight.delete(key);
}

function encodeBody(bytes: Uint8Array): { body: string; bodyEncoding: "text" | "base64" } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { body: text, bodyEncoding: "text" };
  } catch {
    return { body: Buffer.from(bytes).toString("base64"), bodyEncoding: "base64" };
  }
}

/** The hosts that a person allows an app to reach. */
export async function listAllowedHosts(viewerId: string, appId: string): Promise<string[]> {
  return (await findConsent({ userId: viewerId, appId }))?.hosts ?? [];
}

/**
 * Allows an app to reach `hosts`, or takes everything back with an empty list.
 * @throws AppError unknown_app; egress_refused for a host that the app's manifest does not name
 */
export async function setAllowedHosts(viewerId: string, appId: string, hosts: string[]): Promise<void> {
  if (hosts.length > 0) {
    const app = await findAppNetwork(appId);
    if (!app || (!app.isPublic && app.ownerId !== viewerId)) throw new AppError("unknown_app");
    const named = manifestHosts(app.manifest);
    if (!hosts.every((host) => named.includes(normaliseHost(host) ?? ""))) throw refused("host_not_allowed");
  }
  const names = [...new Set(hosts.map((host) => normaliseHost(host)!))];
  await saveConsent({ userId: viewerId, appId, hosts: names });
}

/** A page of what an app reached for a person, newest first. */
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
