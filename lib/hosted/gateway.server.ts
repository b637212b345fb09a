import "server-only";
import { z } from "zod";
import { readAccessToken } from "@/lib/auth/access-token.server";
import { hashFor } from "@/lib/auth/secret-service";
import { findViewer, type Viewer } from "@/lib/auth/viewer.server";
import { serverEnv } from "@/lib/config/env.server";
import type { Gateway } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";
import { isRestrictedSession } from "./restricted-session.server";

/**
 * The hosted interface: the wire format of hosted backends, so that their clients work unchanged with an instance. It
 * has no rules of its own: each call ends in the service that our own routes use.
 *
 * Trust model. Outside: any program and any web page. The public key only identifies the instance: it is not secret,
 * and on its own it grants what guests may do. Requests are authenticated by a bearer token only, never by a cookie, so
 * CORS can allow every origin: a page gains nothing by making a browser send requests.
 */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers":
    "accept, accept-profile, apikey, authorization, cache-control, content-profile, content-type, prefer, range, " +
    "range-unit, tus-resumable, upload-length, upload-metadata, upload-offset, x-client-info, x-metadata, x-region, x-retry-count, x-supabase-api-version, x-upsert",
  "access-control-expose-headers":
    "content-range, preference-applied, retry-after, x-request-id, x-supabase-api-version",
  "access-control-max-age": "7200",
};

/** Below the instance's own URL; clients append `/auth/v1` and so on. */
const HOSTED_PATH = "/api/hosted";

/** Identifies this instance to its clients; not a secret. */
function publicKey(): string {
  return `gum_public_${hashFor("public-key", "anon")}`;
}

export const instanceResponse = z.object({ hosted: z.object({ url: z.string(), publicKey: z.string() }) });

export function getInstance(): z.input<typeof instanceResponse> {
  return { hosted: { url: `${serverEnv().APP_URL}${HOSTED_PATH}`, publicKey: publicKey() } };
}

/** The bearer token of a request; null for a guest, who sends the public key instead or nothing. */
export function bearerOf(request: Request): string | null {
  const authorization = request.headers.get("authorization");
  if (!authorization) return null;
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  if (!bearer) throw new AppError("invalid_token");
  return bearer === publicKey() ? null : bearer;
}

function requirePublicKey(request: Request): void {
  if (request.headers.get("apikey") !== publicKey())
    throw new AppError("unauthenticated", {
      message: "Invalid API key. GET /api/instance names the public key of this instance.",
      details: { hosted: "no_authorization" },
    });
}

/** The owner of the bearer token. Never falls back to a guest. @throws AppError invalid_token if it is invalid */
async function findBearer(request: Request): Promise<Viewer | null> {
  const bearer = bearerOf(request);
  if (bearer === null) return null;
  const viewer = await findViewer(request);
  if (viewer) return viewer;
  if (await isRestrictedSession(bearer)) return null;
  const hasEnded = (await readAccessToken(bearer)) !== null;
  throw new AppError("invalid_token", { details: { hosted: hasEnded ? "session_not_found" : "bad_jwt" } });
}

export function hostedGateway(problem: Gateway["problem"], headers: Record<string, string> = {}): Gateway {
  return { enter: requirePublicKey, findViewer: findBearer, problem, headers: { ...CORS, ...headers } };
}

/** For what a browser opens as a page, which cannot send the key. */
export function openGateway(gateway: Gateway): Gateway {
  return { ...gateway, enter: () => undefined };
}

/** The CORS headers that let pages of other origins read a response. */
export const CORS_HEADERS: Readonly<Record<string, string>> = CORS;
