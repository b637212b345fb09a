import { type NextRequest, NextResponse } from "next/server";
import { sandboxOriginFor, shellOriginOf } from "@/lib/config/origins";
import { Recent } from "@/lib/domain/recent";
import {
  AFTER_LOGIN_COOKIE,
  hasHumanCheck,
  isPublicPath,
  isRememberable,
  legacyRedirect,
} from "@/lib/domain/routes";

/**
 * Redirects (specification, section 2, Auth routing) and the headers of every page. It decides nothing about rights:
 * it looks at the session cookie without asking the database, and services authorise.
 */
export const config = {
  // Everything but the API, the run document (it has policies of its own) and Next's assets.
  matcher: ["/((?!api/|sandbox/run$|_next/).*)"],
};

/** Files are for everybody; an address that only looks like one is a page, and gets a page's headers. */
const FILE = /\.(?:png|svg|ico|webp|jpg|txt|json|js|css|map|woff2|webmanifest|md|ts)$/;

const APP_URL = process.env.APP_URL ?? "http://localhost:3000";
const IS_DEVELOPMENT = process.env.NODE_ENV === "development";
/** The host of the human-verification widget, where forms show one. */
const HUMAN_CHECK_HOST =
  process.env.TURNSTILE_SITE_KEY &&
  process.env.TURNSTILE_SECRET_KEY &&
  !["1", "true"].includes(process.env.TURNSTILE_DISABLED ?? "")
    ? " https://challenges.cloudflare.com"
    : "";
const SECURE = APP_URL.startsWith("https:");
const SESSION_COOKIE = `${SECURE ? "__Secure-" : ""}next-auth.session-token`;

type SignedIn = { onboarded: boolean };

// Cookies opened lately: what stands in one never changes, and opening it costs more than all else done here.
const opened = new Recent<{ signedIn: SignedIn; expiresAt: number }>(2_000);

async function signedIn(request: NextRequest): Promise<SignedIn | null> {
  const value = request.cookies.get(SESSION_COOKIE)?.value;
  const known = value && opened.get(value);
  if (known && known.expiresAt > Date.now()) return known.signedIn;
  const { getToken } = await import("next-auth/jwt");
  const token = await getToken({
    req: request,
    secret: process.env.NEXTAUTH_SECRET,
    secureCookie: SECURE,
  }).catch(() => null);
  if (!token?.sub || token.ended === true) return null;
  const found = { onboarded: token.onboarded === true };
  if (value && typeof token.exp === "number")
    opened.set(value, { signedIn: found, expiresAt: token.exp * 1_000 });
  return found;
}

function contentSecurityPolicy(nonce: string, request: NextRequest): string {
  const shellOrigin = shellOriginOf(request.headers.get("host"), APP_URL);
  const sandbox = sandboxOriginFor({ shellOrigin, configured: process.env.SANDBOX_ORIGIN || undefined });
  const widget = hasHumanCheck(request.nextUrl.pathname) ? HUMAN_CHECK_HOST : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${widget}${IS_DEVELOPMENT ? " 'unsafe-eval'" : ""}`,
    // Styles by attribute are what React and Radix write; a style cannot run.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self'${IS_DEVELOPMENT ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    `frame-src ${sandbox}/sandbox/run${widget}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(SECURE ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

function withHeaders(response: NextResponse, policy: string): NextResponse {
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("referrer-policy", "strict-origin-when-cross-origin");
  response.headers.set("x-frame-options", "DENY");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  response.headers.set("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
  if (SECURE) response.headers.set("strict-transport-security", "max-age=63072000; includeSubDomains");
  return response;
}

export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy(nonce, request);
  const origin = shellOriginOf(request.headers.get("host"), APP_URL);
  const redirectTo = (path: string) => withHeaders(NextResponse.redirect(new URL(path, origin)), policy);

  const moved = legacyRedirect(pathname);
  if (moved) return redirectTo(moved + search);

  const session = await signedIn(request);
  const isPublic = isPublicPath(pathname) || FILE.test(pathname);
  if (!session && !isPublic) {
    const response = redirectTo("/login");
    // A page that was only fetched ahead is not one that somebody wanted to see.
    if (isRememberable(pathname) && !request.headers.has("x-gum-prefetch")) {
      response.cookies.set(AFTER_LOGIN_COOKIE, pathname + search, {
        path: "/",
        sameSite: "lax",
        secure: SECURE,
        maxAge: 60 * 60,
      });
    }
    return response;
  }
  const isAuthScreen = pathname === "/login" || pathname === "/signup";
  if (session && !session.onboarded && (isAuthScreen || !isPublic) && pathname !== "/onboarding") {
    return redirectTo("/onboarding");
  }
  if (session?.onboarded && isAuthScreen) {
    const remembered = request.cookies.get(AFTER_LOGIN_COOKIE)?.value;
    const response = redirectTo(remembered && isRememberable(remembered) ? remembered : "/timeline");
    response.cookies.delete(AFTER_LOGIN_COOKIE);
    return response;
  }

  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("x-gum-path", pathname + search);
  headers.set("content-security-policy", policy);
  return withHeaders(NextResponse.next({ request: { headers } }), policy);
}
