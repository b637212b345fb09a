import "server-only";
import { isIP } from "node:net";
import { serverEnv } from "@/lib/config/env.server";
import { shellOrigins } from "@/lib/config/origins";
import { AppError } from "@/lib/shared/errors";

/**
 * Trust model. Untrusted: a web page whose DNS name is made to resolve to this server after it has loaded
 * (DNS rebinding). The browser then takes our responses for that page's own; only the Host header differs.
 * Names that nobody outside can register pass: addresses, names without a dot, and *.localhost. With
 * TRUST_PROXY the proxy chooses the header, and clients reach only the proxy.
 */
export function isForeignHost(host: string | null): boolean {
  const { APP_URL, SANDBOX_ORIGIN, TRUST_PROXY } = serverEnv();
  if (!host || TRUST_PROXY > 0) return false;
  if (!URL.canParse(`http://${host}`)) return true;
  const hostname = new URL(`http://${host}`).hostname.replace(/\.$/, "");
  if (!hostname.includes(".") || hostname.endsWith(".localhost")) return false;
  if (isIP(hostname.replace(/^\[|\]$/g, ""))) return false;
  const own = [...shellOrigins(APP_URL), ...(SANDBOX_ORIGIN ? [SANDBOX_ORIGIN] : [])];
  return !own.some((origin) => new URL(origin).hostname === hostname);
}

/** @throws AppError unknown_host */
export function refuseForeignHost(request: Request): void {
  if (isForeignHost(request.headers.get("host"))) throw new AppError("unknown_host");
}
