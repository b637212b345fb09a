/**
 * What every request for a page or a file passes before Next sees it: redirects (specification, section 2, Auth routing)
 * and the headers of its answer. bin/launcher/http-server.mjs asks it, and serves nothing without it.
 *
 * It stands in front of Next and is not its middleware, because with one Next handles each request twice: measured side by
 * side, an empty one took a /timeline from 18.0 to 19.8 ms of processor time (medians; lower quartiles 17.8 and 18.3).
 *
 * Trust model. Outside: whoever sends the request; path, cookies and headers are theirs. The gate decides nothing about
 * rights: it opens the session cookie without asking the database, and services authorise. The nonce is made here for one
 * answer; `x-nonce`, `x-gum-path` and the policy that the page reads are written over whatever came under these names.
 */
import "server-only";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { serverEnv } from "@/lib/config/env.server";
import { sandboxOriginFor, shellOriginOf } from "@/lib/config/origins";
import {
  AFTER_LOGIN_COOKIE,
  hasHumanCheck,
  isPublicPath,
  isRememberable,
  legacyRedirect,
} from "@/lib/domain/routes";
import { readSessionCookie, sessionCookieName, usesSecureCookies } from "@/lib/server/auth/session-cookie";
import { isHumanCheckOn } from "@/lib/server/clients/turnstile";
import { logger } from "@/lib/server/logging/logger";

/** The API and Next's assets have no page's headers; the run document has policies of its own. */
const NOT_A_PAGE = /^\/(?:api\/|_next\/|sandbox\/run$)/;
/** Files are for everybody; an address that only looks like one is a page, and gets a page's headers. */
const FILE = /\.(?:png|svg|ico|webp|jpg|txt|json|js|css|map|woff2|webmanifest|md|ts)$/;
const HUMAN_CHECK_HOST = " https://challenges.cloudflare.com";
const REMEMBERED_SECONDS = 60 * 60;

/**
 * Sets the headers of the answer and what the page is to know about its request.
 * @returns true where it has answered already, with a redirect
 */
export async function passPageGate(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { pathname, search } = addressOf(request);
  if (NOT_A_PAGE.test(pathname)) return false;
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, pathname, request.headers.host);
  setHeaders(response, policy);
  if (!FILE.test(pathname)) nameRequest(request, response, pathname);

  const redirectTo = (path: string) => {
    // Without a host: the browser keeps the one under which it came, behind a proxy as well.
    response.writeHead(307, { location: path }).end();
    return true;
  };
  const moved = legacyRedirect(pathname);
  if (moved) return redirectTo(moved + search);

  const session = await readSessionCookie(cookieOf(request, sessionCookieName()));
  const isPublic = isPublicPath(pathname) || FILE.test(pathname);
  if (!session && !isPublic) {
    // A page that was only fetched ahead is not one that somebody wanted to see.
    if (isRememberable(pathname) && !request.headers["x-gum-prefetch"])
      response.setHeader("set-cookie", rememberedCookie(pathname + search, REMEMBERED_SECONDS));
    return redirectTo("/login");
  }
  const isAuthScreen = pathname === "/login" || pathname === "/signup";
  if (session && !session.onboarded && (isAuthScreen || !isPublic) && pathname !== "/onboarding")
    return redirectTo("/onboarding");
  if (session?.onboarded && isAuthScreen) {
    const remembered = cookieOf(request, AFTER_LOGIN_COOKIE);
    response.setHeader("set-cookie", rememberedCookie("", 0));
    return redirectTo(remembered && isRememberable(remembered) ? remembered : "/timeline");
  }

  request.headers["x-nonce"] = nonce;
  request.headers["x-gum-path"] = pathname + search;
  request.headers["content-security-policy"] = policy;
  return false;
}

/** The page can tell its request's id (components/shell/page-request.ts), and the log has the request under it. */
function nameRequest(request: IncomingMessage, response: ServerResponse, path: string): void {
  const requestId = request.headers["x-gum-request-id"];
  if (typeof requestId !== "string") return;
  response.setHeader("x-request-id", requestId);
  response.setHeader("server-timing", `request;desc="${requestId}"`);
  const started = performance.now();
  response.once("close", () =>
    logger().info(
      {
        requestId,
        method: request.method,
        path,
        status: response.statusCode,
        ms: Math.round(performance.now() - started),
      },
      "request",
    ),
  );
}

/** What is asked for, as a browser would write it: encoded, without dots. */
function addressOf({ url = "/" }: IncomingMessage): { pathname: string; search: string } {
  const whole = url.startsWith("/") ? `http://gum.invalid${url}` : url;
  // What is no address at all is left to Next to refuse.
  return URL.canParse(whole) ? new URL(whole) : { pathname: "/", search: "" };
}

function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const found = (request.headers.cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`));
  try {
    return found && decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

function rememberedCookie(path: string, seconds: number): string {
  const secure = usesSecureCookies() ? "; Secure" : "";
  return `${AFTER_LOGIN_COOKIE}=${encodeURIComponent(path)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

function contentSecurityPolicy(nonce: string, pathname: string, host: string | undefined): string {
  const { APP_URL, SANDBOX_ORIGIN } = serverEnv();
  const isDevelopment = process.env.NODE_ENV === "development";
  const shellOrigin = shellOriginOf(host ?? null, APP_URL);
  const sandbox = sandboxOriginFor({ shellOrigin, configured: SANDBOX_ORIGIN });
  const widget = hasHumanCheck(pathname) && isHumanCheckOn() ? HUMAN_CHECK_HOST : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${widget}${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Styles by attribute are what React and Radix write; a style cannot run.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    `frame-src ${sandbox}/sandbox/run${widget}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(usesSecureCookies() ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

function setHeaders(response: ServerResponse, policy: string): void {
  response.setHeader("content-security-policy", policy);
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "strict-origin-when-cross-origin");
  response.setHeader("x-frame-options", "DENY");
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
  if (usesSecureCookies())
    response.setHeader("strict-transport-security", "max-age=63072000; includeSubDomains");
}
