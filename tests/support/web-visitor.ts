/** A browser without a window: keeps cookies by host and port, and follows redirects one by one. */
export class WebVisitor {
  readonly #jars = new Map<string, Map<string, string>>();

  constructor(readonly url: string) {}

  cookies(origin = this.url): Map<string, string> {
    let jar = this.#jars.get(origin);
    if (!jar) this.#jars.set(origin, (jar = new Map()));
    return jar;
  }

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(address, this.url);
    const jar = this.cookies(target.origin);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(target, {
      redirect: "manual",
      ...init,
      headers: {
        "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0",
        ...(cookie && { cookie }),
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";", 1)[0]!.split(/=(.*)/s);
      if (value === "" || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** A call of the product's own pages. */
  async call<T = Record<string, unknown>>(method: string, path: string, body?: object) {
    const response = await this.fetch(`/api${path}`, {
      method,
      headers: { "x-client-info": "gum-web", ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : {}) as T & { code?: string } };
  }

  /** Follows redirects until one leads to `until`, or there is none left. @returns the last address */
  async follow(address: string, until?: (address: URL) => boolean): Promise<string> {
    let at = new URL(address, this.url);
    for (let count = 0; count < 20; count++) {
      if (until?.(at)) return at.href;
      const response = await this.fetch(at.href);
      const next = response.headers.get("location");
      if (!next) return at.href;
      at = new URL(next, at);
    }
    throw new Error(`Too many redirects, the last to ${at.href}`);
  }
}
