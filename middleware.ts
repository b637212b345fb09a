/**
 * Redirects and headers of pages and of files in public/. The API gets its headers from next.config.ts and route(); app
 * frames have their own policy.
 *
 * Trust model. Outside: anyone who sends a request; they control path, cookies and headers. Nothing is authorised here:
 * the session cookie is decrypted without a database lookup, and services authorise. The headers that the page reads
 * (`x-nonce`, `x-request-id`, `x-path`, the policy) overwrite whatever the client sent.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { AFTER_LOGIN_COOKIE, isFile, pageRedirect, worksWithoutDatabase } from "@/lib/auth/routes";
import { readSessionCookie, rememberedPathCookie, sessionCookieName } from "@/lib/auth/session-cookie.server";
import { serverEnv } from "@/lib/config/env.server";
import { isForeignHost } from "@/lib/http/host-check";
import { pageHeaders } from "@/lib/http/page-headers";
import { unavailablePage } from "@/lib/http/unavailable-page";
import { instanceSettings } from "@/lib/instance/settings.server";
import { isDatabaseUp } from "@/lib/infra/database-up";

export const config = {
  runtime: "nodejs",
  matcher: [
    {
      // Without the API: Next would buffer uploads and truncate them at 10 MB. What reads metrics is no visitor.
      source: "/((?!api/|_next/|sandbox/run$|metrics$).*)",
      // Prefetches must not set cookies, and middleware does not see this header. Document requests never have it; pages
      // authorise by themselves, and those that guests see and foreign hosts must not check the host.
      missing: [{ type: "header", key: "next-router-prefetch" }],
    },
    // Next proxies the upgrade of a rewritten request, and cannot answer one itself.
    { source: "/api/hosted/realtime/v1/websocket" },
    { source: "/api/hosted/realtime/v1/api/broadcast/:path*" },
  ],
};

const REALTIME_PATH = "/api/hosted/realtime/v1";
/** What the process of bin/realtime.mjs answers, below that. */
const REALTIME_CALL = /^\/(?:websocket|api\/broadcast(?:\/.*)?)$/;

export async function middleware(request: NextRequest): Promise<Response> {
  if (isForeignHost(request.headers.get("host")))
    return new NextResponse(`This server does not have that name. Open ${serverEnv().APP_URL}\n`, {
      status: 421,
    });
  const { pathname, search } = request.nextUrl;
  if (pathname.startsWith(`${REALTIME_PATH}/`))
    return toRealtime(pathname.slice(REALTIME_PATH.length), search);
  const nonce = randomBytes(16).toString("base64");
  const headers = pageHeaders({ nonce, pathname, host: request.headers.get("host") });
  const session = await readSessionCookie(request.cookies.get(sessionCookieName())?.value);

  const visitor = !session ? "guest" : session.onboarded ? "member" : "newcomer";

  const redirect = pageRedirect({
    pathname,
    search,
    visitor,
    remembered: request.cookies.get(AFTER_LOGIN_COOKIE)?.value,
    hasPublicFace: visitor !== "member" && (await instanceSettings()).publicProfiles,
  });
  if (redirect) {
    const response = NextResponse.redirect(new URL(redirect.to, request.url), { headers });
    const isPrefetched = request.headers.has("sec-purpose") || request.headers.has("purpose");
    if (redirect.remember !== undefined && !isPrefetched)
      response.headers.append("set-cookie", rememberedPathCookie(redirect.remember));
    return response;
  }
  if (isFile(pathname)) return NextResponse.next({ headers });

  if (!worksWithoutDatabase(pathname, visitor) && !(await isDatabaseUp()))
    return unavailablePage(request, headers);

  const requestId = randomUUID();
  const requestHeaders = new Headers(request.headers);
  requestHeaders.set("x-nonce", nonce);
  requestHeaders.set("x-request-id", requestId);
  requestHeaders.set("x-path", pathname + search);
  requestHeaders.set("content-security-policy", headers["content-security-policy"]!);
  return NextResponse.next({
    request: { headers: requestHeaders },
    // Error screens show the id of the request (components/shell/use-error-report.ts).
    headers: { ...headers, "x-request-id": requestId, "server-timing": `request;desc="${requestId}"` },
  });
}

/** To the process of bin/realtime.mjs, if there is one. */
function toRealtime(path: string, search: string): Response {
  const { REALTIME_URL } = serverEnv();
  if (!REALTIME_URL || !REALTIME_CALL.test(path)) return NextResponse.next();
  // Not resolved against it: a path may look like an address.
  const url = new URL(REALTIME_URL);
  url.pathname = path;
  url.search = search;
  return NextResponse.rewrite(url);
}
