export type HostPort = { host: string; port: number };

/** `a:1, b, [::1]:2`; null if an entry is no host with an optional port. */
export function parseHostPorts(text: string, defaultPort: number): HostPort[] | null {
  const parsed = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => parseHostPort(entry, defaultPort));
  return parsed.includes(null) ? null : (parsed as HostPort[]);
}

function parseHostPort(text: string, defaultPort: number): HostPort | null {
  const [, ipv6, name, digits] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = digits === undefined ? defaultPort : Number(digits);
  return host && port > 0 && port < 65_536 ? { host, port } : null;
}
