/** Where frames of this shell stand. */
import { sandboxOriginFor } from "@/lib/config/origins";
import { RUN_PATH } from "@/lib/sandbox/protocol/run-query";
import { writeRunQuery, type RunQuery } from "@/lib/sandbox/protocol/run-query";

/** `data-sandbox-origin` on the html element: SANDBOX_ORIGIN, which only the server knows. */
function configuredOrigin(): string | undefined {
  return document.documentElement.dataset.sandboxOrigin || undefined;
}

export function runUrl(query: RunQuery, secret: string): string {
  const origin = sandboxOriginFor({ shellOrigin: location.origin, configured: configuredOrigin() });
  const search = writeRunQuery(query);
  return `${origin}${RUN_PATH}${search ? `?${search}` : ""}#${secret}`;
}
