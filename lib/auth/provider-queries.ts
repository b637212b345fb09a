import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { LinkedProvider } from "./provider-contract";

export const providersQuery = () =>
  queryOptions({
    queryKey: ["account", "providers"],
    queryFn: async ({ signal }) =>
      (await api<{ items: LinkedProvider[] }>("/v2/auth/providers", { signal })).items,
  });
