import "server-only";
import { serverEnv } from "@/lib/config/env.server";
import { sandboxOriginFor, shellOriginOf } from "@/lib/config/origins";
import { hasHumanCheck } from "@/lib/auth/routes";
import { usesSecureCookies } from "@/lib/auth/session-cookie.server";
import { isHumanCheckOn } from "@/lib/auth/turnstile.server";

const HUMAN_CHECK_HOST = " https://challenges.cloudflare.com";

/** The worker that builds TypeScript in the playground: it loads the files beside it, and nothing else. */
const COMPILER = "/compiler/worker.js";
const COMPILER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

type Page = {
  /** Base64, new for each response. */
  nonce: string;
  pathname: string;
  /** The Host header; only compared with the configured origins. */
  host: string | null;
};

/** The security headers of a page that depend on the request; the constant ones are in next.config.ts. */
export function pageHeaders(page: Page): Record<string, string> {
  return {
    "content-security-policy": page.pathname === COMPILER ? COMPILER_POLICY : contentSecurityPolicy(page),
    ...(usesSecureCookies() && { "strict-transport-security": "max-age=63072000; includeSubDomains" }),
  };
}

/** Where public files are beside this origin: on a store that others use too, only this bucket is allowed. */
function publicFilesSource(): string {
  const { S3_BUCKET, S3_CDN_URL, S3_PRESIGNED_ENDPOINT } = serverEnv();
  const base =
    S3_CDN_URL || (S3_PRESIGNED_ENDPOINT && `${S3_PRESIGNED_ENDPOINT.replace(/\/$/, "")}/${S3_BUCKET}`);
  return base ? ` ${base.replace(/\/$/, "")}/media/` : "";
}

function contentSecurityPolicy({ nonce, pathname, host }: Page): string {
  const { APP_URL, SANDBOX_ORIGIN } = serverEnv();
  const files = publicFilesSource();
  const isDevelopment = process.env.NODE_ENV === "development";
  const shellOrigin = shellOriginOf(host, APP_URL);
  const sandbox = sandboxOriginFor({ shellOrigin, configured: SANDBOX_ORIGIN });
  const widget = hasHumanCheck(pathname) && isHumanCheckOn() ? HUMAN_CHECK_HOST : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${widget}${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // React and Radix set style attributes; styles cannot execute code.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data:${files}`,
    "font-src 'self'",
    `media-src 'self' blob:${files}`,
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
