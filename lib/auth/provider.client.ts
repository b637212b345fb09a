import { api } from "@/lib/browser/api";
import type { ProviderPurpose } from "./provider-contract";
import type { ProviderId } from "./providers";

/** Leaves for a provider. The page unloads, so the promise does not settle; it rejects with an ApiError if that fails. */
export async function visitProvider(provider: ProviderId, purpose: ProviderPurpose): Promise<never> {
  const { url } = await api<{ url: string }>(`/v2/auth/providers/${provider}`, {
    method: "POST",
    body: { purpose },
  });
  window.location.assign(url);
  return new Promise<never>(() => {});
}
