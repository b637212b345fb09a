/**
 * Ways in which a page could get a byte out, as pages. `url` is where the recorder listens; `name` is a host of its own for
 * lookups; `stun` is a UDP address. The script runs with the document's own nonce, as an app's would.
 */
export interface Target {
  /** http://host:port, without a slash at its end. */
  url: string;
  host: string;
  port: number;
  /** address:port, null where this machine has no address but loopback. */
  udp: string | null;
}

export interface Technique {
  name: string;
  script?: (target: Target) => string;
  /** In the body, before the script. */
  markup?: (target: Target) => string;
  head?: (target: Target) => string;
  /** Pressed by a person. */
  press?: string;
  /** Replaces or stops the page: needs one of its own. */
  alone?: boolean;
  /** Brings the process of a closed page down, and with it whatever else runs there. */
  crashes?: boolean;
  /** No browser does it in a private window. */
  lasting?: boolean;
  /** Seen in the network log and not at the port. */
  byName?: boolean;
  /** Browsers of this version do not do it, on an open page either; it stays in the list for those that will. */
  noControl?: string;
}

export const script = (
  name: string,
  code: (target: Target) => string,
  more: Partial<Technique> = {},
): Technique => ({ name, script: code, ...more });
export const markup = (
  name: string,
  html: (target: Target) => string,
  more: Partial<Technique> = {},
): Technique => ({ name, markup: html, ...more });
export const head = (
  name: string,
  html: (target: Target) => string,
  more: Partial<Technique> = {},
): Technique => ({
  name,
  head: html,
  ...more,
});
export const style = (
  name: string,
  css: (target: Target) => string,
  html = "<p id=x>x</p>",
  more: Partial<Technique> = {},
): Technique => markup(name, (to) => `<style>${css(to)}</style>${html}`, more);

export const NONCE = `document.querySelector("script[nonce]")?.nonce || document.currentScript?.nonce || ""`;
export const element = (tag: string, fields: string) => (to: Target) =>
  `const e = document.createElement("${tag}"); e.nonce = ${NONCE}; Object.assign(e, ${fields.replaceAll("URL", JSON.stringify(to.url))}); (document.head || document.body).append(e);`;

/** Needs a page of its own: it leaves the page, is pressed, or names elements. */
export function standsAlone(technique: Technique): boolean {
  const markup = technique.markup?.({ url: "", host: "", port: 0, udp: null }) ?? "";
  return Boolean(
    technique.alone || technique.crashes || technique.press || technique.head || /\bid=|<style/.test(markup),
  );
}

/** A page that tries each of the techniques. Its scripts carry `nonce`, which an open page has no use for. */
export function techniquePage(
  tried: readonly { technique: Technique; target: Target }[],
  nonce = "",
): string {
  const heads = tried.map(({ technique, target }) => technique.head?.(target) ?? "").join("");
  const bodies = tried.map(({ technique, target }) => technique.markup?.(target) ?? "").join("");
  const scripts = tried
    .flatMap(({ technique, target }) => technique.script?.(target) ?? [])
    .map((code) => `<script nonce>{${code}}</script>`)
    .join("");
  const body = (bodies + scripts).replaceAll("<script nonce>", `<script nonce="${nonce}">`);
  return `<!DOCTYPE html><html><head><meta charset="utf-8">${heads}</head><body><p>page</p>${body}</body></html>`;
}
