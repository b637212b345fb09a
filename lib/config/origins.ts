/**
 * The instance's origins. APP_URL is the public one. A loopback origin has a twin: the shell on localhost frames apps from
 * 127.0.0.1 and vice versa, two sites on one server.
 */
const TWINS: Record<string, string> = { localhost: "127.0.0.1", "127.0.0.1": "localhost" };

/** The same server under its other loopback name, or null for a public origin. */
export function loopbackTwin(origin: string): string | null {
  const url = new URL(origin);
  const twin = TWINS[url.hostname];
  if (!twin) return null;
  url.hostname = twin;
  return url.origin;
}

/** All origins that serve the shell. */
export function shellOrigins(appUrl: string): string[] {
  const origin = new URL(appUrl).origin;
  const twin = loopbackTwin(origin);
  return twin ? [origin, twin] : [origin];
}

/** The shell origin that matches the Host header, else the configured one. The header itself is never used. */
export function shellOriginOf(host: string | null, appUrl: string): string {
  return shellOrigins(appUrl).find((origin) => new URL(origin).host === host) ?? new URL(appUrl).origin;
}

/** The origin of app frames for the shell at `shellOrigin`. */
export function sandboxOriginFor({
  shellOrigin,
  configured,
}: {
  shellOrigin: string;
  configured: string | undefined;
}): string {
  if (configured) return new URL(configured).origin;
  return loopbackTwin(shellOrigin) ?? shellOrigin;
}

/** The origin of the configured egress proxy. */
export const egressOriginOf = (configured: string | undefined): string | null =>
  configured ? new URL(configured).origin : null;

/**
 * The origins of the shell and of the frame for a run document requested at `host`; null if the host is not ours. On
 * loopback any port is accepted, because a container may map it and only this machine can reach it.
 */
export function frameOriginsOf({
  host,
  appUrl,
  configured,
}: {
  host: string | null;
  appUrl: string;
  configured: string | undefined;
}): { shell: string; self: string } | null {
  if (!host || !/^[a-z0-9.:[\]-]{1,255}$/i.test(host)) return null;
  const app = new URL(appUrl);
  const self = `${app.protocol}//${host.toLowerCase()}`;
  if (configured) {
    const own = new URL(configured);
    return own.host === host.toLowerCase() ? { shell: app.origin, self: own.origin } : null;
  }
  if (!loopbackTwin(app.origin))
    return app.host === host.toLowerCase() ? { shell: app.origin, self: app.origin } : null;
  const shell = URL.canParse(self) ? loopbackTwin(self) : null;
  return shell ? { shell, self: new URL(self).origin } : null;
}
