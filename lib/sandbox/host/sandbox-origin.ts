import { sandboxOriginFor } from "@/lib/config/origins";
import { RUN_PATH, writeRunQuery, type RunQuery } from "@/lib/sandbox/protocol/run-query";

export function runUrl(query: RunQuery): string {
  // SANDBOX_ORIGIN is known only to the server, which puts it on the html element.
  const configured = document.documentElement.dataset.sandboxOrigin || undefined;
  const origin = sandboxOriginFor({ shellOrigin: location.origin, configured });
  const search = writeRunQuery(query);
  return `${origin}${RUN_PATH}${search ? `?${search}` : ""}`;
}
