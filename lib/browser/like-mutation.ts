import type { QueryClient } from "@tanstack/react-query";

type Likeable = { counts: { likes: number }; viewer: { liked: boolean } };

/** A post or an app with a like more or less; as it is where the screen shows that already. */
export function asLiked<T extends Likeable>(thing: T, liked: boolean): T {
  if (thing.viewer.liked === liked) return thing;
  const likes = Math.max(0, thing.counts.likes + (liked ? 1 : -1));
  return { ...thing, counts: { ...thing.counts, likes }, viewer: { ...thing.viewer, liked } };
}

/**
 * Options of the mutation that gives a like (true) or takes it back (false).
 * @param options.show shows it at once, and shows the opposite where the server refuses
 * @param options.settle writes what the server counted
 */
export function likeMutation<Answer>({
  client,
  key,
  send,
  show,
  settle,
}: {
  client: QueryClient;
  key: readonly [list: string, "like", id: string];
  send: (liked: boolean) => Promise<Answer>;
  show: (liked: boolean) => void;
  settle: (answer: Answer) => void;
}) {
  return {
    mutationKey: key,
    // One after the other: the last press is what holds.
    scope: { id: key.join("-") },
    mutationFn: send,
    onMutate: show,
    onError: (_error: Error, liked: boolean) => show(!liked),
    onSuccess: (answer: Answer) => {
      if (client.isMutating({ mutationKey: key }) <= 1) settle(answer);
    },
  };
}
