import "server-only";
import { randomUUID } from "node:crypto";
import NextAuth from "next-auth";
import { NextRequest } from "next/server";
import { serverEnv } from "@/lib/config/env.server";
import { AppError } from "@/lib/shared/errors";
import { nextAuthOptions } from "./next-auth-options.server";
import { logger } from "@/lib/infra/logger";
import { contentType, readBytes } from "@/lib/http/body";
import { clientAddress } from "@/lib/http/client-address";
import { refuseCrossSite } from "@/lib/http/origin-check";
import { problemResponse, toAppError } from "@/lib/http/problem";

/**
 * The door to next-auth's own endpoints.
 *
 * Trust model. Outside: whoever sends a request. next-auth takes a body of any size and kind, answers 500 where it
 * cannot read it, and has an endpoint by which a browser writes into the server's log. Here only the form it needs
 * gets through, as a small flat set of texts, and only to what the product uses.
 */
export type NextAuthContext = { params: Promise<{ nextauth: string[] }> };

const ACTIONS = new Set(["session", "csrf", "providers", "signin", "callback", "signout", "error"]);
const FORM_MAX_BYTES = 16 * 1024;
const FORM_TYPE = "application/x-www-form-urlencoded";

/** The form of a request. @throws AppError unsupported_media_type, payload_too_large, validation_error */
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

/** Answers a request to next-auth. Never throws. */
export async function handleNextAuth(request: NextRequest, context: NextAuthContext): Promise<Response> {
  const requestId = randomUUID();
  try {
    const action = (await context.params).nextauth[0];
    if (!action || !ACTIONS.has(action)) throw new AppError("not_found");
    if (request.method === "GET") return await answer(request, context);
    refuseCrossSite(request);
    const headers = new Headers(request.headers);
    headers.set("content-type", FORM_TYPE);
    headers.delete("content-length");
    const body = (await readForm(request)).toString();
    return await answer(new NextRequest(request.url, { method: "POST", headers, body }), context);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500)
      logger().error({ requestId, errorCode: error.code, err: error.cause ?? error }, "request failed");
    return problemResponse(error, requestId);
  }
}

function answer(request: NextRequest, context: NextAuthContext): Promise<Response> {
  // next-auth asks only its own variable, which decides its links and whether its cookies are for https.
  process.env.NEXTAUTH_URL = serverEnv().APP_URL;
  const options = nextAuthOptions({ address: clientAddress(request.headers) });
  return NextAuth(request, context, options) as Promise<Response>;
}
