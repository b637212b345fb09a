import type { QueryClient } from "@tanstack/react-query";

type Likeable = { counts: { likes: number }; viewer: { liked: boolean } };

/** The post or app with its like set or removed and counted; unchanged if it was so already. */
export function asLiked<T extends Likeable>(item: T, liked: boolean): T {
  if (item.viewer.liked === liked) return item;
  const likes = Math.max(0, item.counts.likes + (liked ? 1 : -1));
  return { ...item, counts: { ...item.counts, likes }, viewer: { ...item.viewer, liked } };
}

/**
 * Options of an optimistic mutation that likes (true) or takes the like back (false).
 * @param options.show updates the cache; called with the opposite to roll back
 * @param options.settle writes the server's counts to the cache
 */
export function likeMutation<Response>({
  client,
  key,
  send,
  show,
  settle,
}: {
  client: QueryClient;
  key: readonly [list: string, "like", id: string];
  send: (liked: boolean) => Promise<Response>;
  show: (liked: boolean) => void;
  settle: (response: Response) => void;
}) {
  return {
    mutationKey: key,
    // Runs them in order: the last click wins.
    scope: { id: key.join("-") },
    mutationFn: send,
    onMutate: show,
    onError: (_error: Error, liked: boolean) => show(!liked),
    onSuccess: (response: Response) => {
      if (client.isMutating({ mutationKey: key }) <= 1) settle(response);
    },
  };
}
