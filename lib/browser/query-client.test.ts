import { InfiniteQueryObserver, type InfiniteData } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { makeQueryClient } from "./query-client";

type Pages = InfiniteData<string[], number>;

test("what is changed in a list while its next page is on its way stays changed", async () => {
  const client = makeQueryClient();
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ["list"],
    queryFn: async ({ pageParam }): Promise<string[]> => {
      if (pageParam > 0) await held;
      return [`${pageParam}a`, `${pageParam}b`];
    },
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => (pages.length < 3 ? pages.length : null),
  });
  const off = observer.subscribe(() => undefined);
  await observer.refetch();
  const next = observer.fetchNextPage();
  client.setQueryData<Pages>(["list"], (data) => data && { ...data, pages: [["0a, liked"]] });
  arrive();
  await next;
  expect(client.getQueryData<Pages>(["list"])).toEqual({
    pages: [["0a, liked"], ["1a", "1b"]],
    pageParams: [0, 1],
  });

  // Read again from the start, it is what the server says.
  const kept = client.getQueryData<Pages>(["list"])!.pages[1];
  await observer.refetch();
  const read = client.getQueryData<Pages>(["list"])!.pages;
  expect(read[0]).toEqual(["0a", "0b"]);
  expect(read[1]).toBe(kept);
  off();
});
