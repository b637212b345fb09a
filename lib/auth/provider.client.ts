import { api } from "@/lib/browser/api";
import type { ProviderPurpose } from "./provider-contract";
import type { IdentityProvider } from "./providers";

/** Redirects to a provider. The page unloads, so the promise never resolves; it rejects with an ApiError on failure. */
export async function visitProvider(provider: IdentityProvider, purpose: ProviderPurpose): Promise<never> {
  const { url } = await api<{ url: string }>(`/v2/auth/providers/${provider}`, {
    method: "POST",
    body: { purpose },
  });
  window.location.assign(url);
  return new Promise<never>(() => {});
}
