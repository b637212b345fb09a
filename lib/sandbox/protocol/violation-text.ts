/** Messages for the terminal about what the policy has blocked. */

/** The URL of the run document, against which the browser resolves what was not rewritten. */
const RUN_FOLDER = /^\/sandbox\//;

export interface Violation {
  directive: string;
  uri: string;
  source: string;
}

/** The host of a URL outside the app; null otherwise. */
export function outsideHost(uri: string, own = globalThis.location?.host): string | null {
  if (!/^(?:https?|wss?):\/\//i.test(uri) || !URL.canParse(uri)) return null;
  const { host } = new URL(uri);
  return host === own ? null : host;
}

/** @param own the host that the frame is served from: its URLs are files that the package lacks */
export function violationText({ directive, uri, source }: Violation, own: string): string {
  const host = outsideHost(uri, own);
  if (host !== null) {
    const remedy = /^(?:script|style|font)-src/.test(directive)
      ? "Put the file into the package: an upload offers to bring it in."
      : "Put the file into the package, or ask for it with gum.fetch.";
    return `${host} is not part of the package, so ${uri} was not loaded. ${remedy}`;
  }
  const path = URL.canParse(uri) && new URL(uri).host === own ? new URL(uri).pathname : "/";
  // For a page that it refuses to frame, a browser reports only the origin.
  if (path !== "/") return `${path.replace(RUN_FOLDER, "/")} is not in the package.`;
  return `Blocked by policy: ${directive} ${uri} ${source}`.trim();
}
