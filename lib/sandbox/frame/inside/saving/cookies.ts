/** document.cookie backed by a map: persistent cookies are saved with the app's data, the others last as long as sessionStorage. */
import { countUsage, recountUsage, save } from "@/lib/sandbox/frame/inside/saving/queue";
import { defineAccessor } from "@/lib/sandbox/frame/inside/realm";
import type { AreaPairs } from "@/lib/sandbox/protocol/storage";

/** Session cookies are saved in sessionStorage, under keys that no script would choose. */
export const SESSION_COOKIE = "\u0000cookie:";

interface Cookie {
  value: string;
  /** Milliseconds since 1970; null for a session cookie. 0 is a valid time, often used to delete a cookie. */
  expires: number | null;
}

const jar = new Map<string, Cookie>();

export function loadCookies(persistent: AreaPairs, session: AreaPairs): void {
  for (const [name, text] of persistent) {
    const cookie = readSaved(text);
    recountUsage("cookies", name, undefined, text);
    if (cookie) jar.set(name, cookie);
  }
  for (const [name, value] of session) jar.set(name.slice(SESSION_COOKIE.length), { value, expires: null });
}

/** Takes up what another tab changed. */
export function shareCookie(name: string | null, text: string | null): void {
  for (const key of name === null ? [...jar.keys()] : [name]) {
    const before = jar.get(key);
    const wasPersistent = before && before.expires !== null;
    if (name === null && !wasPersistent) continue;
    recountUsage("cookies", key, wasPersistent ? JSON.stringify(before) : undefined, text);
    const cookie = text === null ? null : readSaved(text);
    if (cookie) jar.set(key, cookie);
    else jar.delete(key);
  }
}

export function installCookies(): void {
  defineAccessor(
    Document.prototype,
    "cookie",
    () => {
      const now = Date.now();
      return [...jar]
        .filter(([, cookie]) => cookie.expires === null || cookie.expires > now)
        .map(([name, cookie]) => (name ? `${name}=${cookie.value}` : cookie.value))
        .join("; ");
    },
    (text: unknown) => {
      const parsed = parseCookie(String(text));
      if (parsed) setCookie(parsed.name, parsed.cookie);
    },
  );
}

function setCookie(name: string, cookie: Cookie): void {
  const before = jar.get(name);
  const wasPersistent = before && before.expires !== null;
  const isExpired = cookie.expires !== null && cookie.expires <= Date.now();
  const after = isExpired || cookie.expires === null ? null : JSON.stringify(cookie);
  countUsage("cookies", name, wasPersistent ? JSON.stringify(before) : undefined, after);
  if (isExpired) jar.delete(name);
  else jar.set(name, cookie);
  if (after !== null || wasPersistent) save({ area: "cookies", key: name, value: after });
  if (cookie.expires === null) save({ area: "session", key: SESSION_COOKIE + name, value: cookie.value });
  else if (before?.expires === null) save({ area: "session", key: SESSION_COOKIE + name, value: null });
}

function parseCookie(text: string): { name: string; cookie: Cookie } | null {
  const [pair = "", ...attributes] = text.split(";");
  const equals = pair.indexOf("=");
  const name = equals < 0 ? "" : pair.slice(0, equals).trim();
  const value = pair.slice(equals + 1).trim();
  if (!name && !value) return null;
  let expires: number | null = null;
  let hasMaxAge = false;
  for (const attribute of attributes) {
    const [key = "", ...rest] = attribute.split("=");
    const setting = rest.join("=").trim();
    if (/^\s*max-age\s*$/i.test(key) && /^-?\d+$/.test(setting)) {
      expires = Date.now() + Number(setting) * 1_000;
      hasMaxAge = true;
    } else if (/^\s*expires\s*$/i.test(key) && !hasMaxAge) {
      const time = Date.parse(setting);
      if (!Number.isNaN(time)) expires = time;
    }
  }
  return { name, cookie: { value, expires } };
}

function readSaved(text: string): Cookie | null {
  try {
    const { value, expires } = JSON.parse(text) as Cookie;
    return typeof value === "string" && typeof expires === "number" ? { value, expires } : null;
  } catch {
    return null;
  }
}
