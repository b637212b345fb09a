import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Digest, DigestChoice } from "./contract";

export const digestQuery = () =>
  queryOptions({
    queryKey: ["digest"],
    queryFn: ({ signal }) => api<Digest>("/v2/users/me/digest", { signal }),
  });

/** It comes in the morning of where this browser is. */
export function useChangeDigest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (every: DigestChoice) =>
      api<Digest>("/v2/users/me/digest", {
        method: "PUT",
        body: { every, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC" },
      }),
    onSuccess: (digest) => client.setQueryData(digestQuery().queryKey, digest),
  });
}
