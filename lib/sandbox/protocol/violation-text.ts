/** What the terminal says of what the policy has blocked. */

/** Of the run document, against which the browser resolves what was not rewritten. */
const RUN_FOLDER = /^\/sandbox\//;

export interface Violation {
  directive: string;
  uri: string;
  source: string;
}

/** The host of a URL that is none of the app's; null for anything else. */
export function outsideHost(uri: string, own = globalThis.location?.host): string | null {
  if (!/^(?:https?|wss?):\/\//i.test(uri) || !URL.canParse(uri)) return null;
  const { host } = new URL(uri);
  return host === own ? null : host;
}

/** @param own the host that the frame is served from: a URL of it is a file that the package lacks */
export function violationText({ directive, uri, source }: Violation, own: string): string {
  const host = outsideHost(uri, own);
  if (host !== null) {
    const remedy = /^(?:script|style|font)-src/.test(directive)
      ? "Put the file into the package: an upload offers to bring it in."
      : "Put the file into the package, or ask for it with gum.fetch.";
    return `${host} is not part of the package, so ${uri} was not loaded. ${remedy}`;
  }
  const path = URL.canParse(uri) && new URL(uri).host === own ? new URL(uri).pathname : "/";
  // A browser says no more than the origin of a page that it does not frame.
  if (path !== "/") return `${path.replace(RUN_FOLDER, "/")} is not in the package.`;
  return `Blocked by policy: ${directive} ${uri} ${source}`.trim();
}
