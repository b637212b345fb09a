import { API_BASE } from "@/lib/config/env.client";
import { toApiError } from "@/lib/browser/api";

/**
 * The package of an app, as its frame gets it.
 * @throws ApiError
 */
export async function fetchPackage(appId: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(`${API_BASE}/apps/${encodeURIComponent(appId)}/package`, {
    credentials: "include",
  });
  if (!response.ok) throw toApiError(response, await response.json().catch(() => undefined));
  return new Uint8Array(await response.arrayBuffer());
}
