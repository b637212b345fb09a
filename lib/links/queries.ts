import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { LinkPreview } from "./contract";

const NONE_STALE_MS = 30_000;

/** The card that a post would have with this URL; null if there is none, also where that cannot be found out. */
export const linkPreviewQuery = (url: string) =>
  queryOptions({
    queryKey: ["link-preview", url],
    queryFn: ({ signal }) =>
      api<LinkPreview>("/v1/links/card", { query: { url }, signal }).then(({ card }) => card),
    // The server may have been busy.
    staleTime: ({ state }) => (state.data === null ? NONE_STALE_MS : Infinity),
    retry: false,
  });
