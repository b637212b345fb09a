import "server-only";
import { randomUUID } from "node:crypto";
import NextAuth from "next-auth";
import { NextRequest } from "next/server";
import { serverEnv } from "@/lib/config/env.server";
import { AppError } from "@/lib/shared/errors";
import { nextAuthOptions } from "./next-auth-options.server";
import { providerFor } from "./provider-config.server";
import { finishProviderSignIn, redirectFormPost } from "./provider-sign-in.server";
import { logger } from "@/lib/infra/logger";
import { contentType, readBytes } from "@/lib/http/body";
import { clientAddress } from "@/lib/http/client-address";
import { refuseForeignHost } from "@/lib/http/host-check";
import { refuseCrossSite } from "@/lib/http/origin-check";
import { problemResponse, toAppError } from "@/lib/http/problem";

/**
 * Guards next-auth's endpoints.
 *
 * Trust model. Untrusted: anyone who sends a request. next-auth accepts bodies of any size and type, fails
 * with a 500 on malformed ones, and has an endpoint that lets a browser write to the server's log. So only
 * the actions that the product uses are reachable, with a small, flat form.
 */
type NextAuthContext = { params: Promise<{ nextauth: string[] }> };

const ACTIONS = new Set(["session", "csrf", "providers", "signin", "callback", "signout", "error"]);
const FORM_MAX_BYTES = 16 * 1024;
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Parses the form. @throws AppError unsupported_media_type, payload_too_large, validation_error */
async function readForm(request: Request): Promise<URLSearchParams> {
  const type = contentType(request);
  const bytes = await readBytes(request, FORM_MAX_BYTES);
  if (bytes.byteLength === 0) return new URLSearchParams();
  if (type !== FORM_TYPE) throw new AppError("unsupported_media_type");
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  const keys = [...form.keys()];
  const isFlat = new Set(keys).size === keys.length && !keys.includes("__proto__");
  if (!isFlat || [...form.values()].some((value) => value.includes("\0")))
    throw new AppError("validation_error");
  return form;
}

/** Handles a request to next-auth. Never throws. */
export async function handleNextAuth(request: NextRequest, context: NextAuthContext): Promise<Response> {
  const requestId = randomUUID();
  try {
    refuseForeignHost(request);
    const [action, id] = (await context.params).nextauth;
    if (!action || !ACTIONS.has(action)) throw new AppError("not_found");
    const provider = await providerFor(id);
    if (provider) {
      // OAuth flows start at /api/v2/auth/providers instead.
      if (action !== "callback") throw new AppError("not_found");
      if (request.method === "GET") return await finishProviderSignIn(request, context, provider);
      if (provider.id === "apple") return redirectFormPost(request, await readForm(request));
      throw new AppError("method_not_allowed");
    }
    if (request.method === "GET") return await callNextAuth(request, context);
    refuseCrossSite(request);
    const headers = new Headers(request.headers);
    headers.set("content-type", FORM_TYPE);
    headers.delete("content-length");
    const body = (await readForm(request)).toString();
    return await callNextAuth(new NextRequest(request.url, { method: "POST", headers, body }), context);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500)
      logger().error({ requestId, errorCode: error.code, err: error.cause ?? error }, "request failed");
    return problemResponse(error, requestId);
  }
}

function callNextAuth(request: NextRequest, context: NextAuthContext): Promise<Response> {
  // next-auth reads only this variable, for its links and for secure cookies.
  process.env.NEXTAUTH_URL = serverEnv().APP_URL;
  const options = nextAuthOptions({ address: clientAddress(request.headers) });
  return NextAuth(request, context, options) as Promise<Response>;
}
