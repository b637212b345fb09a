import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { PasskeyInfo } from "./passkey-contract";

export const passkeysQuery = () =>
  queryOptions({
    queryKey: ["account", "passkeys"],
    queryFn: async ({ signal }) =>
      (await api<{ items: PasskeyInfo[] }>("/v2/auth/passkeys", { signal })).items,
  });
