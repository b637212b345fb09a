import { serverEnv } from "@/lib/config/env.server";
import { egressOriginOf, frameOriginsOf } from "@/lib/config/origins";
import { runDocument } from "@/lib/sandbox/frame/document";

export const dynamic = "force-dynamic";

/** The document that apps run in. It uses no cookies and is the same for every viewer. */
export function GET(request: Request): Response {
  const env = serverEnv();
  const origins = frameOriginsOf({
    host: request.headers.get("host"),
    appUrl: env.APP_URL,
    configured: env.SANDBOX_ORIGIN,
  });
  if (!origins) {
    return refuse(
      421,
      "This address is not one of this instance's own. Whoever hosts it can set APP_URL and SANDBOX_ORIGIN.",
    );
  }
  const document = runDocument({
    params: new URL(request.url).searchParams,
    ...origins,
    egressOrigin: egressOriginOf(env.EGRESS_ORIGIN),
  });
  if (!document) return refuse(400, "This is not an address of a run.");
  const headers = new Headers();
  for (const [name, value] of document.headers) headers.append(name, value);
  return new Response(document.html, { headers });
}

function refuse(status: number, sentence: string): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "connection-allowlist": "()",
    },
  });
}
