/**
 * Which origins are ours. The product has one public address (APP_URL); on a loopback address its twin counts too:
 * the shell on localhost frames apps from 127.0.0.1 and the other way round, two sites on one server.
 */
const TWINS: Record<string, string> = { localhost: "127.0.0.1", "127.0.0.1": "localhost" };

/** The same server under its other loopback name, or null where the origin is not a loopback one. */
export function loopbackTwin(origin: string): string | null {
  const url = new URL(origin);
  const twin = TWINS[url.hostname];
  if (!twin) return null;
  url.hostname = twin;
  return url.origin;
}

/** Every origin on which the shell may be visited. */
export function shellOrigins(appUrl: string): string[] {
  const origin = new URL(appUrl).origin;
  const twin = loopbackTwin(origin);
  return twin ? [origin, twin] : [origin];
}

/**
 * The origin under which a request reached the shell, if it is one of ours; else the configured one. The Host header
 * is only ever compared with what is configured, never used.
 */
export function shellOriginOf(host: string | null, appUrl: string): string {
  return shellOrigins(appUrl).find((origin) => new URL(origin).host === host) ?? new URL(appUrl).origin;
}

/** The origin of app frames for a shell visited at `shellOrigin`. */
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

/**
 * Who may hold a frame that was asked for under `host`, and where that frame is; null where the host is not one of ours.
 * On the machine's own loopback names any port is taken as it comes (a container may map it): only this machine reaches those.
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
