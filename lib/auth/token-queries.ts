import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { TokenInfo } from "./token-contract";

export const tokensQuery = () =>
  queryOptions({
    queryKey: ["account", "tokens"],
    queryFn: async ({ signal }) => (await api<{ items: TokenInfo[] }>("/v2/auth/tokens", { signal })).items,
  });
