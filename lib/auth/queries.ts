import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { PasskeyInfo } from "./passkey-contract";
import type { LinkedProvider } from "./provider-contract";
import type { TokenInfo } from "./token-contract";

const listQuery = <T>(key: string, path: string) =>
  queryOptions({
    queryKey: ["account", key],
    queryFn: async ({ signal }) => (await api<{ items: T[] }>(path, { signal })).items,
  });

export const passkeysQuery = () => listQuery<PasskeyInfo>("passkeys", "/v2/auth/passkeys");
export const providersQuery = () => listQuery<LinkedProvider>("providers", "/v2/auth/providers");
export const tokensQuery = () => listQuery<TokenInfo>("tokens", "/v2/auth/tokens");
